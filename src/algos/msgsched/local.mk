# msgsched: build rules of this folder.
include_HEADERS += %D%/msgsched.h
pkgconfig_DATA += %D%/msgsched.pc
dist_man_MANS += doc/msgsched.3
dist_doc_DATA += doc/msgsched.md

lib_LTLIBRARIES += libmsgsched.la
libmsgsched_la_SOURCES =
libmsgsched_la_LIBADD = libmsgsched-core.la
libmsgsched_la_LDFLAGS = $(AM_LDFLAGS) -version-info 1:0:0 \
	-export-symbols-regex '^msgsched_' $(LIBRARY_RELEASE)

# The whole library, for tests: they can call its internal functions.
noinst_LTLIBRARIES += libmsgsched-core.la
libmsgsched_core_la_SOURCES = \
	%D%/agree.c %D%/agree.h \
	%D%/arrange.c %D%/arrange.h \
	%D%/at_once.c \
	%D%/auto.c %D%/auto.h \
	%D%/comm.c %D%/comm.h \
	%D%/distance.c \
	%D%/engine.h \
	%D%/exchange.c \
	%D%/lane.c %D%/lane.h \
	%D%/mailbox.c \
	%D%/match.c \
	%D%/measure.c \
	%D%/neighbor.c \
	%D%/options.c %D%/options.def \
	%D%/pipeline.c \
	%D%/plan.c %D%/plan.h \
	%D%/relay.c %D%/relay.h \
	%D%/relay_make.c \
	%D%/set.c \
	%D%/topology.c \
	%D%/trial.c \
	%D%/weigh.c \
	%D%/wire.c %D%/wire.h
libmsgsched_core_la_LIBADD = libalgos.la -lm

EXTRA_DIST += %D%/test/options.txt
UNIT_TESTS += %D%/test/test_msgsched
ONCE_TESTS += %D%/test/test_msgsched
%C%_test_test_msgsched_SOURCES = $(unit) \
	%D%/test/test_arrange.c \
	%D%/test/test_auto.c \
	%D%/test/test_distance.c \
	%D%/test/test_measure.c \
	%D%/test/test_options.c \
	%D%/test/test_pack.c
%C%_test_test_msgsched_LDADD = libmsgsched-core.la $(CMOCKA_LIBS) -lm

# An MPI program with test cases that all ranks run.
check_PROGRAMS += %D%/test/msgsched_mpi
%C%_test_msgsched_mpi_SOURCES = \
	%D%/test/mpi_auto.c \
	%D%/test/mpi_broken.c \
	%D%/test/mpi_life.c \
	%D%/test/mpi_neighbor.c \
	%D%/test/mpi_node.c \
	%D%/test/mpi_random.c \
	%D%/test/mpi_refused.c \
	%D%/test/mpi_threads.c \
	%D%/test/mpi_weigh.c \
	%D%/test/msgsched_mpi.c %D%/test/msgsched_mpi.h \
	%D%/test/traffic.c %D%/test/traffic.h \
	%D%/test/watch.c %D%/test/watch.h \
	$(mpi_cases)
%C%_test_msgsched_mpi_LDADD = libmsgsched-core.la -lpthread
LIGHT_TESTS += %D%/test/msgsched.bats
