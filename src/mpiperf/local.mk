# mpiperf: the program. Everything but main() is in a library, for the tests.
noinst_LIBRARIES += libmpiperf.a
libmpiperf_a_SOURCES =
include src/mpiperf/options/local.mk
include src/mpiperf/machine/local.mk
include src/mpiperf/methods/local.mk
include src/mpiperf/measure/local.mk
include src/mpiperf/stats/local.mk
include src/mpiperf/report/local.mk

bin_PROGRAMS += mpiperf
mpiperf_SOURCES = src/mpiperf/main.c
mpiperf_LDADD = $(MPIPERF_LIBS) libshmbcast.la $(MPIPERF_SYSLIBS)

UNIT_TESTS += src/mpiperf/test/test_manual
