# machine: ranks, processors, timers and clocks as they are found here.
noinst_LIBRARIES += libmachine.a
libmachine_a_SOURCES = \
	src/machine/gauge.c \
	src/machine/gauge.h \
	src/machine/launcher.c \
	src/machine/launcher.h \
	src/machine/machine.c \
	src/machine/machine.h \
	src/machine/neighbours.c \
	src/machine/neighbours.h \
	src/machine/parameters.c \
	src/machine/parameters.h \
	src/machine/placement.c \
	src/machine/placement.h \
	src/machine/runinfo.c src/machine/switches.c src/machine/switches.h \
	src/machine/runinfo.h \
	src/machine/sysfile.c \
	src/machine/sysfile.h \
	src/machine/timercheck.c \
	src/machine/timercheck.h \
	src/machine/tools.h \
	src/machine/transport.c \
	src/machine/transport.h \
	src/machine/warn.c \
	src/machine/warn.h
if MPI_TOOLS
libmachine_a_SOURCES += src/machine/tools.c
endif

UNIT_TESTS += src/machine/test/test_machine
ONCE_TESTS += src/machine/test/test_machine
src_machine_test_test_machine_SOURCES = $(unit) \
	src/machine/test/test_environment.c \
	src/machine/test/test_gauge.c \
	src/machine/test/test_launcher.c \
	src/machine/test/test_parameters.c \
	src/machine/test/test_placement.c \
	src/machine/test/test_switches.c \
	src/machine/test/test_sysfile.c \
	src/machine/test/test_timercheck.c \
	src/machine/test/test_transport.c
check_PROGRAMS += src/machine/test/collect
ONCE_BUILT += src/machine/test/collect
LIGHT_TESTS += src/machine/test/runinfo.bats
ONCE_TESTS += src/machine/test/runinfo.bats
