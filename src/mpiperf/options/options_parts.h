/* options_parts.h: the parts of options_parse(): the table of options, their
 * values, operands, presets, and checks of combinations. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_PARTS_H
#define MPIPERF_OPTIONS_PARTS_H

#include "mpiperf/options/options.h"

option_set_fn operand_set;
void choice_free(struct choice *c);

param_parse_fn sweep_value, row_value, redop_value, timer_value, arrival_value;
param_parse_fn counts_value, align_value, percentiles_value;
option_set_fn as_refuse, preset_set, plugin_set, method_set, output_set,
    param_set;

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

/* Adds the setting OWNER.NAME=VALUE to *to. Returns NULL; or a malloced error
 * text if there is no such parameter, or the value is empty, too long or not
 * printable. `text` is the setting as the user wrote it, for the message. */
char *param_keep(struct params *to, const struct registry *r, const char *owner,
                 const char *name, const char *value, const char *text);

/* Sets o->how.load to the ranks that o->load_ranks selects out of `world`.
 * Refuses them if the operands name no load, or if too few ranks are left.
 * Returns an error text, malloced, or NULL. Pure. */
char *load_ranks_apply(struct options *o, int world);

/* Drops operations that a pattern has selected but that do not support the
 * given options; lists them in o->skipped. */
void choices_narrow(struct options *o);
/* Returns a message about the first contradiction between options, operands and
 * number of ranks, malloced, or NULL. */
char *options_check(const struct options *o, const struct option_line *l,
                    int world);

/* A preset: options and their values. The command line overrides them. */
struct preset {
    const char *name, *help;
    struct {
        const char *option, *value;
    } sets[8];               /* ends with a NULL option */
    const char *operands[8]; /* default operands; ends with NULL */
};
extern const struct preset *const preset_table[]; /* NULL-terminated */

/* Presets that the program treats specially; the second one, of --accept, is
 * not in the table. */
extern const struct preset preset_paper, preset_accept;

#endif /* MPIPERF_OPTIONS_PARTS_H */
