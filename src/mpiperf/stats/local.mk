# stats: figures and intervals from the times of launches.
libmpiperf_a_SOURCES += \
	src/mpiperf/stats/ratio.c \
	src/mpiperf/stats/spread.c \
	src/mpiperf/stats/spread.h \
	src/mpiperf/stats/stats.c \
	src/mpiperf/stats/stats.h

UNIT_TESTS += \
	src/mpiperf/stats/test/test_hidden \
	src/mpiperf/stats/test/test_ratio \
	src/mpiperf/stats/test/test_spread \
	src/mpiperf/stats/test/test_stats

libtesting_a_SOURCES += \
	src/mpiperf/stats/test/series.c \
	src/mpiperf/stats/test/series.h \
	src/mpiperf/stats/test/simulate.c \
	src/mpiperf/stats/test/simulate.h
dist_doc_DATA += doc/statistics.md
