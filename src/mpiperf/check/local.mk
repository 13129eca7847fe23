# check: --check: is this machine fit to measure on?
libmpiperf_a_SOURCES += \
	src/mpiperf/check/check.c \
	src/mpiperf/check/check.h \
	src/mpiperf/check/check_timers.c \
	src/mpiperf/check/observe.c

UNIT_TESTS += src/mpiperf/check/test/test_check
src_mpiperf_check_test_test_check_SOURCES = $(unit) \
	src/mpiperf/check/test/test_observe.c
