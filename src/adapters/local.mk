# adapters: make the algorithm libraries available as algorithms of operations.
noinst_LIBRARIES += libadapters.a
libadapters_a_SOURCES = \
	src/adapters/adapters.c src/adapters/adapters.h \
	src/adapters/bcast_shmbcast.c \
	src/adapters/bcast_shmbcast_auto.c \
	src/adapters/exchange_msgsched.c \
	src/adapters/library.h \
	src/adapters/mock.c src/adapters/mock.def src/adapters/mock.h \
	src/adapters/mock_calls.c \
	src/adapters/shmbcast_common.c src/adapters/shmbcast_common.h
if MPI_TOOLS
libadapters_a_SOURCES += \
	src/adapters/library.c \
	src/adapters/library_mpich.c \
	src/adapters/library_openmpi.c \
	src/adapters/openmpi_proof.c src/adapters/openmpi_proof.h
endif

UNIT_TESTS += src/adapters/test/test_adapters
src_adapters_test_test_adapters_SOURCES = $(unit) \
	src/adapters/test/test_pays_after.c
if MPI_TOOLS
src_adapters_test_test_adapters_SOURCES += src/adapters/test/test_library.c
endif
src_adapters_test_test_adapters_LDADD = $(ALGOS_LDADD)

# What Open MPI decides by itself, with and without algorithms that can be chosen.
check_PROGRAMS += src/adapters/test/native_messages
ONCE_BUILT += src/adapters/test/native_messages
src_adapters_test_native_messages_LDADD = $(mpiperf_LDADD)
LIGHT_TESTS += tests/library.bats
dist_doc_DATA += doc/library.md
