/* options_table.h: one row an option: name, default, help, how to set it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_TABLE_H
#define MPIPERF_OPTIONS_TABLE_H

#include "mpiperf/options/options.h"

/* What a row's key is when it has no short option. */
enum option_key {
    KEY_OP = 256,
    KEY_COUNTS,
    KEY_IN_PLACE,
    KEY_PLUGIN,
    KEY_MAX_TIME,
    KEY_TRIM,
    KEY_CONFIDENCE,
    KEY_PRESET,
    KEY_ALIGN,
    KEY_HUGEPAGES,
    KEY_MEMORY,
    KEY_NUMA,
    KEY_VERIFY,
    KEY_SAMPLES,
    KEY_RESUME,
    KEY_PROGRESS,
    KEY_CHECK,
    KEY_ARRIVAL,
    KEY_PARAMS, /* options of operations: this one and more */
};

/* 0, or -1 with *cause malloced: "'12Q': unknown suffix 'Q'". arg is not
 * empty, and NULL for an option that takes no value. */
typedef int option_set_fn(struct options *o, const char *arg, char **cause);

/* --help is made of the rows; a test compares the manual page with them. Options
 * of operations have param and table instead of set(). */
struct option_row {
    int key;           /* the short option, or an enum option_key */
    const char *name;  /* the long one */
    const char *arg;   /* placeholder of the value; NULL: takes none */
    const char *def;   /* set before anything the user asks for, or NULL */
    const char *shown; /* what the help says instead of def */
    const char *help;
    option_set_fn *set;           /* of OPTIONS_RUN */
    bool early;                   /* set before all others, and for --list */
    enum options_outcome outcome; /* others end the parsing at once */
    const struct param *param;
    const struct param_table *table;
    const char *title; /* of the heading that begins with this row; or NULL */
};

/* Rows of one heading of the help. */
struct option_group {
    const char *title;
    const struct option_row *rows; /* end with a NULL name */
};

extern const struct option_group option_groups[]; /* end with a NULL title */

/* All rows, those of operations among them, in the order of the help; ends with
 * a NULL name. free() it. */
struct option_row *option_rows(const struct registry *r);

/* The row with that key; NULL: none. */
const struct option_row *option_find(const struct option_row *rows, int key);

/* options_set.c, options_data.c, options_clock.c, options_param.c,
 * options_output.c, options_operand.c */
option_set_fn procs_set, size_set, root_set, dtype_set, redop_set, param_set;
option_set_fn method_set, timer_set, clocksync_set, arrival_set, verify_set;
option_set_fn counts_set, in_place_set, plugin_set;
option_set_fn buffer_set, align_set, hugepages_set, memory_set, numa_set;
option_set_fn max_rse_set, min_valid_set, max_valid_set, max_launches_set,
    max_time_set, preset_set, trim_set, confidence_set;
option_set_fn output_set, samples_set, resume_set, progress_set, check_set;
/* An operand, OPERATION[:ALGORITHM[,ALGORITHM]...]. */
option_set_fn operand_set;

/* Is the option one that any of the operations named listens to? */
bool options_listen(const struct options *o, int key);

/* Does the operation have a parameter that is this option? */
bool op_listens(const struct op *op, const char *option);

/* Why the operation can't do what the options ask of it, malloced; NULL: it
 * can. */
char *choice_refuse(const struct options *o, const struct op *op);
/* Leaves such operations out where patterns brought them. */
void choices_narrow(struct options *o);

/* Checks all that --param gave and keeps it: the cause, or NULL. */
char *params_apply(struct options *o);

#endif /* MPIPERF_OPTIONS_TABLE_H */
