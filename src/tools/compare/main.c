/* main.c: files -> runs -> table -> verdict. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "compare/output.h"
#include "lib/file.h"
#include "lib/json.h"
#include "lib/names.h"
#include "lib/xmalloc.h"
#include "record/csv_rows.h"
#include "record/fields.h"
#include "record/sink.h"
#include "tools/compare/options.h"

/* Runs of the two command lines that are asked for become sides 1 and 2, and
 * all others are left out. NULL, or the cause, malloced. */
static char *choose_commands(const struct options *o, struct runs *r)
{
    for (size_t k = 0; o->command[0] != 0 && k < 2; k++)
        if (runs_count(r, o->command[k]) == 0)
            return xasprintf("--commands: there is no run of command line %ld",
                             o->command[k]);
    if (o->command[0] != 0)
        runs_choose(r, o->command[0], o->command[1]);
    return NULL;
}

/* The exit status that it has, or EXIT_DONE. */
static int read_all(const struct options *o, struct runs *r, char **cause)
{
    bool sides = o->nfiles == 2 && !o->merge;

    for (size_t i = 0; i < o->nfiles; i++)
        if (runs_read(r, o->file[i], sides ? (long)i + 1 : 0, cause) != 0)
            return r->on_both ? EXIT_USAGE : EXIT_FAILED;
    *cause = choose_commands(o, r);
    return *cause == NULL ? EXIT_DONE : EXIT_USAGE;
}

/* The exit status; unless it is EXIT_DONE, the cause, malloced. */
static int write_output(const struct options *o, const struct table *t,
                        char **cause)
{
    json_t *records;
    char *text;
    int rc;

    if (o->output == NULL)
        return EXIT_DONE;
    records = merged_records(t);
    if (has_suffix(o->output, ".csv"))
        json_array_remove(records, 0); /* what the table stands on */
    text = has_suffix(o->output, ".csv") ? csv_of(records, OF_MERGED)
                                         : records_lines(records);
    rc = sink_text(o->output, o->overwrite ? SINK_OVERWRITE : SINK_ONCE, text,
                   cause);
    json_decref(records);
    free(text);
    return rc == 0 ? EXIT_DONE : rc == SINK_UNOPENED ? EXIT_USAGE : EXIT_FAILED;
}

/* A finished file has one look: a suspect has to be one in its second half as
 * well. */
static int judge(const struct options *o, const struct table *t)
{
    struct table_options half = t->o;
    struct table again;
    struct gate g;

    if (t->r->sides < 2) {
        gate_none(&g, GATE_ERROR,
                  xstrdup("one side: there is nothing to compare with"));
        return table_view_verdict(&o->view, &compare_tool, &g, t);
    }
    half.first_block = t->interleaved ? t->r->blocks / 2 : 0;
    table_make(&again, t->r, t->interleaved, &half);
    gate_judge(&g, t, &again, o->view.limit, (enum gate_of)o->view.gate);
    table_free_rows(&again);
    return table_view_verdict(&o->view, &compare_tool, &g, t);
}

/* Where a gate is asked for, its answer is the last line whatever happened. */
static int fail(const struct options *o, int status, char *cause)
{
    struct gate g;

    if (!table_view_gated(&o->view) || status == EXIT_USAGE) {
        tool_error(&compare_tool, cause);
        return status;
    }
    gate_none(&g, GATE_ERROR, cause);
    return table_view_verdict(&o->view, &compare_tool, &g, NULL);
}

static int show(const struct options *o, struct runs *r)
{
    bool gated = table_view_gated(&o->view);
    struct table_options how = o->view.table;
    char *cause = NULL;
    struct table t;
    int status;

    how.gate = gated;
    how.passes = r->n == 1;
    table_make(&t, r, runs_order(r), &how);
    status = write_output(o, &t, &cause);
    if (status != EXIT_DONE) {
        status = fail(o, status, cause);
    } else {
        table_view_print(&o->view, &t, o->nfiles == 1 ? o->file[0] : NULL);
        if (gated)
            status = judge(o, &t);
    }
    table_free_rows(&t);
    return status;
}

int main(int argc, char **argv)
{
    struct runs runs = {0};
    int status = EXIT_USAGE;
    struct options o;
    char *cause;

    json_setup();
    file_limit_is_error();
    options_init(&o);
    cause = option_gone(argc, argv);
    if (cause != NULL) {
        tool_error(&compare_tool, cause);
    } else if (tool_parse(&compare_tool, &o, argc, argv, &status) ==
               OPTIONS_RUN) {
        status = read_all(&o, &runs, &cause);
        status =
            status == EXIT_DONE ? show(&o, &runs) : fail(&o, status, cause);
        status = tool_finish(&compare_tool, status);
    }
    runs_free(&runs);
    options_free(&o);
    return status;
}
