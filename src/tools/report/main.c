/* main.c: mpiperf-report: writes the table of runs as a single web page. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "lib/names.h"
#include "lib/xmalloc.h"
#include "print/program.h"
#include "record/sink.h"
#include "tools/program_path.h"
#include "tools/report/report.h"
#include "tools/common.h"

struct options {
    struct table_view view;
    struct input in;
    struct page page;
    const char *output;
    bool overwrite;
};

static int file_set(struct options *o, const char *arg, char **cause)
{
    return input_add(&o->in, arg, cause);
}

static const struct option_row rows[] = {
    INPUT_ROWS,
    RATIO_ROWS,
    {.title = "Page:",
     .key = 'o',
     VALUE_ROW("output", "FILE.html", PARAM_TEXT, output),
     .p.help = "the page to write"},
    {FLAG_ROW("overwrite", overwrite),
     .p.help = "replace the file of --output"},
    {VALUE_ROW("title", "TEXT", PARAM_TEXT, page.title),
     .p.help = "title of the page (default: the operations)"},
    {FLAG_ROW("no-records", page.bare),
     .p.help = "do not include the FILEs in the page"},
    TOOL_ROWS,
};

static char *check(const struct options *o)
{
    char *cause = input_check(&o->in, "mpiperf-report", o->output);

    if (cause != NULL)
        return cause;
    return o->output == NULL || !has_suffix(o->output, ".html")
               ? xstrdup("no -o FILE.html")
               : table_view_check(&o->view, input_sides(&o->in));
}

static const struct tool tool = {
    .name = "mpiperf-report",
    .operands = "A.jsonl [B.jsonl] -o PAGE.html\n--merge FILE.jsonl... -o "
                "PAGE.html\nPROGRAM.profile.jsonl -o PAGE.html",
    .doc = "Writes a page for a browser from files of mpiperf's records: "
           "the answer, pictures, tables, and the files themselves. With "
           "two files, it compares B with A. From the profile of a program, "
           "it writes a page of what the program waited for.\vExit status: "
           "0: done; 1: failed; 2: usage.",
    .rows = rows,
    .operand = file_set,
    .check = check,
};

/* Returns the exit status; unless EXIT_DONE, *cause is malloced. */
static int write_page(const struct options *o, struct runs *r, char **cause)
{
    struct page p = o->page;
    struct table t;
    char *plot = program_path("mpiperf-plot");
    int rc;

    table_view_make(&o->view, &t, r);
    p.t = &t;
    p.in = &o->in;
    p.plot = plot;
    rc = sink_print(o->output, o->overwrite ? SINK_OVERWRITE : SINK_ONCE,
                    page_print, &p, cause);
    free(plot);
    table_free_rows(&t);
    return sink_status(rc);
}

/* Writes the page of a program's profile. */
static int write_program(const struct options *o, char **cause)
{
    struct program program;
    struct page p = o->page;
    int status = EXIT_FAILED;

    p.in = &o->in;
    p.program = &program;
    *cause = program_read_file(&program, o->in.file[0]);
    if (*cause == NULL)
        status = sink_status(
            sink_print(o->output, o->overwrite ? SINK_OVERWRITE : SINK_ONCE,
                       page_print_program, &p, cause));
    program_free(&program);
    return status;
}

static int write_runs(const struct options *o, char **cause)
{
    struct runs runs = {0};
    int status = input_read(&o->in, &runs, cause);

    if (status == EXIT_DONE)
        status = write_page(o, &runs, cause);
    runs_free(&runs);
    return status;
}

int main(int argc, char **argv)
{
    struct options o = {.view.limit = NAN};
    int status;
    char *cause = NULL;

    if (table_view_begin(&tool, &o, argc, argv, &status)) {
        status = o.in.n == 1 && program_is(o.in.file[0])
                     ? write_program(&o, &cause)
                     : write_runs(&o, &cause);
        if (status != EXIT_DONE)
            tool_error(&tool, cause);
    }
    free(o.in.file);
    free(o.view.table.names);
    return status;
}
