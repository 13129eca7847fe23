/* main.c: command lines -> blocks of runs -> one table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/file.h"
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "tools/compare/gate.h"
#include "tools/compare/merge.h"
#include "tools/compare/merge_text.h"
#include "tools/repeat/session.h"
#include "tools/repeat/start.h"
#include "tools/repeat/stop.h"

/* A command line without a complete run in so many blocks in a row has none. */
enum { HOPELESS = 3 };

static bool has_gate(const struct session *s)
{
    return !isnan(s->o->fail_above);
}

/* Why more blocks would be of no use, malloced, or NULL. */
static char *hopeless(const struct session *s)
{
    if (has_gate(s) && s->lost > 0)
        return xstrdup("the gate cannot pass");
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

static int compare_sides(const struct session *s, const struct stop *stop)
{
    const struct gate_options how = {
        .limit = s->o->fail_above,
        .of = s->o->gate,
        .block_seconds = stop_block_seconds(s),
    };
    struct compared c;
    char *cause;
    int status;

    session_note(xasprintf("%zu runs in %.0f s", s->kept, stop_spent(stop)));
    if (stop_compare(&c, stop, s, false, &cause) != 0)
        return gate_answer(EXIT_CANNOT_TELL, xprefix("--state", cause));
    status = gate(&repeat_tool, &c, &how);
    compared_free(&c);
    return status;
}

/* The exit status; where a gate is asked for, its answer is the last line
 * whatever happened. */
static int answer(const struct session *s, const struct stop *stop,
                  enum session_end end)
{
    int status =
        s->lost > 0 || end != SESSION_GOES_ON ? EXIT_FAILED : EXIT_DONE;

    if (!has_gate(s))
        return end == SESSION_WRONG_USE ? EXIT_USAGE : status;
    fflush(stdout);
    if (end == SESSION_WRONG_USE)
        return gate_answer(EXIT_USAGE,
                           xstrdup("a command line is used wrongly"));
    if (end == SESSION_UNWRITABLE)
        return gate_answer(EXIT_FAILED,
                           xstrdup("the output cannot be written"));
    if (s->lost > 0)
        return gate_answer(EXIT_FAILED, xasprintf("%zu of %zu runs failed",
                                                  s->lost, s->lost + s->kept));
    if (end == SESSION_INTERRUPTED)
        return gate_answer(EXIT_CANNOT_TELL, xstrdup("it was ended early"));
    return compare_sides(s, stop);
}

/* To the files; not 0 where that failed. */
static int write_table(struct session *s, const json_t *records,
                       enum session_end end)
{
    int rc = s->sink.file != NULL && end != SESSION_UNWRITABLE
                 ? session_write(s, records)
                 : 0;
    char *csv;

    if (s->csv.file == NULL || rc != 0)
        return rc;
    csv = merged_csv(records);
    rc = session_write_csv(s, csv);
    free(csv);
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

/* The exit status. */
static int conclude(struct session *s, enum session_end end,
                    const struct stop *stop)
{
    bool unknown = false; /* the state that is asked for */
    json_t *records;
    char *cause;
    int status;

    if (s->runs.n == 0) {
        session_note(
            xasprintf("%sno run was complete",
                      end == SESSION_INTERRUPTED ? "interrupted: " : ""));
    } else {
        records = merged_show(stdout, &s->runs, &stop->compare.judge,
                              &s->o->view, &cause);
        unknown = records == NULL;
        if (unknown)
            session_note(xprefix("--state", cause));
        else if (write_table(s, records, end) != 0)
            end = SESSION_UNWRITABLE;
        json_decref(records);
        note_end(s, end);
    }
    status = answer(s, stop, end);
    if (unknown && status == EXIT_DONE)
        status = EXIT_CANNOT_TELL;
    return tool_finish(&repeat_tool, status);
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
    if (tool_parse(&repeat_tool, &o, argc, argv, &status) != OPTIONS_RUN)
        goto out;
    start_prepare();
    if (session_open(&s, &o, &cause) != 0) {
        tool_error(&repeat_tool, cause);
        status = EXIT_USAGE;
        goto out;
    }
    stop_init(&stop, &o);
    status = conclude(&s, measure(&s, &stop), &stop);
    stop_fini(&stop);
    session_close(&s);
out:
    options_free(&o);
    return status;
}
