# check: --check: is this machine fit to measure on?
libmpiperf_a_SOURCES += \
	src/mpiperf/check/check.c src/mpiperf/check/check.h \
	src/mpiperf/check/check_timers.c src/mpiperf/check/lines.c \
	src/mpiperf/check/noise.c
