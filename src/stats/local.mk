# stats: figures of launches, intervals of tables, what tells states apart; pure.
noinst_LIBRARIES += libstats.a
libstats_a_SOURCES = \
	src/stats/cut.c src/stats/cut.h \
	src/stats/interval.c src/stats/interval.h \
	src/stats/ratio.c \
	src/stats/spread.c src/stats/spread.h \
	src/stats/stats.c src/stats/stats.h

PLAIN_TESTS += src/stats/test/test_cut src/stats/test/test_hidden \
	src/stats/test/test_interval src/stats/test/test_ratio \
	src/stats/test/test_spread src/stats/test/test_stats
libtesting_a_SOURCES += \
	src/stats/test/series.c src/stats/test/series.h \
	src/stats/test/simulate.c src/stats/test/simulate.h
dist_doc_DATA += doc/statistics.md
