/* options.c: the command line of mpiperf-repeat. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/repeat.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/names.h"
#include "print/output.h"
#include "verdict/bounds.h"

/* Default budget in seconds. */
#define BUDGET 60
/* Default seconds of a run of mpiperf. */
#define TIMEOUT 600
#define STRING_OF(x) #x
#define STRING(x) STRING_OF(x)

/* Sets the file of records (.jsonl) or of the table (.csv), each only once. */
static int output_set(struct options *o, const char *arg, char **cause)
{
    const char **output = has_suffix(arg, ".jsonl") ? &o->output
                          : has_suffix(arg, ".csv") ? &o->csv
                                                    : NULL;

    if (output == NULL)
        return param_refuse(arg, "must end in .jsonl or .csv", cause);
    if (*output != NULL)
        return param_refuse(arg, "an output of this kind is already given",
                            cause);
    *output = arg;
    return 0;
}

/* Sets the file of bounds and the number of runs for it; -r may request
 * more. */
static int accept_set(struct options *o, const char *arg, char **cause)
{
    (void)cause;
    o->accept = arg;
    if (o->repeat == 0)
        o->repeat = BOUNDS_RUNS;
    return 0;
}

/* Adds a word to the current command line; -- starts another one. */
static int word_set(struct options *o, const char *arg, char **cause)
{
    struct command *c;

    (void)cause;
    if (o->ncommands == 0 || strcmp(arg, "--") == 0)
        XAPPEND(o->command, o->ncommands, (struct command){.word = NULL});
    if (strcmp(arg, "--") == 0)
        return 0;
    c = &o->command[o->ncommands - 1];
    c->word = xreallocarray(c->word, c->n + 2, sizeof(*c->word));
    c->word[c->n++] = arg;
    c->word[c->n] = NULL;
    return 0;
}

static const struct param_word min_runs_words[] = {
    {.name = "auto",
     .value = MIN_RUNS_AUTO,
     .help = "until the gate can decide"},
    {0},
};

static const struct option_row rows[] = {
    {.title = "How many runs:",
     VALUE_ROW("budget", "TIME", PARAM_DURATION, budget),
     .p.shown = STRING(BUDGET) " without -r",
     .p.help = "make as many runs as fit into this time: 90, 90s, 10m, 8h",
     ABOVE_ZERO},
    {VALUE_ROW("for", "TIME", PARAM_DURATION, budget),
     .p.help = "the same as --budget", ABOVE_ZERO},
    {VALUE_ROW("every", "TIME", PARAM_DURATION, every),
     .p.help = "start a run of each command line every TIME, and wait in "
               "between",
     ABOVE_ZERO},
    {.key = 'r',
     VALUE_ROW("repeat", "N", PARAM_LONG, repeat),
     .p.help = "make N runs of each command line, or fewer if the budget "
               "ends first",
     .p.least = 1,
     .p.most = RUNS_LAUNCHES_MAX},
    {VALUE_ROW("min-runs", "N", PARAM_LONG, min_runs),
     .p.help = "make at least N runs of each command line, even beyond the "
               "budget; auto: stop when the gate can decide, within the "
               "budget",
     .p.least = 1, .p.most = RUNS_LAUNCHES_MAX, .p.words = min_runs_words},
    {VALUE_ROW("precision", "SHARE", PARAM_SHARE, precision),
     .p.help = "stop as soon as half of every interval is within this share of "
               "its figure: 3% or 0.03",
     .p.most = 1, .p.open = PARAM_ABOVE_LEAST | PARAM_BELOW_MOST},
    {VALUE_ROW("timeout", "TIME", PARAM_DURATION, timeout),
     .p.shown = STRING(TIMEOUT) "; with --time, none",
     .p.help = "end a run that takes longer than this; it has then failed",
     ABOVE_ZERO},
    {VALUE_ROW("seed", "N", PARAM_LONG, seed), .p.shown = "by the time of day",
     .p.help = "seed of the random order of the command lines",
     .p.most = INT_MAX},
    {.title = "Whole commands:",
     FLAG_ROW("time", time),
     .p.help = "measure whole commands, which may be any programs; the "
               "value of a run is its duration in seconds"},
    {FLAG_ROW("same-output", same_output),
     .p.help = "stop if the standard output of a run differs from that of "
               "the first run of the first command line"},
    {VALUE_ROW("keep-output", "FOLDER", PARAM_TEXT, keep_output),
     .p.help = "keep the output of each run in FOLDER: COMMAND-RUN.out and "
               "COMMAND-RUN.err"},
    {.title = "Output:",
     .key = 'o',
     .p.name = "output",
     .p.arg = "FILE",
     .p.help = "write the records of all runs to FILE.jsonl, or the table "
               "to FILE.csv; may be given twice, for both",
     .set = output_set},
    {FLAG_ROW("append", append), .p.help = "add runs to the file of --output"},
    {FLAG_ROW("overwrite", overwrite),
     .p.help = "replace the files of --output"},
    {.p.name = "accept-write",
     .p.arg = "FILE",
     .p.help =
         "run the sweep of mpiperf --accept 10 times, and write bounds for "
         "its times to FILE; mpiperf --accept=FILE then judges a machine by "
         "these bounds. The command line must not name an operation",
     .set = accept_set},
    TABLE_ROWS,
    TOOL_ROWS,
};

static char *check(const struct options *o)
{
    if (o->ncommands == 0)
        return xstrdup("no command line (usage: mpiperf-repeat -- mpiexec -n 2 "
                       "mpiperf bcast)");
    if (o->ncommands > RUNS_COMMANDS_MAX)
        return xasprintf("%zu command lines: at most %d can be distinguished",
                         o->ncommands, RUNS_COMMANDS_MAX);
    for (size_t i = 0; i < o->ncommands; i++)
        if (o->command[i].n == 0)
            return xasprintf("command line %zu is empty", i + 1);
    if (table_view_gated(&o->view) && o->ncommands != 2)
        return xasprintf("--fail-above: needs two command lines, not %zu",
                         o->ncommands);
    if (o->min_runs == MIN_RUNS_AUTO && !table_view_gated(&o->view))
        return xstrdup("--min-runs=auto: needs --fail-above");
    if (o->every > 0 && isnan(o->budget) && o->repeat == 0)
        return xstrdup("--every: needs --for or --repeat");
    if (o->accept != NULL && o->ncommands != 1)
        return xasprintf("--accept-write: needs one command line, not %zu",
                         o->ncommands);
    if (!o->time && (o->same_output || o->keep_output != NULL))
        return xasprintf("--%s-output: needs --time",
                         o->same_output ? "same" : "keep");
    if (o->time && o->accept != NULL)
        return xstrdup("--accept-write: is for mpiperf, not for --time");
    if (o->time && o->view.format >= FORMAT_OSU)
        return xstrdup("--format: osu and imb cannot show whole commands");
    if (o->append && o->output == NULL)
        return xstrdup("--append: needs --output=FILE.jsonl");
    if (o->append && o->overwrite)
        return xstrdup("--append and --overwrite cannot be combined");
    return table_view_check(&o->view, o->ncommands);
}

const struct tool repeat_tool = {
    .name = "mpiperf-repeat",
    .operands = "-- mpiexec ... mpiperf ... [-- mpiexec ...]...\n--time -- "
                "COMMAND [-- COMMAND]...",
    .doc = "Starts mpiexec again and again, and makes one table of all "
           "runs, because one run is one observation. Several command lines "
           "alternate in random order.\vWithout --time each command line "
           "must end with options of mpiperf, because -o is added to it. "
           "--budget is added too, unless the command line has one or -r is "
           "given without --budget.\nExit status: 0: done; 1: a run failed; "
           "2: usage; 3: a run has wrong results; with --fail-above, 0: "
           "PASS; 1: FAIL; 4: CANNOT TELL; 5: ERROR, nothing could be "
           "judged.",
    .rows = rows,
    .operand = word_set,
    .check = check,
};

json_t *command_words(const struct command *c)
{
    json_t *words = json_array();

    for (size_t i = 0; i < c->n; i++)
        json_array_append_new(words, json_text(c->word[i]));
    return words;
}

double options_budget(const struct options *o)
{
    if (!isnan(o->budget))
        return o->budget;
    return o->repeat > 0 ? INFINITY : BUDGET;
}

double options_timeout(const struct options *o)
{
    return !isnan(o->timeout) ? o->timeout : o->time ? INFINITY : TIMEOUT;
}

void options_free(struct options *o)
{
    for (size_t i = 0; i < o->ncommands; i++)
        free(o->command[i].word);
    free(o->command);
    free(o->view.table.names);
}
