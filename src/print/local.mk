# print: prints tables.
noinst_LIBRARIES += libprint.a
libprint_a_SOURCES = \
	src/print/advice.c src/print/advice.h \
	src/print/benchmarks.c src/print/benchmarks.h \
	src/print/beside.c \
	src/print/describe.c \
	src/print/foreign.c src/print/foreign.h \
	src/print/grid.c src/print/grid.h \
	src/print/output.c src/print/output.h \
	src/print/pairs.c src/print/pairs.h \
	src/print/parts.c src/print/parts.h \
	src/print/saving.c \
	src/print/slow_parts.c \
	src/print/summary.c \
	src/print/view.c src/print/view.h \
	src/print/program.c src/print/program.h src/print/program_read.c

UNIT_TESTS += src/print/test/test_print
ONCE_TESTS += src/print/test/test_print
src_print_test_test_print_SOURCES = $(unit) \
	src/print/test/test_beside.c \
	src/print/test/test_coverage.c \
	src/print/test/test_pairs.c \
	src/print/test/test_print_table.c \
	src/print/test/test_runs.c \
	src/print/test/test_table.c \
	src/print/test/test_program.c
EXTRA_DIST += src/print/test/print_table.txt src/print/test/program.txt
