# preload: libshmbcast-preload.so and the part of it that knows MPI, what this
# folder adds to the build.
dist_man_MANS += doc/shmbcast-preload.1

# libshmbcast once more, whose own broadcasts are the MPI library's: they must
# not come back to us.
noinst_LTLIBRARIES += libshmbcast-pmpi.la
libshmbcast_pmpi_la_SOURCES = $(shmbcast_faulty) $(shmbcast_calling)
libshmbcast_pmpi_la_CPPFLAGS = $(AM_CPPFLAGS) -DMPI_Bcast=PMPI_Bcast
libshmbcast_pmpi_la_LIBADD = libshmbcast-core.la

if PRELOAD
lib_LTLIBRARIES += libshmbcast-preload.la libshmbcast-preload-mpi.la
endif
# In front of any program, with any MPI and without: none may be linked, which
# the compiler of MPI would do.
libshmbcast_preload_la_SOURCES = src/algos/shmbcast/preload/front.c
libshmbcast_preload_la_CPPFLAGS = $(AM_CPPFLAGS) -DMPI_FLAVOUR='"$(mpi_flavour)"'
libshmbcast_preload_la_LIBADD = -lpthread -ldl
libshmbcast_preload_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-Wl,--as-needed $(preload_entries)
preload_entries = \
	-export-symbols-regex '^(MPI_Bcast(_c)?|MPI_BCAST|mpi_bcast.*)$$'

libshmbcast_preload_mpi_la_SOURCES = \
	src/algos/shmbcast/preload/bcast.c \
	src/algos/shmbcast/preload/budget.c src/algos/shmbcast/preload/budget.h \
	src/algos/shmbcast/preload/build.c src/algos/shmbcast/preload/build.h \
	src/algos/shmbcast/preload/call.h \
	src/algos/shmbcast/preload/channel.c src/algos/shmbcast/preload/channel.h \
	src/algos/shmbcast/preload/engine.c src/algos/shmbcast/preload/engine.h \
	src/algos/shmbcast/preload/nodes.c src/algos/shmbcast/preload/nodes.h \
	src/algos/shmbcast/preload/outcome.c src/algos/shmbcast/preload/outcome.h \
	src/algos/shmbcast/preload/settings.c src/algos/shmbcast/preload/settings.h \
	src/algos/shmbcast/preload/wrap.c \
	src/lib/quote.c src/lib/quote.h
if OPENMPI
libshmbcast_preload_la_CPPFLAGS += -DFORTRAN_NAMES
libshmbcast_preload_mpi_la_SOURCES += src/algos/shmbcast/preload/fortran.c
endif
# flags of its own: an object of quote.c by another name than libutil's
libshmbcast_preload_mpi_la_CPPFLAGS = $(AM_CPPFLAGS)
libshmbcast_preload_mpi_la_LIBADD = libshmbcast-pmpi.la -lpthread
libshmbcast_preload_mpi_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	$(preload_entries)

check_PROGRAMS += src/algos/shmbcast/preload/test/preload_test
src_algos_shmbcast_preload_test_preload_test_SOURCES = \
	src/algos/shmbcast/preload/test/cases_comms.c \
	src/algos/shmbcast/preload/test/cases_data.c \
	src/algos/shmbcast/preload/test/cases_faults.c \
	src/algos/shmbcast/preload/test/preload_test.c \
	src/algos/shmbcast/preload/test/preload_test.h
src_algos_shmbcast_preload_test_preload_test_LDADD = -lpthread
BATS_TESTS += src/algos/shmbcast/preload/test/preload.bats
EXTRA_DIST += src/algos/shmbcast/preload/test/bcast.F90 \
	src/algos/shmbcast/preload/test/other_mpi.c \
	src/algos/shmbcast/preload/test/other_mpi.h \
	src/algos/shmbcast/preload/test/other_program.c

UNIT_TESTS += src/algos/shmbcast/preload/test/test_preload
src_algos_shmbcast_preload_test_test_preload_SOURCES = \
	src/algos/shmbcast/preload/test/test_preload.c \
	src/algos/shmbcast/preload/budget.c \
	src/algos/shmbcast/preload/settings.c
# flags of its own: objects by another name than the library's
src_algos_shmbcast_preload_test_test_preload_CPPFLAGS = $(AM_CPPFLAGS)
src_algos_shmbcast_preload_test_test_preload_LDADD = $(CMOCKA_LIBS)
