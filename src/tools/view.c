/* view.c: functions shared by the tools that print tables of runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/view.h"

#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/sink.h"

const struct param_word gate_words[] = {
    {.name = "case", .value = GATE_CASE, .help = "each row by itself"},
    {.name = "geomean",
     .value = GATE_GEOMEAN,
     .help = "the mean over an operation's rows"},
    {0},
};

int table_view_name(const struct param *p, void *view, const char *name,
                    char **cause)
{
    struct table_view *v = view;

    (void)p;
    (void)cause;
    v->name = xreallocarray(v->name, v->names + 2, sizeof(*v->name));
    v->name[v->names++] = name;
    v->name[v->names] = NULL;
    v->table.names = v->name;
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
    if (!table_view_gated(v) && (v->junit != NULL || v->github))
        return xasprintf("--%s: needs --fail-above",
                         v->junit != NULL ? "junit" : "github");
    return NULL;
}

/* Returns a malloced hint if an argument before `--` is an option of versions
 * before 1.0; or NULL. */
static char *option_gone(int argc, char **argv)
{
    static const struct {
        const char *name, *now;
    } gone[] = {
        {"--alpha", "the interval has one rule: see mpiperf-compare(1)"},
        {"--correction", "the interval has one rule: see mpiperf-compare(1)"},
        {"--spread", "the table of one file shows it: leave --spread out"},
        {"--full", "--format=full took its place"},
        {"--columns", "--format=csv has all columns"},
        {"--state", "each state has a block of the table"},
    };

    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        for (size_t k = 0; k < sizeof(gone) / sizeof(gone[0]); k++) {
            size_t n = strcspn(argv[i], "=");

            if (n == strlen(gone[k].name) &&
                strncmp(argv[i], gone[k].name, n) == 0)
                return xasprintf("%s is gone: %s", gone[k].name, gone[k].now);
        }
    return NULL;
}

bool table_view_begin(const struct tool *tool, struct options *o, int argc,
                      char **argv, int *status)
{
    char *cause = option_gone(argc, argv);

    json_setup();
    *status = EXIT_USAGE;
    if (cause != NULL) {
        tool_error(tool, cause);
        return false;
    }
    return tool_parse(tool, o, argc, argv, status) == OPTIONS_RUN;
}

void table_view_make(const struct table_view *v, struct table *t,
                     struct runs *r)
{
    struct table_options how = v->table;

    how.gate = table_view_gated(v);
    how.passes = r->n == 1;
    table_make(t, r, runs_order(r), &how);
}

void table_view_judge(const struct table_view *v, struct gate *g,
                      const struct table *t, bool again, size_t block)
{
    struct table_options later = t->o;
    struct table second;

    later.first_block = block;
    if (again)
        table_make(&second, t->r, t->interleaved, &later);
    gate_judge(g, t, again ? &second : NULL, v->limit, (enum gate_of)v->gate);
    if (again)
        table_free_rows(&second);
}

int table_view_verdict(const struct table_view *v, const struct tool *tool,
                       struct gate *g, const struct table *t)
{
    int status = (int)g->verdict;
    char *line = gate_line(g), *text, *cause = NULL;

    printf("%s\n", SHOWN_LINE(line));
    free(line);
    if (v->github) {
        text = t != NULL ? output_text(t, FORMAT_MD) : NULL;
        if (ci_github(g, text, &cause) != 0) {
            tool_error(tool, cause);
            status = GATE_ERROR;
        }
        free(text);
    }
    if (v->junit != NULL) {
        text = ci_junit(g);
        if (sink_text(v->junit, SINK_OVERWRITE, text, &cause) != 0) {
            tool_error(tool, cause);
            status = GATE_ERROR;
        }
        free(text);
    }
    gate_free(g);
    return status;
}
