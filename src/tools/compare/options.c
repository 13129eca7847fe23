/* options.c: the command line of mpiperf-compare. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/options.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "lib/names.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/compare/table_options.h"

/* ---- values ------------------------------------------------------------ */

static int correction_set(struct options *o, const char *arg, char **cause)
{
    const char *names[8];
    size_t n = 0;

    for (; corrections[n] != NULL; n++)
        names[n] = corrections[n]->name;
    o->compare.judge.correction = correction_find(arg);
    if (o->compare.judge.correction != NULL)
        return 0;
    *cause = names_unknown("correction", arg, names, n);
    return -1;
}

/* I,J */
static int commands_set(struct options *o, const char *arg, char **cause)
{
    const char *comma = strchr(arg, ',');
    char *first;
    int rc;

    if (comma == NULL)
        return param_refuse(arg, "not two numbers", cause);
    first = xasprintf("%.*s", (int)(comma - arg), arg);
    rc = number_long(&o->command[0], first, 1, INT_MAX, cause);
    if (rc == 0)
        rc = number_long(&o->command[1], comma + 1, 1, INT_MAX, cause);
    free(first);
    return rc;
}

static int output_set(struct options *o, const char *arg, char **cause)
{
    o->output = arg;
    o->csv = has_suffix(arg, ".csv");
    if (o->csv || has_suffix(arg, ".jsonl"))
        return 0;
    return param_refuse(arg, "must end in .jsonl or .csv", cause);
}

static int file_set(struct options *o, const char *arg, char **cause)
{
    (void)cause;
    o->file = xreallocarray(o->file, o->nfiles + 1, sizeof(*o->file));
    o->file[o->nfiles++] = arg;
    return 0;
}

/* ---- rows -------------------------------------------------------------- */

#define AT(member) .p.offset = offsetof(struct options, member)

static const struct option_row rows[] = {
    {.p.name = "alpha",
     .p.arg = "P",
     .p.def = "0.05",
     .p.help = "probability of calling cases different that are equal",
     .p.type = PARAM_SHARE,
     .p.most = 1,
     .p.open = PARAM_ABOVE_LEAST | PARAM_BELOW_MOST,
     AT(compare.judge.alpha)},
    {.p.name = "correction",
     .p.arg = "NAME",
     .p.def = "holm",
     .p.help = "correction for many cases: holm or none",
     .set = correction_set},
    {.p.name = "fail-above",
     .p.arg = "PERCENT",
     .p.help = "gate: FAIL if a case of B is slower than in A by more than "
               "this, PASS if none is, else CANNOT TELL",
     .p.type = PARAM_PERCENT,
     .p.most = INFINITY,
     AT(fail_above)},
    GATE_ROW,
    {.p.name = "commands",
     .p.arg = "I,J",
     .p.shown = "1,2 of one FILE",
     .p.help = "A is command line I of mpiperf-repeat's file, B is J",
     .set = commands_set},
    {.p.name = "spread",
     .p.help = "of one FILE, show the spread between runs; compare nothing",
     AT(spread)},
    {.p.name = "merge",
     .p.help = "make one table of the runs of all FILEs, any number of them, "
               "as mpiperf-repeat does",
     AT(merge)},
    {SAME_ROW(compare.judge.same)},
    VIEW_ROWS("with --merge, "),
    {.key = 'o',
     .p.name = "output",
     .p.arg = "FILE",
     .p.help = "also write the table to FILE.jsonl or FILE.csv",
     .set = output_set},
    TOOL_ROWS,
};

/* ---- the line ---------------------------------------------------------- */

/* Does --output name the file? */
static bool is_output(const struct options *o, const char *file)
{
    struct stat in, out;

    return o->output != NULL && stat(o->output, &out) == 0 &&
           stat(file, &in) == 0 && in.st_dev == out.st_dev &&
           in.st_ino == out.st_ino;
}

static char *check(const struct options *o)
{
    if (o->nfiles == 0)
        return xstrdup("no FILE (usage: mpiperf-compare A.jsonl [B.jsonl])");
    if (o->nfiles > 2 && !o->merge)
        return xasprintf("%s: a third file", QUOTED(o->file[2]));
    if (o->merge && (o->spread || !isnan(o->fail_above) || o->command[0] != 0))
        return xstrdup("--merge makes a table of all runs: it goes without "
                       "--spread, --fail-above and --commands");
    if (!o->merge &&
        (o->view.full || o->view.ncolumns > 0 || o->view.nnames > 0))
        return xstrdup("--name, --columns and --full go with --merge");
    if (o->spread && o->view.state != NULL)
        return xstrdup("--spread: goes without --state");
    if (o->spread && o->nfiles > 1)
        return xstrdup("--spread: of one FILE");
    if (o->spread && (!isnan(o->fail_above) || o->command[0] != 0))
        return xstrdup("--spread compares nothing: it goes without "
                       "--fail-above and --commands");
    for (size_t i = 0; i < o->nfiles; i++)
        if (is_output(o, o->file[i]))
            return xasprintf("--output: %s is compared: name another file",
                             SHOWN_FILE(o->output));
    return NULL;
}

void options_init(struct options *o)
{
    *o = (struct options){
        .fail_above = NAN,
        .compare = {.power = 0.8, .change = 0.05},
    };
}

void options_free(struct options *o)
{
    free(o->file);
    merged_view_free(&o->view);
}

const struct tool compare_tool = {
    .name = "mpiperf-compare",
    .operands = "A.jsonl [B.jsonl]\n--merge FILE.jsonl...",
    .doc = "Compares the runs of mpiexec that two files of mpiperf's records "
           "hold (or two command lines of mpiperf-repeat's in one file), case "
           "by case."
           "\vExit status: 0: done; 1: failed; 2: usage; with --fail-above, 0: "
           "PASS; 1: FAIL; 4: CANNOT TELL.",
    .rows = rows,
    .operand = file_set,
    .check = check,
};
