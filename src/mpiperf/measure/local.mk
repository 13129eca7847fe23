# measure: cases, stages, launches; when to stop; --check.
libmpiperf_a_SOURCES += \
	src/mpiperf/measure/arrival.c \
	src/mpiperf/measure/arrival.h \
	src/mpiperf/measure/bench.c \
	src/mpiperf/measure/check.c \
	src/mpiperf/measure/check.h \
	src/mpiperf/measure/clocks.c \
	src/mpiperf/measure/clocks.h \
	src/mpiperf/measure/control.c \
	src/mpiperf/measure/control.h \
	src/mpiperf/measure/distance.c \
	src/mpiperf/measure/distance.h \
	src/mpiperf/measure/gather.c \
	src/mpiperf/measure/gather.h \
	src/mpiperf/measure/harness.c \
	src/mpiperf/measure/measure.c \
	src/mpiperf/measure/measure.h \
	src/mpiperf/measure/memory.c \
	src/mpiperf/measure/memory.h \
	src/mpiperf/measure/method.c \
	src/mpiperf/measure/method.h \
	src/mpiperf/measure/method_barrier.c \
	src/mpiperf/measure/method_free.c \
	src/mpiperf/measure/method_roundtime.c \
	src/mpiperf/measure/method_window.c \
	src/mpiperf/measure/probe.c \
	src/mpiperf/measure/results.c \
	src/mpiperf/measure/results.h \
	src/mpiperf/measure/stage.c \
	src/mpiperf/measure/stage.h \
	src/mpiperf/measure/stop.c \
	src/mpiperf/measure/stop.h \
	src/mpiperf/measure/window.c \
	src/mpiperf/measure/window.h

UNIT_TESTS += \
	src/mpiperf/measure/test/test_arrival \
	src/mpiperf/measure/test/test_control \
	src/mpiperf/measure/test/test_control_paper \
	src/mpiperf/measure/test/test_parts \
	src/mpiperf/measure/test/test_stop \
	src/mpiperf/measure/test/test_window \
	src/mpiperf/measure/test/test_window_calm \
	src/mpiperf/measure/test/test_window_machine \
	src/mpiperf/measure/test/test_window_params
libtesting_a_SOURCES += \
	src/mpiperf/measure/test/machine.c \
	src/mpiperf/measure/test/machine.h \
	src/mpiperf/measure/test/stages.c \
	src/mpiperf/measure/test/stages.h
