/* common.c: functions shared by the tools: files of runs, table and verdict. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/common.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "compare/read.h"
#include "lib/json.h"
#include "lib/names.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/advice.h"
#include "print/output.h"
#include "record/sink.h"

/* ---- files --------------------------------------------------------------- */

/* Parses "I,J", the numbers of two command lines. */
int input_commands(const struct param *p, void *at, const char *arg,
                   char **cause)
{
    const char *comma = strchr(arg, ',');
    long *command = at;
    char *first;
    int rc;

    (void)p;
    if (comma == NULL)
        return param_refuse(arg, "not two numbers", cause);
    first = xasprintf("%.*s", (int)(comma - arg), arg);
    rc = number_long(&command[0], first, 1, INT_MAX, cause);
    if (rc == 0)
        rc = number_long(&command[1], comma + 1, 1, INT_MAX, cause);
    free(first);
    return rc;
}

int input_add(struct input *in, const char *file, char **cause)
{
    if (has_suffix(file, ".csv"))
        return param_refuse(file, "a table: compare the .jsonl of the runs",
                            cause);
    in->file = xroom(in->file, in->n, sizeof(*in->file));
    in->file[in->n++] = file;
    return 0;
}

static bool is_same(const char *file, const char *output)
{
    struct stat in, out;

    return output != NULL && stat(output, &out) == 0 && stat(file, &in) == 0 &&
           in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

char *input_check(const struct input *in, const char *program,
                  const char *output)
{
    if (in->n == 0)
        return xasprintf("no FILE (usage: %s A.jsonl [B.jsonl])", program);
    if (in->n > 2 && !in->merge)
        return xasprintf("%s: a third file: --merge makes one table of many",
                         QUOTED(in->file[2]));
    if (in->merge && in->command[0] != 0)
        return xstrdup("--merge and --commands cannot be combined");
    if (in->command[0] != 0 && in->command[0] == in->command[1])
        return xasprintf("--commands: %ld is compared with itself: name two "
                         "command lines",
                         in->command[0]);
    for (size_t i = 0; i < in->n; i++)
        if (is_same(in->file[i], output))
            return xasprintf("--output: %s is compared: name another file",
                             SHOWN_FILE(output));
    return NULL;
}

size_t input_sides(const struct input *in)
{
    return in->merge || in->n < 2 ? INT_MAX : in->n;
}

const char *input_kept(const struct input *in)
{
    return in->n == 1 && has_suffix(in->file[0], ".jsonl") ? in->file[0] : NULL;
}

int input_read(const struct input *in, struct runs *r, char **cause)
{
    bool sides = in->n == 2 && !in->merge;

    memcpy(r->chosen, in->command, sizeof(r->chosen));
    for (size_t i = 0; i < in->n; i++)
        if (runs_read(r, in->file[i], sides ? (long)i + 1 : 0, cause) != 0)
            return r->on_both ? EXIT_USAGE : EXIT_FAILED;
    for (size_t k = 0; in->command[0] != 0 && k < 2; k++)
        if (runs_count(r, (long)k + 1) == 0) {
            *cause = xasprintf("--commands: there is no run of command line "
                               "%ld",
                               in->command[k]);
            return EXIT_USAGE;
        }
    return EXIT_DONE;
}

int sink_status(int rc)
{
    return rc == 0 ? EXIT_DONE : rc == SINK_UNOPENED ? EXIT_USAGE : EXIT_FAILED;
}

int output_write(const char *file, bool overwrite, char *text, char **cause)
{
    int rc =
        sink_text(file, overwrite ? SINK_OVERWRITE : SINK_ONCE, text, cause);

    free(text);
    return sink_status(rc);
}

/* ---- signals to end ------------------------------------------------------ */

static const int ends[] = {SIGHUP, SIGINT, SIGTERM};
enum { ENDS = sizeof(ends) / sizeof(ends[0]) };

void signals_block(sigset_t *set)
{
    struct sigaction action;

    signal(SIGCHLD,
           SIG_DFL); /* with SIG_IGN, waiting for children would fail */
    sigemptyset(set);
    sigaddset(set, SIGCHLD);
    for (int i = 0; i < ENDS; i++) /* ignored: with nohup */
        if (sigaction(ends[i], NULL, &action) != 0 ||
            action.sa_handler != SIG_IGN)
            sigaddset(set, ends[i]);
    sigprocmask(SIG_BLOCK, set, NULL);
}

bool signals_pending(void)
{
    sigset_t pending;
    bool any = false;

    sigpending(&pending);
    for (int i = 0; i < ENDS; i++)
        any |= sigismember(&pending, ends[i]) == 1;
    return any;
}

/* ---- the command line ---------------------------------------------------- */

const struct param_word gate_words[] = {
    {.name = "case", .value = GATE_CASE, .help = "each row by itself"},
    {.name = "geomean",
     .value = GATE_GEOMEAN,
     .help = "the mean over an operation's rows"},
    {0},
};

const struct param_word baseline_words[] = {
    {.name = "first",
     .value = BASELINE_FIRST,
     .help = "the same case of the first side"},
    {.name = "own", .value = BASELINE_OWN, .help = "native of the same side"},
    {0},
};

int table_view_name(const struct param *p, void *view, const char *name,
                    char **cause)
{
    struct table_view *v = view;

    (void)p;
    if (strcmp(SHOWN_FILE(name), name) != 0)
        return param_refuse(name, "must be plain text in one line", cause);
    v->table.names =
        xreallocarray(v->table.names, v->names + 2, sizeof(*v->table.names));
    v->table.names[v->names++] = name;
    v->table.names[v->names] = NULL;
    return 0;
}

bool table_view_gated(const struct table_view *v)
{
    return !isnan(v->limit) || v->guidelines;
}

char *table_view_check(const struct table_view *v, size_t sides)
{
    if (v->names > sides)
        return xasprintf("--name: %zu names of %zu side%s", v->names, sides,
                         sides == 1 ? "" : "s");
    if (!isnan(v->limit) && v->table.baseline == BASELINE_OWN)
        return xstrdup("--baseline=own compares nothing between the sides, "
                       "which --fail-above judges: leave one of them out");
    if (!table_view_gated(v) && (v->junit != NULL || v->github))
        return xasprintf("--%s: needs --fail-above",
                         v->junit != NULL ? "junit" : "github");
    return NULL;
}

bool table_view_begin(const struct tool *tool, struct options *o, int argc,
                      char **argv, int *status)
{
    json_setup();
    return tool_parse(tool, o, argc, argv, status) == OPTIONS_RUN;
}

/* ---- table and verdict --------------------------------------------------- */

void table_view_make(const struct table_view *v, struct table *t,
                     struct runs *r)
{
    struct table_options how = v->table;

    how.gate = table_view_gated(v);
    how.passes = r->n == 1;
    table_make(t, r, runs_order(r), &how);
}

int table_view_verdict(const struct table_view *v, const struct tool *tool,
                       struct gate *g, const struct table *t, const char *file)
{
    char *line = gate_line(g), *text = NULL, *causes[2] = {NULL};
    int status = (int)g->verdict;

    if (t != NULL && g->more_decide)
        text = advice_gate(g, t, file);
    if (text != NULL)
        printf("%s\n", text);
    free(text);
    printf("%s\n", SHOWN_LINE(line));
    free(line);
    if (v->github) {
        text = t != NULL ? output_text(t, FORMAT_MD) : NULL;
        ci_github(g, text, &causes[0]);
        free(text);
    }
    if (v->junit != NULL)
        output_write(v->junit, true, ci_junit(g), &causes[1]);
    for (size_t i = 0; i < 2; i++)
        if (causes[i] != NULL) {
            tool_error(tool, causes[i]);
            status = GATE_ERROR;
        }
    gate_free(g);
    return status;
}
