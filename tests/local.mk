# tests: what needs more than one module.
BATS_TESTS += \
	tests/cli.bats tests/cli-wrong.bats \
	tests/run.bats tests/survive.bats \
	tests/schema.bats tests/plot.bats
EXTRA_DIST += tests/mpirun

# The faulty build gets shmbcast's last byte wrong.
check_PROGRAMS += tests/mpiperf-fault
tests_mpiperf_fault_SOURCES = $(mpiperf_SOURCES)
tests_mpiperf_fault_LDADD = $(MPIPERF_LIBS) libshmbcast-fault.la \
	$(MPIPERF_SYSLIBS)
