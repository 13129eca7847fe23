/* options_table.h: the steps from a command line to options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_TABLE_H
#define MPIPERF_OPTIONS_TABLE_H

#include "mpiperf/options/options.h"

/* ---- options ------------------------------------------------------------- */

/* Returns the rows of all options, including those of operations, in the order
 * of --help. A test compares them with the manual page. free() the array. */
struct option_row *option_rows(const struct registry *r);

/* options_value.c */
param_parse_fn sweep_value, row_value, redop_value, timer_value, arrival_value;
param_parse_fn counts_value, align_value, percentiles_value;
option_set_fn preset_set, plugin_set, method_set, output_set, param_set;

/* A preset: values of options, by their long names. Options of the command line
 * override them. */
struct preset {
    const char *name, *help;
    struct {
        const char *option, *value;
    } sets[8];               /* ends with a NULL option */
    const char *operands[8]; /* default operands; ends with NULL */
};
extern const struct preset *const preset_table[]; /* NULL-terminated */

/* Adds the setting OWNER.NAME=VALUE to *to. Returns NULL; or an error,
 * malloced, if there is no such parameter, or if the value is empty, too long
 * or not printable. `text` is the setting as the user wrote it, for the
 * message. */
char *param_keep(struct params *to, const struct registry *r, const char *owner,
                 const char *name, const char *value, const char *text);

/* ---- operands: OPERATION[:VARIANT[,VARIANT]...] -------------------------- */

option_set_fn operand_set;
void choice_free(struct choice *c);

/* ---- options and operands together --------------------------------------- */

/* Drops operations that were selected by a pattern and do not support the given
 * options. o->skipped has them afterwards. */
void choices_narrow(struct options *o);
/* Returns a message on the first contradiction between options, operands and
 * the number of ranks, malloced, or NULL. */
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

/* Makes the catalog, in the order of --list. r NULL: without operations,
 * algorithms and their parameters. */
void catalog_build(struct catalog *c, const struct registry *r);
void catalog_free(struct catalog *c);
/* Returns "unknown timer 'tcs' (did you mean 'tsc'?)", malloced, or NULL if the
 * name is known. */
char *catalog_unknown(const struct registry *r, const char *kind,
                      const char *name);
/* Returns the row of that name in the table of this kind, such as timer_table[]
 * for "timer". NULL, with *cause malloced: there is no such row. */
const void *catalog_row(const char *kind, const char *name, char **cause);

/* Returns "osu_latency is pingpong", malloced, if the name is one of another
 * benchmark or of an MPI function; else NULL (habits.c). */
char *habit_of_operation(const struct registry *r, const char *name);

/* Returns "MPI_SUM is sum", malloced, if the name is one of MPI or of another
 * program for a row of the table; else NULL. */
char *habit_of_row(const void *table, const char *name);

/* Returns such a text for the first option on the command line that another
 * benchmark or a launcher has, malloced, or NULL. */
char *habit_of_options(int argc, char **argv);

#endif /* MPIPERF_OPTIONS_TABLE_H */
