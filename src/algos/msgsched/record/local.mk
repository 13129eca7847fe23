# record: builds libmsgsched-record.so and its part that is linked with MPI.
dist_man_MANS += doc/msgsched-record.1

if PRELOAD
lib_LTLIBRARIES += libmsgsched-record.la libmsgsched-record-mpi.la
endif
# Preloaded into any program: see ../../shmbcast/preload/local.mk.
libmsgsched_record_la_SOURCES = $(preload_front) \
	%D%/call.h %D%/entries.c %D%/entries.def
libmsgsched_record_la_CPPFLAGS = $(AM_CPPFLAGS) -DMPI_FLAVOUR='"$(mpi_flavour)"'
libmsgsched_record_la_LIBADD = -lpthread -ldl
libmsgsched_record_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-Wl,--as-needed -export-symbols-regex '^(MPI_|mpi_)'

# Sources without MPI.
record_pure = \
	%D%/intern.c %D%/intern.h \
	%D%/join.c %D%/join.h \
	%D%/sets.c %D%/sets.h

libmsgsched_record_mpi_la_SOURCES = $(record_pure) \
	%D%/call.h %D%/calls.c \
	%D%/comms.c %D%/comms.h \
	%D%/finish.c %D%/finish.h \
	%D%/gather.c \
	%D%/pattern_format.c %D%/pattern_format.h \
	%D%/recorder.c %D%/recorder.h \
	%D%/settings.c %D%/settings.h \
	%D%/write.c \
	$(preload_call) $(preload_dying) $(preload_replace) \
	src/algos/param.c src/algos/param.h \
	src/mpi/library.c src/mpi/library.h \
	src/lib/quote.c src/lib/quote.h
if OPENMPI
libmsgsched_record_la_CPPFLAGS += -DFORTRAN_NAMES
endif
if MPICH
libmsgsched_record_la_CPPFLAGS += -DFORTRAN_F08
endif
# flags of its own, so that its objects get other names than libutil's and libalgos's
libmsgsched_record_mpi_la_CPPFLAGS = $(AM_CPPFLAGS)
libmsgsched_record_mpi_la_LIBADD = -lpthread
libmsgsched_record_mpi_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-export-symbols-regex '^(msgsched_record_call|preload_free)$$'

check_PROGRAMS += %D%/test/record_test
%C%_test_record_test_SOURCES = \
	%D%/test/cases.def \
	%D%/test/cases_handles.c \
	%D%/test/cases_join.c \
	%D%/test/cases_sets.c \
	%D%/test/cases_world.c \
	%D%/test/record_test.c %D%/test/record_test.h
%C%_test_record_test_LDADD = -lpthread
# because late.c calls it
%C%_test_record_test_LDFLAGS = $(AM_LDFLAGS) -rdynamic
LIGHT_TESTS += %D%/test/record.bats
EXTRA_DIST += %D%/test/halo.F90 %D%/test/late.c %D%/test/loader.c

UNIT_TESTS += %D%/test/test_record
ONCE_TESTS += %D%/test/test_record
%C%_test_test_record_SOURCES = $(unit) \
	$(record_pure) \
	%D%/test/test_join.c
%C%_test_test_record_LDADD = $(CMOCKA_LIBS)
