/* view.c: what every tool does with runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/sink.h"

void table_view_init(struct table_view *v)
{
    *v = (struct table_view){.limit = NAN};
}

void table_view_name(struct table_view *v, const char *name)
{
    v->name = xreallocarray(v->name, v->names + 2, sizeof(*v->name));
    v->name[v->names++] = name;
    v->name[v->names] = NULL;
    v->table.names = v->name;
}

void table_view_free(struct table_view *v)
{
    free(v->name);
}

bool table_view_gated(const struct table_view *v)
{
    return !isnan(v->limit);
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

void table_view_print(const struct table_view *v, const struct table *t,
                      const char *file)
{
    output_print(stdout, t, (enum output_format)v->format, file);
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
        ci_github(g, text);
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

char *option_gone(int argc, char *const *argv)
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
