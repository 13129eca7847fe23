# profile: builds libmpiperf-profile.so and its part that is linked with MPI.
dist_man_MANS += doc/mpiperf-profile.1
dist_doc_DATA += doc/profile.md

if PRELOAD
lib_LTLIBRARIES += libmpiperf-profile.la libmpiperf-profile-mpi.la
endif
# Preloaded into any program: see libshmbcast-preload.
libmpiperf_profile_la_SOURCES = $(preload_front) \
	%D%/calls.def %D%/entries.c %D%/functions.h
libmpiperf_profile_la_CPPFLAGS = $(AM_CPPFLAGS) -DMPI_FLAVOUR='"$(mpi_flavour)"'
libmpiperf_profile_la_LIBADD = -lpthread -ldl
libmpiperf_profile_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-Wl,--as-needed -export-symbols-regex '^(MPIX?_|mpix?_)'
if OPENMPI
libmpiperf_profile_la_CPPFLAGS += -DFORTRAN_NAMES
endif
if MPICH
libmpiperf_profile_la_CPPFLAGS += -DFORTRAN_F08
endif

if PRELOAD
# The harness's clocks, which must not call what this library, or a tool, replaces.
noinst_LTLIBRARIES += libprofile-clocks.la
libprofile_clocks_la_SOURCES = \
	src/clocksync/drift.c src/clocksync/hca3.c src/clocksync/model.c \
	src/clocksync/none.c src/clocksync/pairwise.c src/clocksync/repeat.c \
	src/clocksync/tree.c src/lib/xmalloc.c \
	src/mpi/nodes.c src/mpi/patient.c src/mpi/simulated.c \
	src/timers/bracket.c src/timers/cntvct.c src/timers/gettimeofday.c \
	src/timers/monotonic.c src/timers/quality.c src/timers/simulated.c \
	src/timers/spin.c src/timers/timer.c src/timers/tsc.c src/timers/wtime.c
libprofile_clocks_la_CPPFLAGS = $(AM_CPPFLAGS) \
	-DMPI_Allgather=PMPI_Allgather \
	-DMPI_Allreduce=PMPI_Allreduce \
	-DMPI_Bcast=PMPI_Bcast \
	-DMPI_Comm_free=PMPI_Comm_free \
	-DMPI_Comm_rank=PMPI_Comm_rank \
	-DMPI_Comm_size=PMPI_Comm_size \
	-DMPI_Comm_split=PMPI_Comm_split \
	-DMPI_Comm_split_type=PMPI_Comm_split_type \
	-DMPI_Error_string=PMPI_Error_string \
	-DMPI_Ibarrier=PMPI_Ibarrier \
	-DMPI_Initialized=PMPI_Initialized \
	-DMPI_Irecv=PMPI_Irecv \
	-DMPI_Send=PMPI_Send \
	-DMPI_Test=PMPI_Test \
	-DMPI_Wait=PMPI_Wait \
	-DMPI_Wtime=PMPI_Wtime
endif

# Sources without MPI.
profile_pure = \
	%D%/functions.c %D%/functions.h \
	%D%/log.c %D%/log.h \
	%D%/match.c %D%/match.h \
	%D%/sums.c %D%/sums.h \
	src/algos/msgsched/record/intern.c src/algos/msgsched/record/intern.h

libmpiperf_profile_mpi_la_SOURCES = $(profile_pure) \
	%D%/calls.def \
	%D%/channel.c %D%/channel.h \
	%D%/common_time.c %D%/common_time.h \
	%D%/finish.c \
	%D%/key.c %D%/key.h \
	%D%/match_ranks.c %D%/match_ranks.h \
	%D%/merge.c %D%/merge.h \
	%D%/pending.c %D%/pending.h \
	%D%/profile.c %D%/profile.h \
	%D%/thread.c %D%/thread.h \
	%D%/write.c \
	$(preload_call) $(preload_dying) $(preload_replace) \
	src/algos/microshmem/unread.h \
	src/algos/msgsched/record/comms.c src/algos/msgsched/record/comms.h \
	src/algos/param.c src/algos/param.h \
	src/algos/type.c src/algos/type.h \
	src/lib/quote.c src/lib/quote.h
libmpiperf_profile_mpi_la_CPPFLAGS = $(AM_CPPFLAGS)
libmpiperf_profile_mpi_la_LIBADD = libprofile-clocks.la -lm -lpthread
libmpiperf_profile_mpi_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-export-symbols-regex '^(profile_call|preload_)'

UNIT_TESTS += %D%/test/test_profile
ONCE_TESTS += %D%/test/test_profile
%C%_test_test_profile_SOURCES = $(unit) $(profile_pure) \
	%D%/test/test_log.c %D%/test/test_match.c %D%/test/test_sums.c
%C%_test_test_profile_LDADD = $(CMOCKA_LIBS) -lm
if PRELOAD
check_PROGRAMS += %D%/test/profile_test
endif
%C%_test_profile_test_SOURCES = %D%/test/profile_test.c \
	%D%/test/profile_test.h %D%/test/collectives.c
%C%_test_profile_test_LDADD = -lpthread
LIGHT_TESTS += %D%/test/profile.bats
EXTRA_DIST += %D%/test/profile.F90
