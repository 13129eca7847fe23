# methods: how the ranks start a launch, in which slot, and who comes late.
libmpiperf_a_SOURCES += \
	src/mpiperf/methods/arrival.c \
	src/mpiperf/methods/arrival.h \
	src/mpiperf/methods/method.c \
	src/mpiperf/methods/method.h \
	src/mpiperf/methods/method_barrier.c \
	src/mpiperf/methods/method_free.c \
	src/mpiperf/methods/method_roundtime.c \
	src/mpiperf/methods/method_window.c \
	src/mpiperf/methods/window.c \
	src/mpiperf/methods/window.h

PLAIN_TESTS += \
	src/mpiperf/methods/test/test_arrival \
	src/mpiperf/methods/test/test_window \
	src/mpiperf/methods/test/test_window_calm \
	src/mpiperf/methods/test/test_window_machine \
	src/mpiperf/methods/test/test_window_params
libtesting_a_SOURCES += \
	src/mpiperf/methods/test/stages.c \
	src/mpiperf/methods/test/stages.h
check_PROGRAMS += src/mpiperf/methods/test/barriers
