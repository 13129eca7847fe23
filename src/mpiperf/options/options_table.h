/* options_table.h: mpiperf's options, and what is looked at once all are set.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_TABLE_H
#define MPIPERF_OPTIONS_TABLE_H

#include "mpiperf/options/options.h"

/* All rows, those of operations among them, in the order of the help. --help is
 * made of them; a test compares the manual page. free() it. */
struct option_row *option_rows(const struct registry *r);

/* options_set.c, options_data.c, options_param.c, options_operand.c */
option_set_fn procs_set, size_set, root_set, dtype_set, redop_set, param_set;
option_set_fn method_set, timer_set, clocksync_set, arrival_set, counts_set;
option_set_fn passes_set, align_set, memory_set, numa_set, preset_set,
    output_set;
/* Accepts what plugins_load() has loaded. */
option_set_fn plugin_loaded;
/* An operand, OPERATION[:ALGORITHM[,ALGORITHM]...]. */
option_set_fn operand_set;

/* Is there an operation named that the option is for? */
bool options_listen(const struct options *o, const char *option);

/* Does the operation have a parameter that is this option? */
bool op_listens(const struct op *op, const char *option);

/* Why the operation can't do what the options ask of it, malloced; NULL: it
 * can. */
char *choice_refuse(const struct options *o, const struct op *op);
/* Skips such operations where a pattern brought them. */
void choices_narrow(struct options *o);

/* Checks all that --param gave and keeps it: the cause, or NULL. */
char *params_apply(struct options *o);

/* The first contradiction, malloced, or NULL. */
char *options_check(const struct options *o, const struct option_line *l,
                    int world);

#endif /* MPIPERF_OPTIONS_TABLE_H */
