# clocksync: every rank's local clock against the global one.
noinst_LIBRARIES += libclocksync.a
libclocksync_a_SOURCES = \
	src/clocksync/clocksync.c src/clocksync/clocksync.h \
	src/clocksync/methods.h \
	src/clocksync/pairwise.c src/clocksync/pairwise.h \
	src/clocksync/patient.c src/clocksync/patient.h \
	src/clocksync/repeat.c \
	src/clocksync/auto.c src/clocksync/linear.c src/clocksync/ring.c \
	src/clocksync/none.c

UNIT_TESTS += src/clocksync/test/test_clocksync
check_PROGRAMS += src/clocksync/test/sync_truth
BATS_TESTS += src/clocksync/test/clocksync.bats
dist_doc_DATA += doc/clocks.md
