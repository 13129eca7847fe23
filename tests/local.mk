# tests: what needs more than one module.
# The longest of those that may run beside others are the first.
LIGHT_TESTS += tests/search.bats tests/stuck.bats tests/p2p.bats
LIGHT_TESTS += tests/beside.bats tests/faults.bats tests/ops.bats tests/guidelines.bats tests/cluster.bats \
	tests/run-untimed.bats tests/rma.bats \
	tests/cli.bats tests/cli-wrong.bats tests/compare.bats tests/plot.bats tests/report.bats \
	tests/history.bats tests/schema.bats tests/repeat.bats tests/repeat-time.bats tests/run-options.bats \
	tests/nomemory.bats tests/machine.bats tests/methods-untimed.bats tests/tune.bats \
	tests/names.bats
BATS_TESTS += tests/advise.bats tests/accept.bats tests/run.bats tests/survive.bats tests/methods.bats
BATS_TESTS += tests/locale.bats # with the unit tests' programs
ONCE_TESTS += tests/cli.bats tests/cli-wrong.bats tests/compare.bats tests/history.bats tests/plot.bats \
	tests/report.bats tests/repeat.bats tests/repeat-time.bats tests/run-options.bats tests/schema.bats \
	tests/methods-untimed.bats tests/nomemory.bats tests/accept.bats tests/run.bats \
	tests/methods.bats tests/locale.bats tests/names.bats
EXTRA_DIST += tests/mpirun tests/timed tests/expected-failures \
	tests/golden tests/golden.bash tests/methods.bash tests/mpiperf.bash tests/records.bash tests/shm.bash

# Shared objects that tests load by --plugin or LD_PRELOAD: .libs/NAME.so, made
# of NAME.c.
object_flags = $(AM_LDFLAGS) -module -avoid-version -rpath /nowhere

# Records and interfaces as 1.0 had them.
LIGHT_TESTS += tests/frozen.bats tests/security.bats tests/tables.bats
ONCE_TESTS += tests/frozen.bats tests/tables.bats
EXTRA_DIST += tests/records-1.0 tests/tables

# Which folder may include which.
LIGHT_TESTS += tests/layers.bats tests/unit.bats
ONCE_TESTS += tests/layers.bats tests/unit.bats
EXTRA_DIST += tests/layers tests/circles src/layers

# Machines that are not as they should be.
check_PROGRAMS += tests/denied
tests_denied_LDADD =
check_LTLIBRARIES += tests/slow-rank.la
ONCE_BUILT += tests/slow-rank.la
tests_slow_rank_la_LDFLAGS = $(object_flags)

# A /dev/shm that does not say how much room it has; memory that runs out.
check_LTLIBRARIES += tests/boundless.la tests/nomemory.la
ONCE_BUILT += tests/nomemory.la
tests_boundless_la_LDFLAGS = $(object_flags)
tests_nomemory_la_LDFLAGS = $(object_flags)

# The faulty build gets shmbcast's last byte wrong.
check_PROGRAMS += tests/mpiperf-fault
ONCE_BUILT += tests/mpiperf-fault
tests_mpiperf_fault_SOURCES = $(mpiperf_SOURCES)
tests_mpiperf_fault_LDADD = $(MPIPERF_LIBS) libshmbcast-fault.la $(MPIPERF_ALGOS) \
	$(MPIPERF_SYSLIBS)

# What the MPI library is known to get wrong, this build tries (ops.bats).
check_PROGRAMS += tests/mpiperf-trusting
tests_mpiperf_trusting_SOURCES = $(mpiperf_SOURCES) tests/trusting.c
tests_mpiperf_trusting_LDADD = $(mpiperf_LDADD)

# Inputs that a grammar makes, for everything that reads text from outside.
readers = tests/badinput/promise.c tests/badinput/readers.c tests/badinput/readers_pattern.c \
	tests/badinput/readers_records.c tests/badinput/readers_tune.c tests/badinput/readers.h \
	src/algos/shmbcast/preload/process.c src/tuned/profile.c $(tune_pure)
readers_LDADD = libreport.a $(mpiperf_LDADD) libalgos.la
check_PROGRAMS += tests/badinput/badinput
ONCE_BUILT += tests/badinput/badinput
tests_badinput_badinput_SOURCES = $(readers) tests/badinput/badinput.c
tests_badinput_badinput_LDADD = $(readers_LDADD)
EXTRA_DIST += tests/badinput/grammar tests/badinput/make.awk tests/badinput/run
LIGHT_TESTS += tests/badinput.bats
ONCE_TESTS += tests/badinput.bats

# Options of mpiperf that are combined pair by pair.
EXTRA_DIST += tests/combine/make.awk tests/combine/options tests/combine/run
LIGHT_TESTS += tests/combine.bats

# Inputs that clang's libFuzzer makes. The program with all readers is made where everything
# is compiled for that: OMPI_CC=clang, --enable-sanitizers=fuzzer-no-link,address,undefined.
EXTRA_PROGRAMS += tests/fuzz/readers
tests_fuzz_readers_SOURCES = $(readers) tests/fuzz/fuzz.c
tests_fuzz_readers_LDADD = $(readers_LDADD)
tests_fuzz_readers_LDFLAGS = $(AM_LDFLAGS) -fsanitize=fuzzer
LIGHT_TESTS += tests/fuzz.bats
ONCE_TESTS += tests/fuzz.bats
EXTRA_DIST += tests/fuzz
# What is installed, once for all tests of one `make check` that look at that, and
# before any test: to install, libtool links librefnuma again, and for that moment the
# one that programs of this build load is not there.
.PHONY: installed
installed:
	@case "$(TEST_LOGS)" in \
	*examples.log* | *installed.log* | *plugin.log* | *packages.log*) ;; \
	*) exit 0 ;; \
	esac; \
	rm -rf tests/installed && mkdir -p tests/installed && \
	$(MAKE) $(AM_MAKEFLAGS) install DESTDIR=$(abs_builddir)/tests/installed \
		>tests/installed/log 2>&1 || { cat tests/installed/log; exit 1; }
$(TEST_LOGS): installed
EXTRA_DIST += tests/installed.bash tests/interfaces tests/links.bash
clean-local:
	rm -rf tests/installed

# What examples compute; libraries, as they are installed.
LIGHT_TESTS += tests/examples.bats tests/installed.bats tests/packages.bats
ONCE_TESTS += tests/examples.bats tests/installed.bats tests/packages.bats
# libmsgsched through mpiperf.
LIGHT_TESTS += tests/msgsched.bats
ONCE_TESTS += tests/msgsched.bats

# librefnuma and microshmem through mpiperf.
LIGHT_TESTS += tests/dsm-refnuma.bats
ONCE_TESTS += tests/dsm-refnuma.bats

# Plug-ins: from what is installed, and what is refused.
LIGHT_TESTS += tests/plugin.bats tests/plugin-wrong.bats
LIGHT_TESTS += tests/operands.bats
EXTRA_DIST += tests/ops.bash
ONCE_TESTS += tests/operands.bats tests/plugin.bats tests/plugin-wrong.bats
EXTRA_DIST += tests/plugin-param.c
check_LTLIBRARIES += tests/broken.la tests/faults.la tests/preload-bcast.la tests/yield.la
ONCE_BUILT += tests/preload-bcast.la
tests_broken_la_LDFLAGS = $(object_flags)
tests_faults_la_LDFLAGS = $(object_flags)
tests_preload_bcast_la_LDFLAGS = $(object_flags)
tests_yield_la_LDFLAGS = $(object_flags)

# A broadcast that is slow for some sizes, by LD_PRELOAD.
ONCE_TESTS += tests/guidelines.bats
check_LTLIBRARIES += tests/slowcoll.la
tests_slowcoll_la_LDFLAGS = $(object_flags)
tests_slowcoll_la_LIBADD = -lm

# A broadcast whose overlap is known, by LD_PRELOAD.
BATS_TESTS += tests/overlap.bats
ONCE_TESTS += tests/overlap.bats
check_LTLIBRARIES += tests/overlap-double.la
ONCE_BUILT += tests/overlap-double.la
tests_overlap_double_la_LDFLAGS = $(object_flags)

# Shared arrays, and calls that bring less of them, by LD_PRELOAD.
LIGHT_TESTS += tests/dsm.bats
ONCE_TESTS += tests/dsm.bats
check_LTLIBRARIES += tests/preload-bring.la
ONCE_BUILT += tests/preload-bring.la
tests_preload_bring_la_LDFLAGS = $(object_flags)

# Clocks that are set back, by LD_PRELOAD.
check_LTLIBRARIES += tests/preload-clock.la
tests_preload_clock_la_LDFLAGS = $(object_flags)

# Clocks with coarse steps, by LD_PRELOAD.
check_LTLIBRARIES += tests/preload-steps.la
tests_preload_steps_la_LDFLAGS = $(object_flags)

# A put that goes astray, by LD_PRELOAD.
check_LTLIBRARIES += tests/preload-put.la
tests_preload_put_la_LDFLAGS = $(object_flags)

# Reading other processes takes longer, by LD_PRELOAD. Objects of its own, since
# programs have them too.
check_LTLIBRARIES += tests/preload-pull.la
ONCE_BUILT += tests/preload-pull.la
tests_preload_pull_la_SOURCES = tests/preload-pull.c \
	src/algos/shmbcast/test/double.h
tests_preload_pull_la_CFLAGS = $(AM_CFLAGS)
tests_preload_pull_la_LDFLAGS = $(object_flags)

# Simulated clusters: for a build with CC=smpicc.
BATS_TESTS += tests/smpi.bats
ONCE_TESTS += tests/smpi.bats
EXTRA_DIST += results/smpi/bcast15.c results/smpi/compare \
	results/smpi/fattree.xml

# Links of README.md, doc/ and results/ lead somewhere; results/ has an index, and a size.
LIGHT_TESTS += tests/pages.bats
ONCE_TESTS += tests/pages.bats
EXTRA_DIST += results/msgsched-figures/platform

# The plug-in of a result, for p2p.bats.
EXTRA_DIST += results/pingpong/byhand.c

# A machine that changes: gauges by LD_PRELOAD and an operation by --plugin, both
# of one schedule.
BATS_TESTS += tests/states.bats
ONCE_TESTS += tests/states.bats
EXTRA_DIST += tests/states/schedule.h tests/states/states.bash
check_LTLIBRARIES += tests/states/gauges.la tests/states/waits.la
ONCE_BUILT += tests/states/gauges.la tests/states/waits.la
tests_states_gauges_la_LDFLAGS = $(object_flags)
tests_states_gauges_la_LIBADD = -lm
tests_states_waits_la_LDFLAGS = $(object_flags)
tests_states_waits_la_LIBADD = -lm

# Clocks that drift, by LD_PRELOAD.
BATS_TESTS += tests/skew.bats
ONCE_TESTS += tests/skew.bats
check_LTLIBRARIES += tests/skew.la
ONCE_BUILT += tests/skew.la
tests_skew_la_LDFLAGS = $(object_flags)

# Several hosts, and what delays the frames between them; a Slurm of our own.
BATS_TESTS += tests/cluster-alone.bats
ONCE_TESTS += tests/cluster-alone.bats
LIGHT_TESTS += tests/jobs.bats tests/slurm.bats
EXTRA_DIST += tests/enclosed tests/cluster tests/cluster.bash tests/slurm
check_PROGRAMS += tests/cluster-delay
tests_cluster_delay_LDADD =
check_LTLIBRARIES += tests/cluster-close.la
tests_cluster_close_la_LDFLAGS = $(object_flags)

# A machine with two NUMA nodes; what looks at its pages, and what changes how
# they are taken, by LD_PRELOAD. The kernel comes from Debian.
LONG_TESTS += tests/numa.bats
EXTRA_DIST += tests/numa/machine tests/numa/init tests/numa/ranks
CLEANFILES += tests/numa-kernel/vmlinuz tests/numa-kernel/brd.ko
LONG_BUILT += tests/numa/show-nodes.la tests/numa/one-reserves.la tests/numa/no-advice.la
check_LTLIBRARIES += tests/numa/show-nodes.la tests/numa/one-reserves.la \
	tests/numa/no-advice.la
tests_numa_show_nodes_la_LDFLAGS = $(object_flags)
tests_numa_one_reserves_la_LDFLAGS = $(object_flags)
tests_numa_no_advice_la_LDFLAGS = $(object_flags)
tests_numa_show_nodes_la_LIBADD = $(NUMA_LIBS)

# One build for the MPI ABI.
LONG_TESTS += tests/abi.bats
ONCE_TESTS += tests/abi.bats

# Programs in Python, with each preload library.
LONG_TESTS += tests/mpi4py.bats
EXTRA_DIST += results/applications/programs.bash results/applications/heat.py

# A program that calls a collective, by which tune.bats sees what the library does.
check_PROGRAMS += tests/tune-coll
tests_tune_coll_SOURCES = tests/tune-coll.c
tests_tune_coll_LDADD =

# Faults by the hundred.
EXTRA_DIST += tests/faults/run tests/faults/one tests/faults/kinds.bash
check_LTLIBRARIES += tests/faults/calls.la
tests_faults_calls_la_LDFLAGS = $(object_flags)

# How much there may be.
LIGHT_TESTS += tests/limits.bats
ONCE_TESTS += tests/limits.bats
EXTRA_DIST += tests/limits/records.awk

# What is held, while a program runs for long.
LONG_TESTS += tests/flat.bats
EXTRA_DIST += tests/flat/flat tests/flat/judge.awk
