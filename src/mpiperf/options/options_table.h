/* options_table.h: the steps that turn a command line into options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_TABLE_H
#define MPIPERF_OPTIONS_TABLE_H

#include "mpiperf/options/options.h"

/* ---- options ------------------------------------------------------------- */

/* Returns the rows of all options, including those of operations, in the order
 * of --help; free the array with free(). A test compares them with the
 * manual. */
struct option_row *option_rows(const struct registry *r);

/* in options_value.c */
param_parse_fn sweep_value, row_value, redop_value, timer_value, arrival_value;
param_parse_fn counts_value, align_value, percentiles_value;
option_set_fn preset_set, plugin_set, method_set, output_set, param_set;

/* A preset: options and their values. The command line overrides them. */
struct preset {
    const char *name, *help;
    struct {
        const char *option, *value;
    } sets[8];               /* ends with a NULL option */
    const char *operands[8]; /* default operands; ends with NULL */
};
extern const struct preset *const preset_table[]; /* NULL-terminated */

/* Adds the setting OWNER.NAME=VALUE to *to. Returns NULL; or a malloced error
 * text if there is no such parameter, or the value is empty, too long or not
 * printable. `text` is the setting as the user wrote it, for that text. */
char *param_keep(struct params *to, const struct registry *r, const char *owner,
                 const char *name, const char *value, const char *text);

/* ---- operands: OPERATION[:VARIANT[,VARIANT]...] -------------------------- */

option_set_fn operand_set;
void choice_free(struct choice *c);

/* ---- options and operands together --------------------------------------- */

/* Drops operations that a pattern has selected but that do not support the
 * given options; lists them in o->skipped. */
void choices_narrow(struct options *o);
/* Returns a message about the first contradiction between options, operands and
 * number of ranks, malloced, or NULL. */
char *options_check(const struct options *o, const struct option_line *l,
                    int world);

/* ---- all names ----------------------------------------------------------- */

struct catalog_entry {
    const char *kind; /* "operation", "algorithm", "timer", "parameter", ... */
    char *name, *help;
};

struct catalog {
    struct catalog_entry *v;
    size_t n;
};

/* Makes the catalog, in the order of --list; without operations, algorithms and
 * their parameters if r is NULL. */
void catalog_build(struct catalog *c, const struct registry *r);
void catalog_free(struct catalog *c);
/* Returns "unknown timer 'tcs' (did you mean 'tsc'?)", malloced; NULL if the
 * name is known. */
char *catalog_unknown(const struct registry *r, const char *kind,
                      const char *name);
/* Returns the row with this name in the table of this kind, such as
 * timer_table[] for "timer"; NULL with a malloced *cause if there is none. */
const void *catalog_row(const char *kind, const char *name, char **cause);

/* Returns "osu_latency is pingpong", malloced, if another benchmark or MPI has
 * an operation of this name; else NULL (habits.c). */
char *habit_of_operation(const struct registry *r, const char *name);

/* Returns "MPI_SUM is sum", malloced, if MPI or another program has this name
 * for a row of the table; else NULL. */
char *habit_of_row(const void *table, const char *name);

/* Returns a similar text, malloced, for the first option of the command line
 * that another benchmark or a launcher has; else NULL. */
char *habit_of_options(int argc, char **argv);

#endif /* MPIPERF_OPTIONS_TABLE_H */
