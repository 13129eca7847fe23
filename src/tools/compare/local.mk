# compare: mpiperf-compare, and its statistics as a library for the tests. No
# MPI is called: of the program's library it takes the figures of stats/.
noinst_LIBRARIES += libcompare.a
libcompare_a_SOURCES = \
	src/tools/compare/adjust.c src/tools/compare/adjust.h \
	src/tools/compare/between.c src/tools/compare/between.h \
	src/tools/compare/blocks.c src/tools/compare/blocks.h \
	src/tools/compare/clusters.c src/tools/compare/clusters.h \
	src/tools/compare/comparable.c src/tools/compare/comparable.h \
	src/tools/compare/compare.c src/tools/compare/compare.h \
	src/tools/compare/contrast.c src/tools/compare/contrast.h \
	src/tools/compare/contrast_blocks.c \
	src/tools/compare/design.c src/tools/compare/design.h \
	src/tools/compare/differ.c src/tools/compare/differ.h \
	src/tools/compare/fields.c src/tools/compare/fields.h \
	src/tools/compare/gate.c src/tools/compare/gate.h \
	src/tools/compare/gate_row.c \
	src/tools/compare/judge.c src/tools/compare/judge.h \
	src/tools/compare/compare_states.c \
	src/tools/compare/compare_states.h \
	src/tools/compare/in_state.c \
	src/tools/compare/merge.c src/tools/compare/merge.h \
	src/tools/compare/merge_cells.c src/tools/compare/merge_cells.h \
	src/tools/compare/merge_choose.c src/tools/compare/merge_choose.h \
	src/tools/compare/merge_close.c \
	src/tools/compare/merge_columns.c src/tools/compare/merge_columns.h \
	src/tools/compare/merge_head_states.c \
	src/tools/compare/merge_head.c src/tools/compare/merge_parts.h \
	src/tools/compare/merge_more.c src/tools/compare/merge_more.h \
	src/tools/compare/merge_record.c \
	src/tools/compare/merge_notes.c \
	src/tools/compare/merge_rows.c src/tools/compare/merge_rows.h \
	src/tools/compare/merge_states.c src/tools/compare/merge_states.h \
	src/tools/compare/merge_view.c \
	src/tools/compare/merge_values.c src/tools/compare/merge_values.h \
	src/tools/compare/merge_text.c src/tools/compare/merge_text.h \
	src/tools/compare/rivals.c src/tools/compare/rivals.h \
	src/tools/compare/runs.c src/tools/compare/runs.h \
	src/tools/compare/runs_add.h \
	src/tools/compare/nth.c src/tools/compare/nth.h \
	src/tools/compare/options.c src/tools/compare/options.h \
	src/tools/compare/output.c src/tools/compare/output.h \
	src/tools/compare/output_states.c src/tools/compare/output_states.h \
	src/tools/compare/power.c src/tools/compare/power.h \
	src/tools/compare/ranges.c src/tools/compare/ranges.h \
	src/tools/compare/ranksum.c src/tools/compare/ranksum.h \
	src/tools/compare/read.c src/tools/compare/read_figures.c \
	src/tools/compare/record.c src/tools/compare/record.h \
	src/tools/compare/records.c \
	src/tools/compare/reference.c src/tools/compare/reference.h \
	src/tools/compare/runs_of_state.c \
	src/tools/compare/runs_states.c src/tools/compare/runs_states.h \
	src/tools/compare/runs_states_named.c \
	src/tools/compare/table_options.h \
	src/tools/compare/sides.c src/tools/compare/sides.h \
	src/tools/compare/show.c src/tools/compare/show.h \
	src/tools/compare/state_levels.c \
	src/tools/compare/sittings.c src/tools/compare/sittings.h \
	src/tools/compare/variance.c src/tools/compare/variance.h

bin_PROGRAMS += mpiperf-compare
mpiperf_compare_SOURCES = src/tools/compare/main.c
mpiperf_compare_LDADD = libcompare.a libmpiperf.a libutil.a $(GSL_LIBS) \
	$(JANSSON_LIBS) -lm
dist_man_MANS += doc/mpiperf-compare.1

PLAIN_TESTS += \
	src/tools/compare/test/test_adjust \
	src/tools/compare/test/test_comparable \
	src/tools/compare/test/test_contrast \
	src/tools/compare/test/test_gate \
	src/tools/compare/test/test_gate_states \
	src/tools/compare/test/test_merge \
	src/tools/compare/test/test_nth \
	src/tools/compare/test/test_power \
	src/tools/compare/test/test_ranges \
	src/tools/compare/test/test_ranksum \
	src/tools/compare/test/test_states_coverage \
	src/tools/compare/test/test_states_sides \
	src/tools/compare/test/test_states_table \
	src/tools/compare/test/test_variance
ONCE_TESTS += \
	src/tools/compare/test/test_gate \
	src/tools/compare/test/test_gate_states \
	src/tools/compare/test/test_power \
	src/tools/compare/test/test_ranksum \
	src/tools/compare/test/test_states_coverage
src_tools_compare_test_test_adjust_LDADD = libcompare.a $(LDADD)
src_tools_compare_test_test_comparable_LDADD = libcompare.a $(LDADD)
src_tools_compare_test_test_contrast_LDADD = libcompare.a $(LDADD)
src_tools_compare_test_test_gate_LDADD = libcompare.a $(LDADD)
src_tools_compare_test_test_gate_states_SOURCES = \
	src/tools/compare/test/test_gate_states.c $(machine)
src_tools_compare_test_test_gate_states_LDADD = libcompare.a $(LDADD)
src_tools_compare_test_test_merge_LDADD = libcompare.a $(LDADD)
src_tools_compare_test_test_nth_LDADD = libcompare.a $(LDADD)
src_tools_compare_test_test_power_LDADD = libcompare.a $(LDADD)
src_tools_compare_test_test_ranges_LDADD = libcompare.a $(LDADD)
src_tools_compare_test_test_ranksum_LDADD = libcompare.a $(LDADD)
src_tools_compare_test_test_states_coverage_SOURCES = \
	src/tools/compare/test/test_states_coverage.c $(machine)
src_tools_compare_test_test_states_coverage_LDADD = libcompare.a $(LDADD)
machine = src/tools/compare/test/machine.c src/tools/compare/test/machine.h
src_tools_compare_test_test_states_sides_SOURCES = \
	src/tools/compare/test/test_states_sides.c $(state_runs)
src_tools_compare_test_test_states_sides_LDADD = libcompare.a $(LDADD)
src_tools_compare_test_test_states_table_SOURCES = \
	src/tools/compare/test/test_states_table.c $(state_runs)
src_tools_compare_test_test_states_table_LDADD = libcompare.a $(LDADD)
state_runs = \
	src/tools/compare/test/state_runs.c src/tools/compare/test/state_runs.h
src_tools_compare_test_test_variance_LDADD = libcompare.a $(LDADD)
