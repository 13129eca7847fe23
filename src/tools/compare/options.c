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
#include "tools/table_options.h"

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
    if (has_suffix(arg, ".csv") || has_suffix(arg, ".jsonl"))
        return 0;
    return param_refuse(arg, "must end in .jsonl or .csv", cause);
}

static int file_set(struct options *o, const char *arg, char **cause)
{
    if (has_suffix(arg, ".csv"))
        return param_refuse(arg, "a table: compare the .jsonl of the runs",
                            cause);
    o->file = xreallocarray(o->file, o->nfiles + 1, sizeof(*o->file));
    o->file[o->nfiles++] = arg;
    return 0;
}

#define AT(member) .p.offset = offsetof(struct options, member)

static const struct option_row rows[] = {
    {.title = "Runs:",
     .p.name = "merge",
     .p.help = "one table of the runs of all FILEs, any number of them",
     AT(merge)},
    {.p.name = "commands",
     .p.arg = "I,J",
     .p.shown = "1,2 of one FILE",
     .p.help = "compare command line J of mpiperf-repeat's FILE with I",
     .set = commands_set},
    {.key = 'o',
     .p.name = "output",
     .p.arg = "FILE",
     .p.help = "also write the table to FILE.jsonl or FILE.csv",
     .set = output_set},
    {.p.name = "overwrite",
     .p.help = "replace the file of --output",
     AT(overwrite)},
    TABLE_ROWS,
    TOOL_ROWS,
};

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
        return xasprintf("%s: a third file: --merge makes one table of many",
                         QUOTED(o->file[2]));
    if (o->merge && o->command[0] != 0)
        return xstrdup("--merge goes without --commands");
    for (size_t i = 0; i < o->nfiles; i++)
        if (is_output(o, o->file[i]))
            return xasprintf("--output: %s is compared: name another file",
                             SHOWN_FILE(o->output));
    return o->merge || o->nfiles < 2 ? table_view_check(&o->view, INT_MAX)
                                     : table_view_check(&o->view, o->nfiles);
}

void options_init(struct options *o)
{
    *o = (struct options){0};
    table_view_init(&o->view);
}

void options_free(struct options *o)
{
    free(o->file);
    table_view_free(&o->view);
}

const struct tool compare_tool = {
    .name = "mpiperf-compare",
    .operands = "A.jsonl [B.jsonl]\n--merge FILE.jsonl...",
    .doc = "Makes a table of the runs of mpiexec that files of mpiperf's "
           "records hold: of one FILE what its runs say, of two files what B "
           "is against A, case by case."
           "\vExit status: 0: done; 1: failed; 2: usage; with --fail-above, 0: "
           "PASS; 1: FAIL; 4: CANNOT TELL; 5: ERROR, nothing could be judged.",
    .rows = rows,
    .operand = file_set,
    .check = check,
};
