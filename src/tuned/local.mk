# tuned: builds libmpiperf-tuned.so and its part that is linked with MPI.
if PRELOAD
lib_LTLIBRARIES += libmpiperf-tuned.la libmpiperf-tuned-mpi.la
endif
# Preloaded into any program: see libshmbcast-preload.
libmpiperf_tuned_la_SOURCES = %D%/entries.c $(preload_front)
libmpiperf_tuned_la_CPPFLAGS = $(AM_CPPFLAGS) -DMPI_FLAVOUR='"$(mpi_flavour)"'
libmpiperf_tuned_la_LIBADD = -lpthread -ldl
libmpiperf_tuned_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-Wl,--as-needed -export-symbols-regex '^(MPI_|mpi_)'

if PRELOAD
# The functions of libshmbcast-preload, under names of its own.
noinst_LTLIBRARIES += libtuned-shared.la
libtuned_shared_la_SOURCES = \
	src/algos/shmbcast/preload/bcast.c \
	src/algos/shmbcast/preload/build.c \
	src/algos/shmbcast/preload/channel.c \
	src/algos/shmbcast/preload/coll.c \
	src/algos/shmbcast/preload/calibrated.c \
	src/algos/shmbcast/preload/process.c \
	$(preload_dying) $(preload_reducible) \
	src/mpi/library.c \
	src/lib/quote.c
libtuned_shared_la_CPPFLAGS = $(AM_CPPFLAGS) -Dpreload_start=tuned_shared_start \
	-DMPI_Allgather=tuned_allgather -DMPI_Allgather_c=tuned_allgather_c \
	-DMPI_Allreduce=tuned_allreduce -DMPI_Allreduce_c=tuned_allreduce_c \
	-DMPI_Barrier=tuned_barrier -Dmpi_barrier_f08_=tuned_barrier_f08_ \
	-DMPI_Bcast=tuned_bcast -DMPI_Bcast_c=tuned_bcast_c \
	-DMPI_Reduce=tuned_reduce -DMPI_Reduce_c=tuned_reduce_c
libtuned_shared_la_LIBADD = libshmbcast-whole.la
noinst_LTLIBRARIES += libtuned-compare.la
libtuned_compare_la_SOURCES = src/algos/shmbcast/preload/compare.c
libtuned_compare_la_CPPFLAGS = $(AM_CPPFLAGS) \
	-Dcompare_learn=tuned_compare_learn

# Mock-ups, which must not call what this library, or a tool, replaces.
noinst_LTLIBRARIES += libtuned-mock.la
libtuned_mock_la_SOURCES = src/adapters/mock/mock.c
libtuned_mock_la_CPPFLAGS = $(AM_CPPFLAGS) \
	-DMPI_Allgather=PMPI_Allgather \
	-DMPI_Allgatherv=PMPI_Allgatherv \
	-DMPI_Allreduce=PMPI_Allreduce \
	-DMPI_Alltoall=PMPI_Alltoall \
	-DMPI_Alltoallv=PMPI_Alltoallv \
	-DMPI_Bcast=PMPI_Bcast \
	-DMPI_Exscan=PMPI_Exscan \
	-DMPI_Gather=PMPI_Gather \
	-DMPI_Gatherv=PMPI_Gatherv \
	-DMPI_Op_commutative=PMPI_Op_commutative \
	-DMPI_Reduce=PMPI_Reduce \
	-DMPI_Reduce_local=PMPI_Reduce_local \
	-DMPI_Reduce_scatter=PMPI_Reduce_scatter \
	-DMPI_Reduce_scatter_block=PMPI_Reduce_scatter_block \
	-DMPI_Scatter=PMPI_Scatter \
	-DMPI_Scatterv=PMPI_Scatterv \
	-DMPI_Type_get_extent=PMPI_Type_get_extent
endif

libmpiperf_tuned_mpi_la_SOURCES = $(preload_next) \
	%D%/decided.c \
	%D%/mockups.c \
	%D%/profile.c %D%/profile.h \
	%D%/replaced.c \
	%D%/tuned.c %D%/tuned.h
libmpiperf_tuned_mpi_la_CPPFLAGS = $(AM_CPPFLAGS)
if OPENMPI
libmpiperf_tuned_la_CPPFLAGS += -DFORTRAN_NAMES
libmpiperf_tuned_mpi_la_CPPFLAGS += -DFORTRAN_NAMES
endif
if MPICH
libmpiperf_tuned_la_CPPFLAGS += -DFORTRAN_F08
endif
libmpiperf_tuned_mpi_la_LIBADD = libtuned-shared.la libtuned-compare.la \
	libtuned-mock.la \
	-lpthread
libmpiperf_tuned_mpi_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-export-symbols-regex '^(MPI_|mpi_|preload_)'

UNIT_TESTS += %D%/test/test_tuned
ONCE_TESTS += %D%/test/test_tuned
%C%_test_test_tuned_SOURCES = $(unit) %D%/decided.c %D%/profile.c \
	%D%/test/test_decided.c %D%/test/test_profile.c
%C%_test_test_tuned_LDADD = $(CMOCKA_LIBS)
check_PROGRAMS += %D%/test/tuned_test
%C%_test_tuned_test_SOURCES = %D%/test/tuned_test.c $(mpi_cases)
%C%_test_tuned_test_LDADD = -lpthread
LIGHT_TESTS += %D%/test/tuned.bats
EXTRA_DIST += %D%/test/coll.F90
