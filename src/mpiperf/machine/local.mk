# machine: ranks, processors, timers and clocks as they are found here.
libmpiperf_a_SOURCES += \
	src/mpiperf/machine/cgroup.c \
	src/mpiperf/machine/cgroup.h \
	src/mpiperf/machine/gauge.c \
	src/mpiperf/machine/gauge.h \
	src/mpiperf/machine/launcher.c \
	src/mpiperf/machine/launcher.h \
	src/mpiperf/machine/machine.c \
	src/mpiperf/machine/machine.h \
	src/mpiperf/machine/neighbours.c \
	src/mpiperf/machine/neighbours.h \
	src/mpiperf/machine/parameters.c \
	src/mpiperf/machine/parameters.h \
	src/mpiperf/machine/placement.c \
	src/mpiperf/machine/placement.h \
	src/mpiperf/machine/runinfo.c \
	src/mpiperf/machine/runinfo.h \
	src/mpiperf/machine/sysfile.c \
	src/mpiperf/machine/sysfile.h \
	src/mpiperf/machine/timercheck.c \
	src/mpiperf/machine/timercheck.h \
	src/mpiperf/machine/transport.c \
	src/mpiperf/machine/transport.h \
	src/mpiperf/machine/warn.c \
	src/mpiperf/machine/warn.h

UNIT_TESTS += src/mpiperf/machine/test/test_machine
ONCE_TESTS += src/mpiperf/machine/test/test_machine
src_mpiperf_machine_test_test_machine_SOURCES = $(unit) \
	src/mpiperf/machine/test/test_cgroup.c \
	src/mpiperf/machine/test/test_environment.c \
	src/mpiperf/machine/test/test_gauge.c \
	src/mpiperf/machine/test/test_launcher.c \
	src/mpiperf/machine/test/test_parameters.c \
	src/mpiperf/machine/test/test_placement.c \
	src/mpiperf/machine/test/test_sysfile.c \
	src/mpiperf/machine/test/test_timercheck.c \
	src/mpiperf/machine/test/test_transport.c
check_PROGRAMS += src/mpiperf/machine/test/collect
ONCE_BUILT += src/mpiperf/machine/test/collect
LIGHT_TESTS += src/mpiperf/machine/test/runinfo.bats
ONCE_TESTS += src/mpiperf/machine/test/runinfo.bats
