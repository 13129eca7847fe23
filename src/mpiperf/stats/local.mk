# stats: figures and intervals from the times of launches.
libmpiperf_a_SOURCES += \
	src/stats/cut.c \
	src/stats/cut.h \
	src/mpiperf/stats/classes.c \
	src/mpiperf/stats/classes.h \
	src/mpiperf/stats/flips.c \
	src/mpiperf/stats/flips.h \
	src/mpiperf/stats/ratio.c \
	src/mpiperf/stats/spread.c \
	src/mpiperf/stats/spread.h \
	src/mpiperf/stats/states.c \
	src/mpiperf/stats/states.h \
	src/mpiperf/stats/stats.c \
	src/mpiperf/stats/stats.h \
	src/mpiperf/stats/typical.c \
	src/mpiperf/stats/typical.h

PLAIN_TESTS += \
	src/mpiperf/stats/test/test_classes \
	src/mpiperf/stats/test/test_flips \
	src/mpiperf/stats/test/test_hidden \
	src/mpiperf/stats/test/test_ratio \
	src/mpiperf/stats/test/test_runs_coverage \
	src/mpiperf/stats/test/test_spread \
	src/mpiperf/stats/test/test_states \
	src/mpiperf/stats/test/test_stats \
	src/mpiperf/stats/test/test_typical
ONCE_TESTS += src/mpiperf/stats/test/test_runs_coverage

libtesting_a_SOURCES += \
	src/mpiperf/stats/test/series.c \
	src/mpiperf/stats/test/series.h \
	src/mpiperf/stats/test/simulate.c \
	src/mpiperf/stats/test/simulate.h
dist_doc_DATA += doc/statistics.md
