# msgsched: what this folder adds to the build.
include_HEADERS += %D%/msgsched.h
pkgconfig_DATA += %D%/msgsched.pc
dist_man_MANS += doc/msgsched.3
dist_doc_DATA += doc/msgsched.md

lib_LTLIBRARIES += libmsgsched.la
libmsgsched_la_SOURCES =
libmsgsched_la_LIBADD = libmsgsched-core.la
libmsgsched_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 \
	-export-symbols-regex '^msgsched_'

# All of it; tests have the internals in reach.
noinst_LTLIBRARIES += libmsgsched-core.la
libmsgsched_core_la_SOURCES = \
	%D%/agree.c %D%/agree.h \
	%D%/arrange.c %D%/arrange.h \
	%D%/auto.c %D%/auto.h \
	%D%/bundles.c \
	%D%/carrier.c %D%/carrier.h \
	%D%/charge.c %D%/charge.h \
	%D%/check.c %D%/check.h \
	%D%/compare.c \
	%D%/cut.c %D%/cut.h \
	%D%/datatype.c \
	%D%/device.c %D%/device.h \
	%D%/distance.c \
	%D%/exchange.c \
	%D%/flat.c %D%/flat.h \
	%D%/flying.c %D%/flying.h \
	%D%/ends.c \
	%D%/graph.c %D%/graph.h \
	%D%/home.c %D%/home.h \
	%D%/joined.c %D%/joined.h \
	%D%/info.c \
	%D%/landing.c %D%/landing.h \
	%D%/lane.c %D%/lane.h \
	%D%/mail.c %D%/mail.h \
	%D%/match.c %D%/match.h \
	%D%/measure.c %D%/measure.h \
	%D%/median.c %D%/median.h \
	%D%/neighbor.c \
	%D%/nodes.c %D%/nodes.h \
	%D%/options.c %D%/options.def \
	%D%/options_check.c \
	%D%/pack.c %D%/pack.h \
	%D%/persistent.c \
	%D%/plan.c %D%/plan.h \
	%D%/probe.c %D%/probe.h \
	%D%/relay.c %D%/relay.h \
	%D%/relay_make.c %D%/relay_state.h \
	%D%/requests.c %D%/requests.h \
	%D%/route.c %D%/route.h \
	%D%/schedule.c \
	%D%/scratch.c %D%/scratch.h \
	%D%/set.c %D%/set.h \
	%D%/share.c %D%/share.h \
	%D%/share_told.c %D%/share_told.h \
	%D%/side.c %D%/side.h \
	%D%/sort.h \
	%D%/tell.c %D%/tell.h \
	%D%/threshold.c %D%/threshold.h \
	%D%/tokens.c %D%/tokens.h \
	%D%/trial.c %D%/trial.h \
	%D%/turns.c \
	%D%/way.c %D%/way.h \
	%D%/weigh.c %D%/weigh.h \
	%D%/wire.c %D%/wire.h
libmsgsched_core_la_LIBADD = libalgos.la -lm

msgsched_sets = %D%/test/sets.c %D%/test/sets.h
UNIT_TESTS += %D%/test/test_msgsched
%C%_test_test_msgsched_SOURCES = $(unit) \
	$(msgsched_sets) \
	%D%/test/test_arrange.c \
	%D%/test/test_auto.c \
	%D%/test/test_carrier.c \
	%D%/test/test_compare.c \
	%D%/test/test_cut.c \
	%D%/test/test_distance.c \
	%D%/test/test_measure.c \
	%D%/test/test_options.c \
	%D%/test/test_options_check.c \
	%D%/test/test_pack.c \
	%D%/test/test_scratch.c
%C%_test_test_msgsched_LDADD = libmsgsched-core.la $(CMOCKA_LIBS) -lm

# Cases for all ranks of an MPI program.
check_PROGRAMS += %D%/test/msgsched_mpi
%C%_test_msgsched_mpi_SOURCES = \
	%D%/test/mpi_auto.c \
	%D%/test/mpi_broken.c \
	%D%/test/mpi_info.c \
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
	$(msgsched_sets) $(mpi_cases)
%C%_test_msgsched_mpi_LDADD = libmsgsched-core.la -lpthread
LIGHT_TESTS += %D%/test/msgsched.bats
