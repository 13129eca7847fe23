# mpi: what everything that talks MPI shares. (The name of the library must not be MPI's.)
noinst_LIBRARIES += libmpicommon.a
libmpicommon_a_SOURCES = \
	src/mpi/agree.c src/mpi/agree.h \
	src/mpi/library.c src/mpi/library.h \
	src/mpi/nodes.c src/mpi/nodes.h \
	src/mpi/patient.c src/mpi/patient.h \
	src/mpi/simulated.c src/mpi/simulated.h

UNIT_TESTS += src/mpi/test/test_mpi
ONCE_TESTS += src/mpi/test/test_mpi
src_mpi_test_test_mpi_SOURCES = $(unit) \
	src/mpi/library.c \
	src/mpi/test/test_library.c src/mpi/test/test_nodes.c
src_mpi_test_test_mpi_LDADD = $(CMOCKA_LIBS)
