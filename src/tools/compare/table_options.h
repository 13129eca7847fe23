/* table_options.h: options of every tool that makes the merged table or has a
 * gate. For its options.c, behind its struct options, which has `view` and
 * `gate`. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_TABLE_OPTIONS_H
#define COMPARE_TABLE_OPTIONS_H

#include <stddef.h>
#include "lib/option_rows.h"
#include "tools/compare/gate.h"
#include "tools/compare/merge_text.h"

static int name_set(struct options *o, const char *arg, char **cause)
{
    return merged_view_name(&o->view, arg, cause);
}

static int columns_set(struct options *o, const char *arg, char **cause)
{
    return merged_view_columns(&o->view, arg, cause);
}

static int state_set(struct options *o, const char *arg, char **cause)
{
    (void)cause;
    o->view.state = arg;
    return 0;
}

#define SAME_ROW(member)                                                       \
    .p.name = "same", .p.arg = "SHARE", .p.def = "3%",                         \
    .p.help = "ratios that differ from 1 by less are called the same",         \
    .p.type = PARAM_SHARE, .p.most = 1,                                        \
    .p.open = PARAM_ABOVE_LEAST | PARAM_BELOW_MOST,                            \
    .p.offset = offsetof(struct options, member)

#define GATE_ROW                                                               \
    {                                                                          \
        .p.name = "gate", .p.arg = "WHAT", .p.def = "case",                    \
        .p.help = "with --fail-above: what has to pass: each case, or each "   \
                  "operation by the geomean over its cases",                   \
        .p.type = PARAM_WORD, .p.words = gate_words,                           \
        .p.offset = offsetof(struct options, gate)                             \
    }

/* `when`: "" or what these options need, such as "with --merge, ". */
#define VIEW_ROWS(when)                                                        \
    {.p.name = "name",                                                         \
     .p.arg = "NAME",                                                          \
     .p.help = when "name of a command line; given once for each, in order",   \
     .set = name_set},                                                         \
        {.p.name = "columns",                                                  \
         .p.arg = "NAME,...",                                                  \
         .p.help = when "these columns of the table alone",                    \
         .set = columns_set},                                                  \
        {.p.name = "state",                                                    \
         .p.arg = "NAME",                                                      \
         .p.help = "table and gate of this state of the machine alone: a "     \
                   "name such as near, or its number",                         \
         .set = state_set},                                                    \
    {                                                                          \
        .p.name = "full",                                                      \
        .p.help = when "all columns that are not empty",                       \
        .p.offset = offsetof(struct options, view.full)                        \
    }

#endif /* COMPARE_TABLE_OPTIONS_H */
