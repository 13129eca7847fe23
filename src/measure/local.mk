# measure: cases measured pass by pass: the library below the program.
libmpiperf_a_SOURCES += \
	src/measure/case.c \
	src/measure/case.h \
	src/measure/control.c \
	src/measure/gather.c \
	src/measure/gather.h \
	src/measure/harness.c \
	src/measure/harness.h \
	src/measure/lasts.c \
	src/measure/lasts.h \
	src/measure/loads.c \
	src/measure/loads.h \
	src/measure/measure.c \
	src/measure/measure.h \
	src/measure/memory.c \
	src/measure/memory.h \
	src/measure/method.c \
	src/measure/method.h \
	src/measure/pass_open.c \
	src/measure/pass.h \
	src/measure/pass.c \
	src/measure/passes.c \
	src/measure/passes.h \
	src/measure/result.c \
	src/measure/result.h \
	src/measure/probe.c \
	src/measure/probe.h \
	src/measure/run.c \
	src/measure/run.h \
	src/measure/session.c \
	src/measure/session.h \
	src/measure/case_state.c \
	src/measure/case_state.h \
	src/measure/turn.c \
	src/measure/turn.h \
	src/measure/watchdog.c \
	src/measure/watchdog.h \
	src/measure/window.c \
	src/measure/window.h

UNIT_TESTS += src/measure/test/test_measure
ONCE_TESTS += src/measure/test/test_measure
src_measure_test_test_measure_SOURCES = $(unit) \
	src/measure/test/test_arrival.c \
	src/measure/test/test_case.c \
	src/measure/test/test_coarse.c \
	src/measure/test/test_control.c \
	src/measure/test/test_passes.c \
	src/measure/test/test_case_state.c \
	src/measure/test/test_watchdog.c \
	src/measure/test/test_window.c
libtesting_a_SOURCES += \
	src/measure/test/machine.c src/measure/test/machine.h
LONG_UNITS += src/measure/test/test_simulations
src_measure_test_test_simulations_SOURCES = $(unit) \
	src/measure/test/test_coverage.c \
	src/measure/test/test_late.c
check_PROGRAMS += src/measure/test/barriers
ONCE_BUILT += src/measure/test/barriers

# The library for programs of others: one object of all that measure_function() takes,
# in which no other name is seen. It is not made with sanitizers.
mpiperfinclude_HEADERS += src/measure/measure.h
pkgconfig_DATA += src/measure/mpiperf-measure.pc
measurelibdir = $(libdir)
measurelib_DATA = libmpiperf-measure.a
libmpiperf-measure.a: libmpiperf.a libops.a libmachine.a librecord.a libclocksync.a libtimers.a libmpicommon.a libstats.a libutil.a
	$(AM_V_GEN)$(LD) -r -u measure_function -o measure-all.o \
		--start-group $^ --end-group
	$(AM_V_at)objcopy --keep-global-symbol=measure_function measure-all.o
	$(AM_V_at)rm -f $@ && $(AR) rcs $@ measure-all.o && rm -f measure-all.o
CLEANFILES += libmpiperf-measure.a measure-all.o
