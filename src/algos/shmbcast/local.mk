# shmbcast: builds libshmbcast. It calls only PMPI_*: libshmbcast-preload replaces
# MPI_Bcast(), and tools count only what the program calls. The sources in
# shmbcast_faulty are compiled twice, once so that the last byte of every message
# is wrong, to show that checks notice it.
shmbcast_faulty = \
	%D%/auto/bcast.c \
	%D%/bcast.c
shmbcast_core = \
	%D%/auto/address.c \
	%D%/auto/algorithms.c %D%/auto/algorithms.h \
	%D%/auto/calibrate.c \
	%D%/auto/coll.c \
	%D%/auto/coll_calibrate.c \
	%D%/auto/combine.c \
	%D%/auto/create.c \
	%D%/auto/exchange.c %D%/auto/exchange.h \
	%D%/auto/handle.h \
	%D%/auto/offer.c \
	%D%/auto/params.c %D%/auto/params.def \
	%D%/auto/pull.c \
	%D%/auto/region.c \
	%D%/auto/ring.c \
	%D%/auto/slot.c \
	%D%/auto/transfer.h \
	%D%/agree.c %D%/agree.h \
	%D%/calibrate.c \
	%D%/create.c \
	%D%/handle.h \
	%D%/line.c %D%/line.h \
	%D%/model.c \
	%D%/params.c %D%/params.def \
	%D%/segment.c \
	%D%/stream.c %D%/stream.h \
	%D%/team.c %D%/team.h \
	%D%/tree.c %D%/tree.h \
	%D%/trials.c %D%/trials.h \
	%D%/wait.c %D%/wait.h

include_HEADERS += \
	%D%/shmbcast.h \
	%D%/shmbcast_auto.h \
	%D%/shmbcast_coll.h \
	%D%/shmbcast_model.h \
	%D%/shmbcast_tune.h
pkgconfig_DATA += %D%/shmbcast.pc
dist_man_MANS += doc/shmbcast.3 doc/shmbcast_auto.3 doc/shmbcast_coll.3
dist_doc_DATA += doc/shmbcast.md

lib_LTLIBRARIES += libshmbcast.la
libshmbcast_la_SOURCES =
libshmbcast_la_LIBADD = libshmbcast-whole.la
libshmbcast_la_LDFLAGS = $(AM_LDFLAGS) -version-info 2:0:1 \
	-export-symbols-regex '^shmbcast_' $(LIBRARY_RELEASE)

noinst_LTLIBRARIES += libshmbcast-core.la libshmbcast-whole.la
libshmbcast_core_la_SOURCES = $(shmbcast_core)
libshmbcast_core_la_LIBADD = libalgos.la $(NUMA_LIBS) -lpthread -lm
libshmbcast_whole_la_SOURCES = $(shmbcast_faulty)
libshmbcast_whole_la_LIBADD = libshmbcast-core.la

# For tests: a library that exports internal functions, and one with wrong messages.
check_LTLIBRARIES += libshmbcast-test.la libshmbcast-fault.la
libshmbcast_test_la_SOURCES =
libshmbcast_test_la_LIBADD = libshmbcast-whole.la
libshmbcast_fault_la_SOURCES = $(shmbcast_faulty)
libshmbcast_fault_la_CPPFLAGS = $(AM_CPPFLAGS) -DSHMBCAST_FAULT=1
libshmbcast_fault_la_LIBADD = libshmbcast-core.la

EXTRA_DIST += %D%/test/auto_params.txt %D%/test/params.txt
UNIT_TESTS += %D%/test/test_shmbcast
ONCE_TESTS += %D%/test/test_shmbcast
%C%_test_test_shmbcast_SOURCES = $(unit) \
	%D%/test/test_auto_params.c \
	%D%/test/test_model.c \
	%D%/test/test_params.c \
	%D%/test/test_team.c \
	%D%/test/test_tree.c
%C%_test_test_shmbcast_LDADD = libshmbcast-test.la $(CMOCKA_LIBS)

# The protocols as state machines. The test searches all interleavings.
UNIT_TESTS += %D%/test/test_protocols
%C%_test_test_protocols_SOURCES = $(unit) \
	%D%/test/model.h \
	%D%/test/model_exchange.c \
	%D%/test/model_pull.c \
	%D%/test/model_queue.c \
	%D%/test/model_ring.c \
	%D%/test/model_slot.c \
	%D%/test/test_protocols.c
%C%_test_test_protocols_LDADD = $(CMOCKA_LIBS)

# Cases for every implementation of the broadcast; then the published one.
shmbcast_cases = $(mpi_cases) \
	%D%/test/mpi_errors.c \
	%D%/test/mpi_life.c \
	%D%/test/mpi_progress.c \
	%D%/test/mpi_sizes.c \
	%D%/test/mpi_test.c \
	%D%/test/mpi_test.h \
	%D%/test/mpi_types.c
shmbcast_mpi_sources = $(shmbcast_cases) \
	%D%/test/engine_shmbcast.c \
	%D%/test/mpi_calibrate.c
check_PROGRAMS += %D%/test/shmbcast_mpi \
	%D%/test/shmbcast_mpi_fault
%C%_test_shmbcast_mpi_SOURCES = $(shmbcast_mpi_sources)
%C%_test_shmbcast_mpi_LDADD = libshmbcast-test.la -lpthread -lm
%C%_test_shmbcast_mpi_fault_SOURCES = $(shmbcast_mpi_sources)
%C%_test_shmbcast_mpi_fault_LDADD = libshmbcast-fault.la -lpthread -lm
shmbcast_auto_mpi_sources = $(shmbcast_cases) \
	%D%/test/auto_coll.c \
	%D%/test/auto_empty.c \
	%D%/test/auto_life.c \
	%D%/test/auto_regions.c \
	%D%/test/auto_ways.c \
	%D%/test/double.h \
	%D%/test/engine_auto.c \
	%D%/test/engine_auto.h \
	%D%/preload/calibrated.c \
	%D%/preload/compare.c
check_PROGRAMS += %D%/test/shmbcast_auto_mpi \
	%D%/test/shmbcast_auto_mpi_fault
# auto_life.c wraps the ring functions, and the collectives that the library calls.
shmbcast_doubles = \
	-Wl,--wrap=PMPI_Allreduce \
	-Wl,--wrap=PMPI_Bcast \
	-Wl,--wrap=sb_ring_send \
	-Wl,--wrap=sb_ring_receive
%C%_test_shmbcast_auto_mpi_SOURCES = $(shmbcast_auto_mpi_sources)
%C%_test_shmbcast_auto_mpi_LDFLAGS = $(AM_LDFLAGS) $(shmbcast_doubles)
%C%_test_shmbcast_auto_mpi_LDADD = libshmbcast-test.la -lpthread
%C%_test_shmbcast_auto_mpi_fault_SOURCES = $(shmbcast_auto_mpi_sources)
%C%_test_shmbcast_auto_mpi_fault_LDFLAGS = $(AM_LDFLAGS) $(shmbcast_doubles)
%C%_test_shmbcast_auto_mpi_fault_LDADD = libshmbcast-fault.la -lpthread
LIGHT_TESTS += %D%/test/auto.bats \
	%D%/test/shmbcast.bats
BATS_TESTS += %D%/test/big.bats
ONCE_TESTS += %D%/test/big.bats %D%/test/test_protocols
EXTRA_DIST += %D%/test/cases.bash

# Threads act as ranks. auto_race.c wraps ThreadSanitizer's atomics.
if TSAN
check_PROGRAMS += %D%/test/auto_race
ONCE_BUILT += %D%/test/auto_race
endif
%C%_test_auto_race_SOURCES = \
	%D%/test/auto_race.c \
	%D%/auto/address.c \
	%D%/auto/algorithms.c \
	%D%/auto/bcast.c \
	%D%/auto/pull.c \
	%D%/auto/ring.c \
	%D%/auto/slot.c \
	%D%/line.c \
	%D%/agree.c \
	%D%/bcast.c \
	%D%/stream.c \
	src/algos/param.c \
	src/algos/type.c \
	%D%/wait.c
%C%_test_auto_race_CFLAGS = $(AM_CFLAGS) -fsanitize=thread
%C%_test_auto_race_LDFLAGS = $(AM_LDFLAGS) -fsanitize=thread \
	-Wl,--wrap=__tsan_atomic64_load \
	-Wl,--wrap=__tsan_atomic64_store \
	-Wl,--wrap=__tsan_atomic64_fetch_add \
	-Wl,--wrap=__tsan_atomic64_compare_exchange_weak \
	-Wl,--wrap=__tsan_atomic64_compare_exchange_val
%C%_test_auto_race_LDADD = -lpthread -lm
LIGHT_TESTS += %D%/test/auto_race.bats
ONCE_TESTS += %D%/test/auto_race.bats
