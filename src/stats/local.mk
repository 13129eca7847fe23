# stats: summaries of launches, intervals of tables, groups of values; pure.
noinst_LIBRARIES += libstats.a
libstats_a_SOURCES = \
	src/stats/change.c src/stats/change.h \
	src/stats/cut.c src/stats/cut.h \
	src/stats/interval.c src/stats/interval.h \
	src/stats/ratio.c \
	src/stats/spread.c \
	src/stats/stats.c src/stats/stats.h

UNIT_TESTS += src/stats/test/test_stats
ONCE_TESTS += src/stats/test/test_stats
src_stats_test_test_stats_SOURCES = $(unit) \
	src/stats/test/methods.c src/stats/test/methods.h \
	src/stats/test/test_change.c \
	src/stats/test/test_interval.c \
	src/stats/test/test_ratio.c \
	src/stats/test/test_stats.c
libtesting_a_SOURCES += \
	src/stats/test/series.c src/stats/test/series.h \
	src/stats/test/simulate.c src/stats/test/simulate.h
dist_doc_DATA += doc/statistics.md
