/* merge_values.h: what the columns of the merged table are made of. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGE_VALUES_H
#define COMPARE_MERGE_VALUES_H

#include "tools/compare/merge_columns.h"

/* Figures. */
const struct merged_figure *figure_time(const struct merged_cell *c);
const struct merged_figure *figure_ratio(const struct merged_cell *c);
const struct merged_figure *figure_relative(const struct merged_cell *c);
const struct merged_figure *figure_more(const struct merged_cell *c);

/* Values of the fields of that name; new references. */
json_t *value_key(const struct merged_cell *c);
json_t *value_figure(const struct merged_cell *c);
json_t *value_interval(const struct merged_cell *c);
json_t *value_side(const struct merged_cell *c);
json_t *value_runs(const struct merged_cell *c);
json_t *value_empty(const struct merged_cell *c);
json_t *value_wrong(const struct merged_cell *c);
json_t *value_odd(const struct merged_cell *c);
json_t *value_sittings(const struct merged_cell *c);
json_t *value_confidence(const struct merged_cell *c);
json_t *value_cause(const struct merged_cell *c);
json_t *value_vs(const struct merged_cell *c);
json_t *value_relative(const struct merged_cell *c);
json_t *value_reference(const struct merged_cell *c);
json_t *value_variance(const struct merged_cell *c);
json_t *value_mpi(const struct merged_cell *c);
json_t *value_hosts(const struct merged_cell *c);
json_t *value_time(const struct merged_cell *c);
json_t *value_command(const struct merged_cell *c);
json_t *value_figures(const struct merged_cell *c);
json_t *value_figures_ci(const struct merged_cell *c);
json_t *value_parts(const struct merged_cell *c);
json_t *value_state(const struct merged_cell *c);
json_t *value_states(const struct merged_cell *c);
json_t *value_by_state(const struct merged_cell *c);
json_t *value_unexplained(const struct merged_cell *c);

#endif /* COMPARE_MERGE_VALUES_H */
