# compare: reads runs, makes tables, judges and prints them, without MPI.
noinst_LIBRARIES += libcompare.a
libcompare_a_SOURCES = \
	src/compare/read.c src/compare/runs.c src/compare/states.c src/compare/runs.h \
	src/compare/table.c src/compare/values.c src/compare/table.h \
	src/compare/bounds.c src/compare/bounds.h \
	src/compare/ci.c src/compare/doubts.c src/compare/gate.c src/compare/guidelines.c src/compare/judge.c src/compare/judge.h src/compare/rule.c \
	src/compare/gate.h \
	src/compare/advice.c src/compare/answer.c src/compare/describe.c src/compare/differ.c \
	src/compare/grid.c src/compare/people.c src/compare/title.c src/compare/view.c src/compare/view.h \
	src/compare/pairs.c src/compare/pairs.h \
	src/compare/program.c src/compare/program_read.c src/compare/program.h \
	src/compare/output.c src/compare/output.h

UNIT_TESTS += src/compare/test/test_compare
ONCE_TESTS += src/compare/test/test_compare
src_compare_test_test_compare_SOURCES = $(unit) \
	src/compare/test/test_bounds.c \
	src/compare/test/test_coverage.c \
	src/compare/test/test_gate.c \
	src/compare/test/test_guidelines.c \
	src/compare/test/test_pairs.c \
	src/compare/test/test_people.c \
	src/compare/test/test_program.c \
	src/compare/test/test_rule.c \
	src/compare/test/test_runs.c \
	src/compare/test/test_table.c \
	src/compare/test/test_tables.c
libtesting_a_SOURCES += src/compare/test/records.c src/compare/test/records.h \
	src/compare/test/share.c src/compare/test/share.h
EXTRA_DIST += src/compare/test/gate.txt src/compare/test/guidelines.txt src/compare/test/people.txt src/compare/test/tables.csv.xz
