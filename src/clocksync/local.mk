# clocksync: what this folder adds to the build.
noinst_LIBRARIES += libclocksync.a
libclocksync_a_SOURCES = \
	src/clocksync/clocksync.c src/clocksync/clocksync.h \
	src/clocksync/methods.h \
	src/clocksync/pairwise.c src/clocksync/pairwise.h \
	src/clocksync/patient.c src/clocksync/patient.h \
	src/clocksync/repeat.c \
	src/clocksync/auto.c src/clocksync/linear.c src/clocksync/ring.c \
	src/clocksync/none.c

if HAVE_CMOCKA
check_PROGRAMS += src/clocksync/test/test_clocksync
TESTS += src/clocksync/test/test_clocksync
src_clocksync_test_test_clocksync_SOURCES = src/clocksync/test/test_clocksync.c
src_clocksync_test_test_clocksync_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
src_clocksync_test_test_clocksync_LDADD = libclocksync.a libtimers.a \
	$(CMOCKA_LIBS) -lm
endif

check_PROGRAMS += src/clocksync/test/sync_truth
src_clocksync_test_sync_truth_SOURCES = src/clocksync/test/sync_truth.c
src_clocksync_test_sync_truth_LDADD = libclocksync.a libtimers.a -lm
EXTRA_DIST += src/clocksync/test/clocksync.bats
if HAVE_BATS
TESTS += src/clocksync/test/clocksync.bats
endif

EXTRA_DIST += doc/clocks.md
