# timers: what this folder adds to the build.
noinst_LIBRARIES += libtimers.a
libtimers_a_SOURCES = \
	src/timers/timer.c src/timers/timer.h src/timers/timers.h \
	src/timers/bracket.c src/timers/bracket.h \
	src/timers/quality.c src/timers/quality.h \
	src/timers/tsc.c src/timers/cntvct.c src/timers/monotonic.c \
	src/timers/wtime.c src/timers/gettimeofday.c

if HAVE_CMOCKA
check_PROGRAMS += src/timers/test/test_timers
TESTS += src/timers/test/test_timers
src_timers_test_test_timers_SOURCES = src/timers/test/test_timers.c
src_timers_test_test_timers_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
src_timers_test_test_timers_LDADD = libtimers.a $(CMOCKA_LIBS) -lm
endif
