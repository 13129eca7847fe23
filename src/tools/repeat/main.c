/* main.c: mpiperf-repeat: runs command lines in blocks and prints one table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "print/output.h"
#include "tools/repeat/repeat.h"
#include "verdict/bounds.h"
#include "verdict/gate.h"

/* Give up after this many consecutive blocks without a complete run of some
 * command line. */
enum { HOPELESS = 3 };

/* If more blocks are useless, prints why and returns true. */
static bool is_hopeless(const struct session *s)
{
    for (size_t i = 0; i < s->o->ncommands; i++)
        if (s->failing[i] >= HOPELESS) {
            if (s->o->ncommands == 1)
                SAY("no run of %d blocks was complete: stopped", HOPELESS);
            else
                SAY("no run of command line %zu in %d blocks was complete: "
                    "stopped",
                    i + 1, HOPELESS);
            return true;
        }
    return false;
}

static enum session_end measure(struct session *s)
{
    enum session_end end;
    bool enough;

    do {
        stop_wait(s);
        end = session_block(s);
        enough = end != SESSION_GOES_ON || stop_now(s);
    } while (!enough && !is_hopeless(s));
    return end;
}

/* Writes the table to the files; returns nonzero on failure. */
static int write_table(struct session *s, const struct table *t)
{
    char *cause, *text;
    int rc = 0;

    if (s->sink.file != NULL)
        rc = session_write(&s->sink, merged_text(t));
    if (s->csv.file != NULL && rc == 0) {
        rc = session_write(&s->csv, output_text(t, FORMAT_CSV));
        if (rc != 0)
            sink_discard(&s->csv);
    }
    if (s->accept.file != NULL && rc == 0) {
        text = bounds_text(t, &cause);
        if (cause == NULL)
            return session_write(&s->accept, text);
        tool_error(&repeat_tool, xprefix("no bounds", cause));
        free(text);
        rc = -1;
    }
    return rc;
}

static void note_end(const struct session *s, enum session_end end)
{
    bool kept = s->kept > 0 && s->o->output != NULL;

    if (s->runs.n == 0)
        SAY("%sno run was complete",
            end == SESSION_INTERRUPTED ? "interrupted: " : "");
    else if (s->lost > 0)
        SAY("%zu of %zu runs failed", s->lost, s->lost + s->kept);
    if (s->runs.n > 0 && end == SESSION_INTERRUPTED)
        SAY("interrupted: %zu complete runs%s%s", s->kept,
            kept ? " are in " : "", kept ? s->o->output : "");
}

/* Judges the runs; ERROR if they could not be made or written. */
static void judge(struct gate *g, const struct session *s,
                  const struct table *t, enum session_end end)
{
    const char *why = end == SESSION_WRONG_USE    ? "a run was refused"
                      : end == SESSION_FAILED     ? "a run failed"
                      : s->runs.n == 0            ? "no run was complete"
                      : end == SESSION_UNWRITABLE ? "the output cannot be "
                                                    "written"
                                                  : NULL;

    if (why != NULL)
        gate_none(g, GATE_ERROR, xstrdup(why));
    else
        stop_judge(g, s, t);
    if (g->verdict == GATE_SUSPECT ||
        (g->verdict != GATE_ERROR && end == SESSION_INTERRUPTED)) {
        g->verdict = GATE_CANNOT_TELL;
        g->more_decide = true;
        g->text = xprefix(end == SESSION_INTERRUPTED
                              ? "ended early"
                              : "suspected, and not confirmed by enough later "
                                "blocks",
                          g->text);
    }
}

static int conclude(struct session *s, enum session_end end)
{
    bool any = s->runs.n > 0, ended;
    struct table t = {0};
    struct gate g;
    int status;

    if (any) { /* write files first, since stdout may be closed */
        table_view_make(&s->o->view, &t, &s->runs);
        if (end != SESSION_UNWRITABLE && write_table(s, &t) != 0)
            end = SESSION_UNWRITABLE;
    }
    if (session_close_files(s) != 0)
        end = SESSION_UNWRITABLE;
    if (any)
        output_print(stdout, &t, (enum output_format)s->o->view.format,
                     s->o->output);
    fflush(stdout);
    note_end(s, end);
    ended = end == SESSION_GOES_ON || end == SESSION_DIFFERS;
    status = end == SESSION_WRONG_USE        ? EXIT_USAGE
             : s->lost > 0 || !ended || !any ? EXIT_FAILED
             : table_is_wrong(&t)            ? EXIT_WRONG
                                             : EXIT_DONE;
    if (table_view_gated(&s->o->view)) {
        judge(&g, s, &t, end);
        status = table_view_verdict(&s->o->view, &repeat_tool, &g,
                                    any ? &t : NULL, s->o->output);
    }
    table_free_rows(&t);
    return tool_finish(&repeat_tool, status);
}

/* Reports an error before the first run; with a gate, prints a verdict. */
static int cannot_begin(const struct options *o, char *cause)
{
    struct gate g;

    tool_error(&repeat_tool, xstrdup(cause));
    gate_none(&g, GATE_ERROR, cause);
    if (table_view_gated(&o->view))
        return table_view_verdict(&o->view, &repeat_tool, &g, NULL, NULL);
    gate_free(&g);
    return EXIT_USAGE;
}

/* Returns a word that names a program before the first --, or NULL. */
static const char *without_dashes(int argc, char **argv)
{
    static const char *const programs[] = {"mpiexec", "mpirun", "srun",
                                           "mpiperf"};
    const char *found = NULL;

    for (int i = 1; i < argc; i++) {
        const char *name = basename(argv[i]);

        if (strcmp(argv[i], "--") == 0)
            return NULL;
        for (size_t k = 0; k < sizeof(programs) / sizeof(programs[0]); k++)
            if (found == NULL &&
                strncmp(name, programs[k], strlen(programs[k])) == 0)
                found = argv[i];
    }
    return found;
}

int main(int argc, char **argv)
{
    const char *word = without_dashes(argc, argv);
    struct options o = {.budget = NAN,
                        .precision = NAN,
                        .timeout = NAN,
                        .seed = -1,
                        .view.limit = NAN};
    struct session s;
    char *cause;
    int status;

    if (word != NULL) {
        SAY("write -- before the command line: %s -- %s ...", repeat_tool.name,
            word);
        return EXIT_USAGE;
    }
    if (table_view_begin(&repeat_tool, &o, argc, argv, &status)) {
        start_prepare();
        if (session_open(&s, &o, &cause) == 0) {
            stop_begin(&s);
            status = conclude(&s, measure(&s));
            session_close(&s);
        } else {
            status = cannot_begin(&o, cause);
        }
    }
    options_free(&o);
    return status;
}
