# shmbcast: what this folder adds to the build. Of the files some are compiled
# more than once: those that get the last byte of every message wrong, to show
# that checks notice, and those that call MPI_Bcast, which in libshmbcast-preload
# must not come back to us.
shmbcast_faulty = \
	src/algos/shmbcast/auto/bcast.c \
	src/algos/shmbcast/bcast.c
shmbcast_calling = \
	src/algos/shmbcast/auto/calibrate.c \
	src/algos/shmbcast/auto/create.c \
	src/algos/shmbcast/calibrate.c \
	src/algos/shmbcast/segment.c
shmbcast_core = \
	src/algos/shmbcast/auto/calibrate.h \
	src/algos/shmbcast/auto/copy.c src/algos/shmbcast/auto/copy.h \
	src/algos/shmbcast/auto/handle.h \
	src/algos/shmbcast/auto/distance.c src/algos/shmbcast/auto/distance.h \
	src/algos/shmbcast/auto/file.c \
	src/algos/shmbcast/auto/line.h \
	src/algos/shmbcast/auto/params.c \
	src/algos/shmbcast/auto/place.c src/algos/shmbcast/auto/place.h \
	src/algos/shmbcast/auto/probe.c src/algos/shmbcast/auto/probe.h \
	src/algos/shmbcast/auto/pull.c src/algos/shmbcast/auto/pull.h \
	src/algos/shmbcast/auto/reader.h \
	src/algos/shmbcast/auto/region.c \
	src/algos/shmbcast/auto/resident.c src/algos/shmbcast/auto/resident.h \
	src/algos/shmbcast/auto/ring.c src/algos/shmbcast/auto/ring.h \
	src/algos/shmbcast/auto/shared.h \
	src/algos/shmbcast/auto/slot.c src/algos/shmbcast/auto/slot.h \
	src/algos/shmbcast/agree.c src/algos/shmbcast/agree.h \
	src/algos/shmbcast/choose.c \
	src/algos/shmbcast/create.c \
	src/algos/shmbcast/crowd.c src/algos/shmbcast/crowd.h \
	src/algos/shmbcast/handle.h \
	src/algos/shmbcast/layout.c src/algos/shmbcast/layout.h \
	src/algos/shmbcast/message.c src/algos/shmbcast/message.h \
	src/algos/shmbcast/model.c \
	src/algos/shmbcast/number.c src/algos/shmbcast/number.h \
	src/algos/shmbcast/page.h \
	src/algos/shmbcast/params.c \
	src/algos/shmbcast/placement.c src/algos/shmbcast/placement.h \
	src/algos/shmbcast/segment.h \
	src/algos/shmbcast/stream.c src/algos/shmbcast/stream.h \
	src/algos/shmbcast/team.c src/algos/shmbcast/team.h \
	src/algos/shmbcast/tree.c src/algos/shmbcast/tree.h \
	src/algos/shmbcast/type.c src/algos/shmbcast/type.h \
	src/algos/shmbcast/wait.c src/algos/shmbcast/wait.h

include_HEADERS += \
	src/algos/shmbcast/shmbcast.h \
	src/algos/shmbcast/shmbcast_auto.h \
	src/algos/shmbcast/shmbcast_model.h \
	src/algos/shmbcast/shmbcast_tune.h
pkgconfig_DATA += src/algos/shmbcast/shmbcast.pc
dist_man_MANS += doc/shmbcast.3 doc/shmbcast_auto.3
dist_doc_DATA += doc/shmbcast.md

lib_LTLIBRARIES += libshmbcast.la
libshmbcast_la_SOURCES = $(shmbcast_faulty)
libshmbcast_la_LIBADD = libshmbcast-calling.la libshmbcast-core.la
libshmbcast_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 \
	-export-symbols-regex '^shmbcast_'

noinst_LTLIBRARIES += libshmbcast-core.la libshmbcast-calling.la
libshmbcast_core_la_SOURCES = $(shmbcast_core)
libshmbcast_core_la_LIBADD = $(NUMA_LIBS) -lm
libshmbcast_calling_la_SOURCES = $(shmbcast_calling)

# For tests: one with internals in reach, and the one that gets it wrong.
check_LTLIBRARIES += libshmbcast-test.la libshmbcast-fault.la
libshmbcast_test_la_SOURCES = $(shmbcast_faulty)
libshmbcast_test_la_LIBADD = $(libshmbcast_la_LIBADD)
libshmbcast_fault_la_SOURCES = $(shmbcast_faulty)
libshmbcast_fault_la_CPPFLAGS = $(AM_CPPFLAGS) -DSHMBCAST_FAULT=1
libshmbcast_fault_la_LIBADD = $(libshmbcast_la_LIBADD)

UNIT_TESTS += \
	src/algos/shmbcast/test/test_auto_file \
	src/algos/shmbcast/test/test_auto_params \
	src/algos/shmbcast/test/test_auto_pull \
	src/algos/shmbcast/test/test_auto_ring \
	src/algos/shmbcast/test/test_auto_slot \
	src/algos/shmbcast/test/test_choose \
	src/algos/shmbcast/test/test_model \
	src/algos/shmbcast/test/test_params \
	src/algos/shmbcast/test/test_protocol \
	src/algos/shmbcast/test/test_tree
src_algos_shmbcast_test_test_auto_file_SOURCES = \
	src/algos/shmbcast/test/test_auto_file.c \
	src/algos/shmbcast/test/auto_params.h
src_algos_shmbcast_test_test_auto_file_LDADD = libshmbcast-test.la \
	$(CMOCKA_LIBS)
src_algos_shmbcast_test_test_auto_params_LDADD = libshmbcast-test.la \
	$(CMOCKA_LIBS)
src_algos_shmbcast_test_test_choose_LDADD = libshmbcast-test.la $(CMOCKA_LIBS)
src_algos_shmbcast_test_test_model_LDADD = libshmbcast-test.la $(CMOCKA_LIBS)
src_algos_shmbcast_test_test_params_LDADD = libshmbcast-test.la $(CMOCKA_LIBS)
src_algos_shmbcast_test_test_tree_LDADD = libshmbcast-test.la $(CMOCKA_LIBS)

# Protocols as machines, all of whose interleavings are searched.
shmbcast_search = \
	src/algos/shmbcast/test/search.c src/algos/shmbcast/test/search.h
shmbcast_auto_model = \
	src/algos/shmbcast/test/auto_model.c \
	src/algos/shmbcast/test/auto_model.h $(shmbcast_search)
src_algos_shmbcast_test_test_protocol_LDADD = $(CMOCKA_LIBS)
src_algos_shmbcast_test_test_protocol_SOURCES = \
	src/algos/shmbcast/test/test_protocol.c \
	src/algos/shmbcast/test/protocol.c src/algos/shmbcast/test/protocol.h \
	src/algos/shmbcast/test/protocol_ends.c \
	src/algos/shmbcast/test/protocol_state.h \
	$(shmbcast_search)
src_algos_shmbcast_test_test_auto_pull_LDADD = $(CMOCKA_LIBS)
src_algos_shmbcast_test_test_auto_pull_SOURCES = \
	src/algos/shmbcast/test/test_auto_pull.c \
	src/algos/shmbcast/test/auto_pull.c src/algos/shmbcast/test/auto_pull.h \
	$(shmbcast_auto_model)
src_algos_shmbcast_test_test_auto_ring_LDADD = $(CMOCKA_LIBS)
src_algos_shmbcast_test_test_auto_ring_SOURCES = \
	src/algos/shmbcast/test/test_auto_ring.c \
	src/algos/shmbcast/test/auto_ring.c src/algos/shmbcast/test/auto_ring.h \
	$(shmbcast_auto_model)
src_algos_shmbcast_test_test_auto_slot_LDADD = $(CMOCKA_LIBS)
src_algos_shmbcast_test_test_auto_slot_SOURCES = \
	src/algos/shmbcast/test/test_auto_slot.c $(shmbcast_auto_model)

# Cases for the broadcast behind engine.h; then those of the published one.
shmbcast_cases = \
	src/algos/shmbcast/test/engine.h \
	src/algos/shmbcast/test/mpi_errors.c \
	src/algos/shmbcast/test/mpi_life.c \
	src/algos/shmbcast/test/mpi_progress.c \
	src/algos/shmbcast/test/mpi_sizes.c \
	src/algos/shmbcast/test/mpi_test.c \
	src/algos/shmbcast/test/mpi_test.h \
	src/algos/shmbcast/test/mpi_types.c
shmbcast_mpi_sources = $(shmbcast_cases) \
	src/algos/shmbcast/test/engine_shmbcast.c \
	src/algos/shmbcast/test/engine_shmbcast.h \
	src/algos/shmbcast/test/mpi_geometry.c \
	src/algos/shmbcast/test/mpi_tune.c
check_PROGRAMS += src/algos/shmbcast/test/shmbcast_mpi \
	src/algos/shmbcast/test/shmbcast_mpi_fault
src_algos_shmbcast_test_shmbcast_mpi_SOURCES = $(shmbcast_mpi_sources)
src_algos_shmbcast_test_shmbcast_mpi_LDADD = libshmbcast-test.la -lpthread -lm
src_algos_shmbcast_test_shmbcast_mpi_fault_SOURCES = $(shmbcast_mpi_sources)
src_algos_shmbcast_test_shmbcast_mpi_fault_LDADD = libshmbcast-fault.la -lpthread -lm
shmbcast_auto_mpi_sources = $(shmbcast_cases) \
	src/algos/shmbcast/test/auto_empty.c \
	src/algos/shmbcast/test/auto_life.c \
	src/algos/shmbcast/test/auto_regions.c \
	src/algos/shmbcast/test/auto_ways.c \
	src/algos/shmbcast/test/engine_auto.c \
	src/algos/shmbcast/test/engine_auto.h
check_PROGRAMS += src/algos/shmbcast/test/shmbcast_auto_mpi \
	src/algos/shmbcast/test/shmbcast_auto_mpi_fault
src_algos_shmbcast_test_shmbcast_auto_mpi_SOURCES = $(shmbcast_auto_mpi_sources)
src_algos_shmbcast_test_shmbcast_auto_mpi_LDADD = libshmbcast-test.la -lpthread
src_algos_shmbcast_test_shmbcast_auto_mpi_fault_SOURCES = $(shmbcast_auto_mpi_sources)
src_algos_shmbcast_test_shmbcast_auto_mpi_fault_LDADD = libshmbcast-fault.la -lpthread
BATS_TESTS += src/algos/shmbcast/test/auto.bats \
	src/algos/shmbcast/test/big.bats \
	src/algos/shmbcast/test/shmbcast.bats
ONCE_TESTS += src/algos/shmbcast/test/big.bats \
	src/algos/shmbcast/test/test_auto_pull \
	src/algos/shmbcast/test/test_auto_ring \
	src/algos/shmbcast/test/test_auto_slot \
	src/algos/shmbcast/test/test_protocol
EXTRA_DIST += src/algos/shmbcast/test/cases.bash

# Threads as ranks, for ThreadSanitizer; what stands between is in *_seed.c.
if TSAN
check_PROGRAMS += src/algos/shmbcast/test/auto_race
endif
src_algos_shmbcast_test_auto_race_SOURCES = \
	src/algos/shmbcast/test/auto_race.c \
	src/algos/shmbcast/test/auto_race.h \
	src/algos/shmbcast/test/auto_race_seed.c \
	src/algos/shmbcast/auto/bcast.c \
	src/algos/shmbcast/auto/copy.c \
	src/algos/shmbcast/auto/distance.c \
	src/algos/shmbcast/auto/place.c \
	src/algos/shmbcast/auto/pull.c \
	src/algos/shmbcast/auto/ring.c \
	src/algos/shmbcast/auto/slot.c \
	src/algos/shmbcast/agree.c \
	src/algos/shmbcast/message.c \
	src/algos/shmbcast/stream.c \
	src/algos/shmbcast/type.c \
	src/algos/shmbcast/wait.c
src_algos_shmbcast_test_auto_race_CFLAGS = $(AM_CFLAGS) -fsanitize=thread
src_algos_shmbcast_test_auto_race_LDFLAGS = $(AM_LDFLAGS) -fsanitize=thread \
	-Wl,--wrap=__tsan_atomic64_load \
	-Wl,--wrap=__tsan_atomic64_store \
	-Wl,--wrap=__tsan_atomic64_fetch_add \
	-Wl,--wrap=__tsan_atomic64_compare_exchange_weak \
	-Wl,--wrap=__tsan_atomic64_compare_exchange_val
src_algos_shmbcast_test_auto_race_LDADD = -lpthread
LIGHT_TESTS += src/algos/shmbcast/test/auto_race.bats
ONCE_TESTS += src/algos/shmbcast/test/auto_race.bats
