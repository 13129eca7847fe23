# options: what was asked for, and the list of cases it makes.
libmpiperf_a_SOURCES += \
	src/mpiperf/options/calls.c \
	src/mpiperf/options/catalog.c \
	src/mpiperf/options/early.c src/mpiperf/options/early.h \
	src/mpiperf/options/foreign.h src/mpiperf/options/foreign_line.c \
	src/mpiperf/options/foreign_names.c src/mpiperf/options/foreign_option.c \
	src/mpiperf/options/load_ranks.c \
	src/mpiperf/options/options.c src/mpiperf/options/options.h \
	src/mpiperf/options/options_check.c \
	src/mpiperf/options/options_operand.c src/mpiperf/options/options_parts.h \
	src/mpiperf/options/options_table.c \
	src/mpiperf/options/options_value.c \
	src/mpiperf/options/plan.c src/mpiperf/options/plan.h \
	src/mpiperf/options/sweep.c src/mpiperf/options/sweep.h

UNIT_TESTS += src/mpiperf/options/test/test_options
ONCE_TESTS += src/mpiperf/options/test/test_options
src_mpiperf_options_test_test_options_SOURCES = $(unit) \
	src/mpiperf/options/test/test_calls.c \
	src/mpiperf/options/test/test_early.c \
	src/mpiperf/options/test/test_foreign_line.c \
	src/mpiperf/options/test/test_operands.c \
	src/mpiperf/options/test/test_options.c \
	src/mpiperf/options/test/test_plan.c \
	src/mpiperf/options/test/test_sweep.c \
	src/mpiperf/options/test/test_wrong.c
src_mpiperf_options_test_test_options_LDADD = $(ALGOS_LDADD)
EXTRA_DIST += src/mpiperf/options/test/calls.txt \
	src/mpiperf/options/test/foreign_line.txt src/mpiperf/options/test/options.txt \
	src/mpiperf/options/test/sweeps.txt src/mpiperf/options/test/wrong.txt
libtesting_a_SOURCES += \
	src/mpiperf/options/test/line.c \
	src/mpiperf/options/test/line.h
dist_man_MANS += doc/mpiperf.1
