/* compare.c: mpiperf-compare: reads files of runs, prints their table and the
 * verdict of the gate. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/output.h"
#include "print/program.h"
#include "tools/common.h"
#include "verdict/gate.h"
#include "verdict/guidelines.h"

struct options {
    struct table_view view;
    struct input in;
    const char *output; /* file for the table; NULL if none */
    bool overwrite;
};

static int output_parse(const struct param *p, void *at, const char *arg,
                        char **cause)
{
    (void)p;
    *(const char **)at = arg;
    return has_suffix(arg, ".csv") || has_suffix(arg, ".jsonl")
               ? 0
               : param_refuse(arg, "must end in .jsonl or .csv", cause);
}

static int file_set(struct options *o, const char *arg, char **cause)
{
    return input_add(&o->in, arg, cause);
}

static const struct option_row rows[] = {
    INPUT_ROWS,
    {FLAG_ROW("guidelines", view.guidelines),
     .p.help = "instead of a table, list the calls that are slower than a "
               "combination of other calls (algorithms mock/...) or of "
               "other sizes"},
    {.key = 'o',
     VALUE_ROW("output", "FILE", PARAM_TEXT, output),
     .p.help = "also write the table to FILE.jsonl or FILE.csv",
     .p.parse = output_parse},
    {FLAG_ROW("overwrite", overwrite),
     .p.help = "replace the file of --output"},
    TABLE_ROWS,
    TOOL_ROWS,
};

static char *check(const struct options *o)
{
    char *cause = input_check(&o->in, "mpiperf-compare", o->output);

    if (cause == NULL && o->view.guidelines && o->view.format != FORMAT_TABLE)
        return xstrdup("--guidelines and --format cannot be combined");
    return cause != NULL ? cause
                         : table_view_check(&o->view, input_sides(&o->in));
}

static const struct tool tool = {
    .name = "mpiperf-compare",
    .operands = "A.jsonl [B.jsonl]\n--merge FILE.jsonl...",
    .doc = "Makes a table from files of mpiperf's records. With one file, "
           "the table summarizes its runs; with two, it compares B with A, "
           "case by case. For a profile, PROGRAM.profile.jsonl of "
           "libmpiperf-profile, prints what the program waited for, and "
           "what could be saved.\vExit status: 0: done; 1: failed; 2: "
           "usage; 3: a run has wrong results; with --fail-above or "
           "--guidelines, 0: PASS; 1: FAIL; 4: CANNOT TELL; 5: ERROR, "
           "nothing could be judged.",
    .rows = rows,
    .operand = file_set,
    .check = check,
};

static int judge(const struct options *o, const struct table *t)
{
    struct gate g;

    if (t->r->sides < 2)
        gate_none(&g, GATE_ERROR,
                  xstrdup("one side: there is nothing to compare with"));
    else
        gate_judge_finished(&g, t, o->view.limit, (enum gate_of)o->view.gate);
    return table_view_verdict(&o->view, &tool, &g, t, input_kept(&o->in));
}

/* Prints the verdict, then a line for each violation. */
static int show_guidelines(const struct options *o, const struct table *t)
{
    struct guidelines g;
    int status;

    guidelines_judge(&g, t,
                     isnan(o->view.limit) ? 1 + t->o.same : o->view.limit);
    status = table_view_verdict(&o->view, &tool, &g.gate, NULL, NULL);
    guidelines_print(stdout, &g);
    guidelines_free(&g);
    return status;
}

/* Reports an error. With a gate, still prints a verdict as the last line. */
static int fail(const struct options *o, int status, char *cause)
{
    struct gate g;

    if (!table_view_gated(&o->view) || status == EXIT_USAGE) {
        tool_error(&tool, cause);
        return status;
    }
    gate_none(&g, GATE_ERROR, cause);
    return table_view_verdict(&o->view, &tool, &g, NULL, NULL);
}

static int show(const struct options *o, struct runs *r)
{
    int status = EXIT_DONE;
    char *cause = NULL;
    struct table t;

    table_view_make(&o->view, &t, r);
    if (o->output != NULL)
        status = output_write(o->output, o->overwrite,
                              has_suffix(o->output, ".csv")
                                  ? output_text(&t, FORMAT_CSV)
                                  : merged_text(&t),
                              &cause);
    if (status != EXIT_DONE) {
        status = fail(o, status, cause);
    } else if (o->view.guidelines) {
        status = show_guidelines(o, &t);
    } else {
        output_print(stdout, &t, (enum output_format)o->view.format,
                     input_kept(&o->in));
        status = table_view_gated(&o->view) ? judge(o, &t)
                 : table_is_wrong(&t)       ? EXIT_WRONG
                                            : EXIT_DONE;
    }
    table_free_rows(&t);
    return status;
}

/* ---- profiles ------------------------------------------------------------ */

/* Prints the summary of a profile. */
static int show_program(const struct options *o, const char *file)
{
    char *cause;
    struct program p = {0};

    if (table_view_gated(&o->view) || o->view.format != FORMAT_TABLE ||
        o->output != NULL || o->in.command[0] != 0)
        cause = xasprintf("%s: the profile of a program is printed without "
                          "--fail-above, --guidelines, --format, --output, "
                          "--commands",
                          SHOWN_FILE(file));
    else
        cause = program_read_file(&p, file);
    if (cause == NULL)
        program_print(stdout, &p);
    program_free(&p);
    if (cause == NULL)
        return EXIT_DONE;
    tool_error(&tool, cause);
    return EXIT_FAILED;
}

static int show_runs(const struct options *o)
{
    struct runs runs = {0};
    char *cause;
    int status = input_read(&o->in, &runs, &cause);

    status = status == EXIT_DONE ? show(o, &runs) : fail(o, status, cause);
    runs_free(&runs);
    return status;
}

int main(int argc, char **argv)
{
    struct options o = {.view.limit = NAN};
    int status;

    if (table_view_begin(&tool, &o, argc, argv, &status)) {
        status = o.in.n == 1 && program_is(o.in.file[0])
                     ? show_program(&o, o.in.file[0])
                     : show_runs(&o);
        status = tool_finish(&tool, status);
    }
    free(o.in.file);
    free(o.view.table.names);
    return status;
}
