# clocksync: synchronizes the local clocks of all ranks with the global one.
noinst_LIBRARIES += libclocksync.a
libclocksync_a_SOURCES = \
	src/clocksync/clocksync.c src/clocksync/clocksync.h \
	src/clocksync/clocks.c src/clocksync/clocks.h \
	src/clocksync/methods.h \
	src/clocksync/model.c src/clocksync/model.h \
	src/clocksync/pairwise.c src/clocksync/pairwise.h \
	src/clocksync/repeat.c \
	src/clocksync/tree.c src/clocksync/tree.h \
	src/clocksync/drift.c src/clocksync/drift.h \
	src/clocksync/history.c src/clocksync/history.h \
	src/clocksync/residual.c \
	src/clocksync/linear.c src/clocksync/ring.c \
	src/clocksync/hca3.c src/clocksync/none.c

UNIT_TESTS += src/clocksync/test/test_clocksync
ONCE_TESTS += src/clocksync/test/test_clocksync
src_clocksync_test_test_clocksync_SOURCES = $(unit) \
	src/clocksync/test/test_clocksync.c \
	src/clocksync/test/test_drift.c \
	src/clocksync/test/test_ramps.c
libtesting_a_SOURCES += \
	src/clocksync/test/lawful.c src/clocksync/test/lawful.h
check_PROGRAMS += src/clocksync/test/sync_truth
EXTRA_PROGRAMS += results/clocksync/sync_error
LIGHT_TESTS += src/clocksync/test/clocksync.bats
ONCE_TESTS += src/clocksync/test/clocksync.bats
ONCE_BUILT += src/clocksync/test/sync_truth
dist_doc_DATA += doc/clocks.md
