# mpiperf: the program. Everything but the run as a whole is in a library, for the
# tests.
noinst_LIBRARIES += libmpiperf.a
libmpiperf_a_SOURCES =
include src/mpiperf/options/local.mk
include src/measure/local.mk
include src/mpiperf/check/local.mk
include src/mpiperf/report/local.mk

bin_PROGRAMS += mpiperf
mpiperf_SOURCES = \
	src/mpiperf/main.c \
	src/mpiperf/nodes_probe.c src/mpiperf/nodes_probe.h \
	src/mpiperf/run.c src/mpiperf/run.h
mpiperf_LDFLAGS = $(SAN_CFLAGS)
mpiperf_LDADD = $(MPIPERF_LIBS) libshmbcast.la $(MPIPERF_ALGOS) $(MPIPERF_SYSLIBS)

UNIT_TESTS += src/mpiperf/test/test_mpiperf
ONCE_TESTS += src/mpiperf/test/test_mpiperf
src_mpiperf_test_test_mpiperf_SOURCES = $(unit) \
	src/mpiperf/test/test_manual.c
src_mpiperf_test_test_mpiperf_LDADD = $(ALGOS_LDADD)
