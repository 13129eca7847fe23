# timers: local clocks, one per source file.
noinst_LIBRARIES += libtimers.a
libtimers_a_SOURCES = \
	src/timers/timer.c src/timers/timer.h src/timers/timers.h \
	src/timers/bracket.c src/timers/bracket.h \
	src/timers/spin.c src/timers/spin.h \
	src/timers/quality.c src/timers/quality.h \
	src/timers/tsc.c src/timers/cntvct.c src/timers/monotonic.c \
	src/timers/wtime.c src/timers/gettimeofday.c \
	src/timers/simulated.c

UNIT_TESTS += src/timers/test/test_timers
src_timers_test_test_timers_SOURCES = $(unit) \
	src/timers/test/test_timers.c
