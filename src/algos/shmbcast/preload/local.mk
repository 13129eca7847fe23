# preload: builds libshmbcast-preload.so and its part that is linked with MPI.
dist_man_MANS += doc/shmbcast-preload.1

if PRELOAD
lib_LTLIBRARIES += libshmbcast-preload.la libshmbcast-preload-mpi.la
endif
# It may be preloaded into programs of any MPI or none. So it must not be linked with
# an MPI library, as the MPI compiler wrapper would do.
libshmbcast_preload_la_SOURCES = %D%/entries.c $(preload_front)
libshmbcast_preload_la_CPPFLAGS = $(AM_CPPFLAGS) -DMPI_FLAVOUR='"$(mpi_flavour)"'
libshmbcast_preload_la_LIBADD = -lpthread -ldl
libshmbcast_preload_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-Wl,--as-needed -export-symbols-regex '^(MPI_|mpi_)'

libshmbcast_preload_mpi_la_SOURCES = $(preload_next) \
	%D%/bcast.c \
	%D%/build.c \
	%D%/channel.c %D%/channel.h \
	%D%/coll.c \
	%D%/calibrated.c \
	%D%/compare.c \
	%D%/operation.h \
	%D%/process.c %D%/process.h \
	$(preload_reducible) \
	$(preload_dying) \
	src/mpi/library.c src/mpi/library.h \
	src/lib/quote.c src/lib/quote.h
# flags of its own, so that the object of quote.c has another name than libutil's
libshmbcast_preload_mpi_la_CPPFLAGS = $(AM_CPPFLAGS)
if OPENMPI
libshmbcast_preload_la_CPPFLAGS += -DFORTRAN_NAMES
libshmbcast_preload_mpi_la_CPPFLAGS += -DFORTRAN_NAMES
endif
if MPICH
libshmbcast_preload_la_CPPFLAGS += -DFORTRAN_F08
endif
libshmbcast_preload_mpi_la_LIBADD = libshmbcast-whole.la -lpthread
libshmbcast_preload_mpi_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-export-symbols-regex '^(MPI_|mpi_|preload_)'

check_PROGRAMS += %D%/test/preload_test
# auto_coll.c compares the library's functions with the MPI library's.
check_LTLIBRARIES += libpreload-coll.la
libpreload_coll_la_SOURCES = src/algos/shmbcast/test/auto_coll.c
libpreload_coll_la_CPPFLAGS = $(AM_CPPFLAGS) \
	-Dengine_auto=double_handle \
	-Dshmbcast_auto_allgather=double_allgather \
	-Dshmbcast_auto_allreduce=double_allreduce \
	-Dshmbcast_auto_barrier=double_barrier \
	-Dshmbcast_auto_bcast=double_bcast \
	-Dshmbcast_auto_reduce=double_reduce \
	-DMPI_Allgather=PMPI_Allgather \
	-DMPI_Allreduce=PMPI_Allreduce \
	-DMPI_Bcast=PMPI_Bcast \
	-DMPI_Reduce=PMPI_Reduce
%C%_test_preload_test_SOURCES = \
	%D%/test/cases_coll.c \
	%D%/test/cases_comms.c \
	%D%/test/cases_faults.c \
	%D%/test/coll_double.h \
	%D%/test/engine_preload.c \
	%D%/test/preload_test.h \
	src/mpi/library.c \
	src/algos/shmbcast/test/mpi_life.c \
	src/algos/shmbcast/test/mpi_sizes.c \
	src/algos/shmbcast/test/mpi_test.c src/algos/shmbcast/test/mpi_test.h \
	src/algos/shmbcast/test/mpi_types.c \
	$(mpi_cases)
%C%_test_preload_test_LDADD = libpreload-coll.la libshmbcast-test.la -lpthread
LIGHT_TESTS += %D%/test/preload.bats
EXTRA_DIST += %D%/test/bcast.F90 \
	%D%/test/other_mpi.c

UNIT_TESTS += %D%/test/test_preload
%C%_test_test_preload_SOURCES = $(unit) \
	%D%/process.c \
	%D%/test/test_preload.c
%C%_test_test_preload_LDADD = libshmbcast-test.la libutil.a $(CMOCKA_LIBS)
