/* main.c: command lines -> blocks of runs -> one table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include "compare/output.h"
#include "lib/file.h"
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "record/csv_rows.h"
#include "tools/repeat/session.h"
#include "tools/repeat/start.h"
#include "tools/repeat/stop.h"

/* A command line without a complete run in so many blocks in a row has none. */
enum { HOPELESS = 3 };

static bool has_gate(const struct session *s)
{
    return table_view_gated(&s->o->view);
}

/* Why more blocks would be of no use, malloced, or NULL. */
static char *hopeless(const struct session *s)
{
    for (size_t i = 0; i < s->o->ncommands; i++)
        if (s->failing[i] >= HOPELESS)
            return s->o->ncommands == 1
                       ? xasprintf("no run of %d blocks was complete", HOPELESS)
                       : xasprintf("no run of command line %zu in %d blocks "
                                   "was complete",
                                   i + 1, HOPELESS);
    return NULL;
}

static enum session_end measure(struct session *s, struct stop *stop)
{
    enum session_end end;
    bool enough;

    do {
        char *cause;

        stop_wait(stop, s);
        end = session_block(s);
        enough = stop_now(stop, s);
        if (end != SESSION_GOES_ON || enough || (cause = hopeless(s)) == NULL)
            continue;
        session_note(xasprintf("%s: stopped", cause));
        free(cause);
        return end;
    } while (end == SESSION_GOES_ON && !enough);
    return end;
}

/* ---- the answer ---------------------------------------------------------- */

/* To the files; not 0 where that failed. */
static int write_table(struct session *s, const struct table *t)
{
    json_t *records = merged_records(t);
    int rc = s->sink.file != NULL ? session_write(s, records) : 0;
    char *csv;

    json_array_remove(records, 0); /* what the table stands on */
    if (s->csv.file != NULL && rc == 0) {
        csv = csv_of(records, OF_MERGED);
        rc = session_write_csv(s, csv);
        free(csv);
    }
    json_decref(records);
    return rc;
}

static void note_end(const struct session *s, enum session_end end)
{
    bool kept = s->kept > 0 && s->o->output != NULL;

    if (s->lost > 0)
        session_note(
            xasprintf("%zu of %zu runs failed", s->lost, s->lost + s->kept));
    if (end == SESSION_INTERRUPTED)
        session_note(xasprintf("interrupted: %zu complete runs%s%s", s->kept,
                               kept ? " are in " : "",
                               kept ? s->o->output : ""));
}

/* What the gate says; where a run cannot be made or kept it judges nothing. */
static void judge(struct gate *g, const struct session *s,
                  const struct stop *stop, const struct table *t,
                  enum session_end end)
{
    if (end == SESSION_WRONG_USE)
        gate_none(g, GATE_ERROR, xstrdup("a run was refused"));
    else if (s->runs.n == 0)
        gate_none(g, GATE_ERROR, xstrdup("no run was complete"));
    else if (end == SESSION_UNWRITABLE)
        gate_none(g, GATE_ERROR, xstrdup("the output cannot be written"));
    else
        stop_judge(g, stop, t);
    if (g->verdict == GATE_SUSPECT ||
        (g->verdict != GATE_ERROR && end == SESSION_INTERRUPTED)) {
        char *text = g->text;

        g->text = xasprintf("%s: %s",
                            end == SESSION_INTERRUPTED ? "ended early"
                                                       : "not measured again",
                            text);
        g->verdict = GATE_CANNOT_TELL;
        free(text);
    }
}

/* The exit status. */
static int conclude(struct session *s, enum session_end end,
                    const struct stop *stop)
{
    bool any = s->runs.n > 0;
    struct table t = {0};
    struct gate g;
    int status;

    if (any) { /* the files first: standard output may be closed */
        stop_table(&t, stop, s);
        if (end != SESSION_UNWRITABLE && write_table(s, &t) != 0)
            end = SESSION_UNWRITABLE;
    }
    if (session_close_files(s) != 0)
        end = SESSION_UNWRITABLE;
    if (any) {
        table_view_print(&s->o->view, &t, s->o->output);
        fflush(stdout);
        note_end(s, end);
    } else {
        session_note(
            xasprintf("%sno run was complete",
                      end == SESSION_INTERRUPTED ? "interrupted: " : ""));
    }
    status = end == SESSION_WRONG_USE                        ? EXIT_USAGE
             : s->lost > 0 || end != SESSION_GOES_ON || !any ? EXIT_FAILED
                                                             : EXIT_DONE;
    if (has_gate(s)) {
        judge(&g, s, stop, &t, end);
        status =
            table_view_verdict(&s->o->view, &repeat_tool, &g, any ? &t : NULL);
    }
    table_free_rows(&t);
    return tool_finish(&repeat_tool, status);
}

/* Nothing can be run, or kept: a gate that cannot begin says so. */
static int cannot_begin(const struct options *o, char *cause)
{
    struct gate g;
    int status = EXIT_USAGE;

    tool_error(&repeat_tool, xstrdup(cause));
    if (table_view_gated(&o->view)) {
        gate_none(&g, GATE_ERROR, xstrdup(cause));
        status = table_view_verdict(&o->view, &repeat_tool, &g, NULL);
    }
    free(cause);
    return status;
}

int main(int argc, char **argv)
{
    struct options o;
    struct session s;
    struct stop stop;
    char *cause;
    int status = EXIT_FAILED;

    json_setup();
    file_limit_is_error();
    options_init(&o);
    cause = option_gone(argc, argv);
    if (cause != NULL) {
        tool_error(&repeat_tool, cause);
        status = EXIT_USAGE;
        goto out;
    }
    if (tool_parse(&repeat_tool, &o, argc, argv, &status) != OPTIONS_RUN)
        goto out;
    start_prepare();
    if (session_open(&s, &o, &cause) != 0) {
        status = cannot_begin(&o, cause);
        goto out;
    }
    stop_init(&stop, &o);
    status = conclude(&s, measure(&s, &stop), &stop);
    session_close(&s);
out:
    options_free(&o);
    return status;
}
