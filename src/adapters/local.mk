# adapters: make the algorithm libraries available as algorithms of operations.
noinst_LIBRARIES += libadapters.a
libadapters_a_SOURCES = \
	src/adapters/adapters.c src/adapters/adapters.h \
	src/adapters/bcast_shmbcast.c \
	src/adapters/bcast_shmbcast_auto.c \
	src/adapters/exchange_msgsched.c \
	src/adapters/library/library.h \
	src/adapters/mock/mock.c src/adapters/mock/mock.def src/adapters/mock/mock.h \
	src/adapters/shmbcast_common.c src/adapters/shmbcast_common.h \
	src/adapters/shmbcast_coll.c
if MPI_TOOLS
libadapters_a_SOURCES += \
	src/adapters/library/library.c \
	src/adapters/library/mpich.c \
	src/adapters/library/openmpi.c src/adapters/library/openmpi_component.c \
	src/adapters/library/openmpi_proof.c src/adapters/library/openmpi_proof.h \
	src/adapters/library/variant.c src/adapters/library/variant.h
endif

UNIT_TESTS += src/adapters/test/test_adapters
src_adapters_test_test_adapters_SOURCES = $(unit) \
	src/adapters/mock/test/test_mock.c src/adapters/test/test_pays_after.c
src_adapters_test_test_adapters_LDADD = $(ALGOS_LDADD)
if MPI_TOOLS
UNIT_TESTS += src/adapters/library/test/test_library
src_adapters_library_test_test_library_SOURCES = $(unit) \
	src/adapters/library/test/test_names.c
src_adapters_library_test_test_library_LDADD = $(ALGOS_LDADD)
endif

# What Open MPI decides by itself, with and without algorithms that can be chosen.
check_PROGRAMS += src/adapters/library/test/native_messages
ONCE_BUILT += src/adapters/library/test/native_messages
src_adapters_library_test_native_messages_LDADD = $(mpiperf_LDADD)
LIGHT_TESTS += tests/library.bats
dist_doc_DATA += doc/library.md
