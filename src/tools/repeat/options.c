/* options.c: the command line of mpiperf-repeat. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/options.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* Seconds that a table takes unless something else is asked for. */
#define BUDGET "60"

/* ---- values -------------------------------------------------------------- */

static int output_set(struct options *o, const char *arg, char **cause)
{
    static const char suffix[] = ".jsonl";
    size_t length = strlen(arg), n = strlen(suffix);

    o->output = arg;
    if (length > n && strcmp(arg + length - n, suffix) == 0)
        return 0;
    return param_refuse(arg, "must end in .jsonl", cause);
}

/* A word of a command line, or the -- before the next one. */
static int word_set(struct options *o, const char *arg, char **cause)
{
    struct command *c;

    (void)cause;
    if (o->ncommands == 0 || strcmp(arg, "--") == 0) {
        o->command = xreallocarray(o->command, o->ncommands + 1,
                                   sizeof(*o->command));
        o->command[o->ncommands++] = (struct command){.word = NULL};
    }
    if (strcmp(arg, "--") == 0)
        return 0;
    c = &o->command[o->ncommands - 1];
    c->word = xreallocarray(c->word, c->n + 2, sizeof(*c->word));
    c->word[c->n++] = xstrdup(arg);
    c->word[c->n] = NULL;
    return 0;
}

/* ---- rows ---------------------------------------------------------------- */

#define AT(member) .p.offset = offsetof(struct options, member)

static const struct option_row rows[] = {
    {.title = "How many runs:",
     .p.name = "budget",
     .p.arg = "SECONDS",
     .p.shown = BUDGET " without -r",
     .p.help = "start runs as long as they fit into this time",
     .p.type = PARAM_REAL,
     .p.most = INFINITY,
     .p.open = PARAM_ABOVE_LEAST,
     AT(budget)},
    {.key = 'r',
     .p.name = "repeat",
     .p.arg = "N",
     .p.help = "runs of each command line, if the budget allows",
     .p.type = PARAM_LONG,
     .p.least = 1,
     .p.most = INT_MAX,
     AT(repeat)},
    {.p.name = "precision",
     .p.arg = "SHARE",
     .p.help = "stop as soon as every interval is within this share of its "
               "figure: 3% or 0.03",
     .p.type = PARAM_SHARE,
     .p.most = 1,
     .p.open = PARAM_ABOVE_LEAST | PARAM_BELOW_MOST,
     AT(precision)},
    {.p.name = "timeout",
     .p.arg = "SECONDS",
     .p.def = "600",
     .p.help = "end a run that takes longer",
     .p.type = PARAM_REAL,
     .p.most = INFINITY,
     .p.open = PARAM_ABOVE_LEAST,
     AT(timeout)},
    {.p.name = "seed",
     .p.arg = "N",
     .p.shown = "by the time of day",
     .p.help = "of the random order in which command lines have their turns",
     .p.type = PARAM_LONG,
     .p.most = INT_MAX,
     AT(seed)},
    {.title = "What is made of them:",
     .p.name = "same",
     .p.arg = "SHARE",
     .p.def = "3%",
     .p.help = "ratios that differ from 1 by less are called the same",
     .p.type = PARAM_SHARE,
     .p.most = 1,
     .p.open = PARAM_ABOVE_LEAST | PARAM_BELOW_MOST,
     AT(same)},
    {.key = 'o',
     .p.name = "output",
     .p.arg = "FILE.jsonl",
     .p.help = "keep the records of all runs in FILE.jsonl",
     .set = output_set},
    {.p.name = "append",
     .p.help = "go on with the runs that the file has",
     AT(append)},
    TOOL_ROWS,
};

/* ---- the line ------------------------------------------------------------ */

static char *check(const struct options *o)
{
    if (o->ncommands == 0)
        return xstrdup("no command line (usage: mpiperf-repeat -- mpiexec -n 2 "
                       "mpiperf bcast)");
    for (size_t i = 0; i < o->ncommands; i++)
        if (o->command[i].n == 0)
            return xasprintf("command line %zu is empty", i + 1);
    if (o->append && o->output == NULL)
        return xstrdup("--append: needs --output");
    return NULL;
}

const struct tool repeat_tool = {
    .name = "mpiperf-repeat",
    .operands = "-- mpiexec ... mpiperf ... [-- mpiexec ...]...",
    .doc = "Starts mpiexec again and again, several command lines in random "
           "order, and makes one table of all runs: one run is one observation."
           "\vEach command line ends in mpiperf's own options; -o is added to "
           "it.\nExit status: 0: done; 1: a run failed; 2: usage.",
    .rows = rows,
    .operand = word_set,
    .check = check,
};

void options_init(struct options *o)
{
    *o = (struct options){.budget = NAN, .precision = NAN, .seed = -1};
}

void options_free(struct options *o)
{
    for (size_t i = 0; i < o->ncommands; i++) {
        for (size_t k = 0; k < o->command[i].n; k++)
            free(o->command[i].word[k]);
        free(o->command[i].word);
    }
    free(o->command);
    *o = (struct options){0};
}
