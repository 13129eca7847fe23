/* options_table.h: the steps from a command line to options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_TABLE_H
#define MPIPERF_OPTIONS_TABLE_H

#include "mpiperf/options/options.h"

/* ---- options ------------------------------------------------------------- */

/* All rows, those of operations among them, in the order of the help. --help is
 * made of them; a test compares the manual page. free() it. */
struct option_row *option_rows(const struct registry *r);

/* options_value.c */
param_parse_fn sweep_value, row_value, redop_value, timer_value, arrival_value;
param_parse_fn counts_value, align_value, percentiles_value;
option_set_fn preset_set, plugin_set, method_set, output_set, param_set;

/* Options by their long names; what the user gave is set after them. */
struct preset {
    const char *name, *help;
    struct {
        const char *option, *value;
    } sets[8];               /* up to the first without an option */
    const char *operands[8]; /* if none is given; up to the first NULL */
};
extern const struct preset *const preset_table[]; /* NULL-terminated */

/* Adds OWNER.NAME=VALUE. -1 with *cause malloced where there is no such
 * parameter or no value that can be shown; that quotes `text`. */
int param_keep(struct params *to, const struct registry *r, const char *owner,
               const char *name, const char *value, const char *text,
               char **cause);

/* ---- operands: OPERATION[:VARIANT[,VARIANT]...] -------------------------- */

option_set_fn operand_set;
void choice_free(struct choice *c);

/* ---- all together -------------------------------------------------------- */

/* Skips operations that a pattern brought and that can't do what the options
 * ask of them. */
void choices_narrow(struct options *o);
/* The first contradiction, malloced, or NULL. */
char *options_check(const struct options *o, const struct option_line *l,
                    int world);

/* ---- what can be chosen by name ------------------------------------------ */

struct catalog_entry {
    const char *kind; /* "operation", "algorithm", "timer", "parameter", ... */
    char *name, *help;
};

struct catalog {
    struct catalog_entry *v;
    size_t n;
};

/* In the order of --list; without registry what all of them have. */
void catalog_build(struct catalog *c, const struct registry *r);
void catalog_free(struct catalog *c);
/* "unknown timer 'tcs' (did you mean 'tsc'?)", malloced; NULL: it is known. */
char *catalog_unknown(const struct registry *r, const char *kind,
                      const char *name);
/* The row of a table, such as timer_table[] for "timer". NULL with *cause
 * malloced: there is none of that name. */
const void *catalog_row(const char *kind, const char *name, char **cause);

/* habits.c: "osu_latency is pingpong", malloced, if that is a name of another
 * benchmark or of MPI; else NULL. */
char *habit_of_operation(const struct registry *r, const char *name);

/* The same of the first option on the line that is another benchmark's. */
char *habit_of_options(int argc, char **argv);

#endif /* MPIPERF_OPTIONS_TABLE_H */
