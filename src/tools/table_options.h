/* table_options.h: options of every tool that makes a table or has a gate, and
 * what it does with them. For its options.c, behind its struct options, which
 * has a `struct table_view view`. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TOOLS_TABLE_OPTIONS_H
#define TOOLS_TABLE_OPTIONS_H

#include <stddef.h>
#include "tools/view.h"

static int limit_set(struct options *o, const char *arg, char **cause)
{
    return gate_limit(&o->view.limit, arg, cause);
}

static int name_set(struct options *o, const char *arg, char **cause)
{
    (void)cause;
    table_view_name(&o->view, arg);
    return 0;
}

static int reference_set(struct options *o, const char *arg, char **cause)
{
    (void)cause;
    o->view.table.reference = arg;
    return 0;
}

static int junit_set(struct options *o, const char *arg, char **cause)
{
    (void)cause;
    o->view.junit = arg;
    return 0;
}

static const struct param_word gate_words[] = {
    {.name = "case", .value = GATE_CASE, .help = "each row by itself"},
    {.name = "geomean",
     .value = GATE_GEOMEAN,
     .help = "the mean over an operation's rows"},
    {0},
};

#define IN_VIEW(member) .p.offset = offsetof(struct options, view.member)

#define TABLE_ROWS                                                             \
    {.title = "Table:",                                                        \
     .p.name = "format",                                                       \
     .p.arg = "FORMAT",                                                        \
     .p.def = "table",                                                         \
     .p.help = "what standard output gets: table, full (a line a row), csv, "  \
               "md (Markdown), osu or imb (as those benchmarks print it)",     \
     .p.type = PARAM_WORD,                                                     \
     .p.words = output_words,                                                  \
     IN_VIEW(format)},                                                         \
        {.p.name = "same",                                                     \
         .p.arg = "SHARE",                                                     \
         .p.def = "3%",                                                        \
         .p.help = "ratios that differ from 1 by less are called the same",    \
         .p.type = PARAM_SHARE,                                                \
         .p.most = 1,                                                          \
         .p.open = PARAM_ABOVE_LEAST | PARAM_BELOW_MOST,                       \
         IN_VIEW(table.same)},                                                 \
        {.p.name = "name",                                                     \
         .p.arg = "NAME",                                                      \
         .p.help = "name of a command line or file in the table; given once "  \
                   "for each, in order",                                       \
         .set = name_set},                                                     \
        {.p.name = "sitting",                                                  \
         .p.arg = "TIME",                                                      \
         .p.def = "1h",                                                        \
         .p.help = "a pause between runs that begins a new sitting",           \
         .p.type = PARAM_DURATION,                                             \
         .p.most = INFINITY,                                                   \
         .p.open = PARAM_ABOVE_LEAST,                                          \
         IN_VIEW(table.sitting)},                                              \
        {.p.name = "reference",                                                \
         .p.arg = "ALGO",                                                      \
         .p.help = "divide the times of both sides by those of ALGO in the "   \
                   "same run before they are compared",                        \
         .set = reference_set},                                                \
        {.title = "Gate:",                                                     \
         .p.name = "fail-above",                                               \
         .p.arg = "LIMIT",                                                     \
         .p.help = "is the second side slower than the first by more than "    \
                   "LIMIT, such as 5% or 1.05?",                               \
         .set = limit_set},                                                    \
        {.p.name = "gate",                                                     \
         .p.arg = "WHAT",                                                      \
         .p.def = "case",                                                      \
         .p.help = "what the gate judges: each case, or geomean, the mean "    \
                   "over an operation's cases",                                \
         .p.type = PARAM_WORD,                                                 \
         .p.words = gate_words,                                                \
         IN_VIEW(gate)},                                                       \
        {.p.name = "junit",                                                    \
         .p.arg = "FILE",                                                      \
         .p.help = "write the gate's verdict to FILE as JUnit's XML",          \
         .set = junit_set},                                                    \
    {                                                                          \
        .p.name = "github",                                                    \
        .p.help =                                                              \
            "print the gate's verdict as an annotation of GitHub's, and "      \
            "add the table to the job's summary",                              \
        IN_VIEW(github)                                                        \
    }

#endif /* TOOLS_TABLE_OPTIONS_H */
