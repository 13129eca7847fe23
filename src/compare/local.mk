# compare: reads runs and makes tables of numbers, without MPI.
noinst_LIBRARIES += libcompare.a
libcompare_a_SOURCES = \
	src/compare/read.c src/compare/read.h src/compare/runs.c src/compare/runs.h \
	src/compare/states.c src/compare/states.h \
	src/compare/row.c src/compare/row.h src/compare/table.c src/compare/table.h \
	src/compare/values.c src/compare/values.h

UNIT_TESTS += src/compare/test/test_compare
ONCE_TESTS += src/compare/test/test_compare
src_compare_test_test_compare_SOURCES = $(unit) \
	src/compare/test/test_states.c \
	src/compare/test/test_tables.c
libtesting_a_SOURCES += src/compare/test/records.c src/compare/test/records.h \
	src/compare/test/share.c src/compare/test/share.h
EXTRA_DIST += src/compare/test/tables.csv.xz
