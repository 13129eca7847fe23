# tests: what needs more than one module.
EXTRA_DIST += tests/mpirun

# Whole runs; the faulty build gets shmbcast's last byte wrong.
if HAVE_BATS
TESTS += tests/run.bats tests/survive.bats
endif
EXTRA_DIST += tests/run.bats tests/survive.bats
check_PROGRAMS += tests/mpiperf-fault
tests_mpiperf_fault_SOURCES = $(mpiperf_SOURCES)
tests_mpiperf_fault_CFLAGS = $(mpiperf_CFLAGS)
tests_mpiperf_fault_LDADD = $(MPIPERF_LIBS) libshmbcast-fault.la $(MPIPERF_SYSLIBS)

# Records and plots.
if HAVE_BATS
TESTS += tests/schema.bats tests/plot.bats
endif
EXTRA_DIST += tests/schema.bats tests/plot.bats
dist_doc_DATA += doc/record.schema.json
dist_bin_SCRIPTS += scripts/mpiperf-plot
dist_man_MANS += doc/mpiperf-plot.1

# The command line.
if HAVE_BATS
TESTS += tests/cli.bats tests/cli-wrong.bats
endif
EXTRA_DIST += tests/cli.bats tests/cli-wrong.bats
