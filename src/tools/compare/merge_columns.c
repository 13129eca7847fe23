/* merge_columns.c: what is told of a row of the merged table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_columns.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/stats/states.h"
#include "tools/compare/merge_cells.h"
#include "tools/compare/merge_values.h"

#define VALUE(field) .name = #field, .value = value_##field
#define FIGURE(field, of) .name = field, .figure = of, .value = value_figure
#define INTERVAL(field, of)                                                    \
    .name = field, .figure = of, .value = value_interval, .pair = true
#define PARTS(...)                                                             \
    .parts = (const char *const[])                                             \
    {                                                                          \
        __VA_ARGS__, NULL                                                      \
    }
#define TEXT(at, ...) .text = {.place = at, __VA_ARGS__}
#define KEY(field, ...) .name = field, .value = value_key, .text = {__VA_ARGS__}
/* A field that tells cases apart is shown where it does. */
#define VARIED .place = 30, .shown = shown_varied
#define LEFT .left = true

const struct merged_column merged_columns[] = {
    {KEY("op", .place = 10, LEFT)},
    {KEY("algo", .place = 20, LEFT)},
    {KEY("procs", VARIED)},
    {KEY("bytes", .place = 40)},
    {KEY("root", VARIED, LEFT)},
    {KEY("rotate", VARIED, LEFT)},
    {KEY("datatype", VARIED, LEFT)},
    {KEY("reduction", VARIED, LEFT)},
    {KEY("counts", VARIED, LEFT)},
    {KEY("in_place", VARIED, LEFT)},
    {KEY("pairs", VARIED, LEFT)},
    {KEY("topology", VARIED, LEFT)},
    {KEY("buffer", VARIED, LEFT)},
    {KEY("method", VARIED, LEFT)},
    {KEY("timer", VARIED, LEFT)},
    {KEY("param", VARIED, LEFT)},
    {KEY("given", .place = 0)}, /* an algorithm's settings are in its name */
    {KEY("memory", VARIED, LEFT)},
    {KEY("arrival", VARIED, LEFT)},
    {KEY("harness", VARIED, LEFT)},
    {VALUE(side), PARTS("number", "name"),
     TEXT(50, LEFT, .shown = shown_sides, .put = put_side)},
    {VALUE(runs)},
    {VALUE(empty)},
    {VALUE(wrong)},
    {VALUE(odd)},
    {VALUE(sittings)},
    {FIGURE("estimate", figure_time), .of_state = true,
     TEXT(60, .title = "time_us", .scale = 1e6, .put = put_figure)},
    {INTERVAL("ci", figure_time), .of_state = true,
     TEXT(70, .title = "+-%", .put = put_half)},
    {VALUE(cause)},
    {VALUE(confidence)},
    {VALUE(vs), .figure = figure_ratio, .of_state = true, .of_all = true,
     PARTS("side", "algo", "method", "runs", "ratio", "ci[]", "p", "p_adjusted",
           "verdict", "needed", "cause", "odd"),
     TEXT(100, .title = "ratio [interval]", LEFT, .scale = 1,
          .put = put_interval)},
    {.name = "verdict",
     .of_state = true,
     .of_all = true,
     TEXT(110, LEFT, .put = put_verdict)},
    {FIGURE("bandwidth", figure_more), .of_state = true,
     TEXT(80, .title = "MB/s", .scale = 1e-6, .optional = true,
          .shown = shown_more, .put = put_figure,
          .legend = "MB/s: 10^6 bytes a second, all pairs together")},
    {INTERVAL("bandwidth_ci", figure_more)},
    {FIGURE("message_rate", figure_more), .of_state = true,
     TEXT(0, .title = "msg/s", .scale = 1, .put = put_figure,
          .legend = "msg/s: messages a second, all pairs together")},
    {INTERVAL("message_rate_ci", figure_more)},
    {FIGURE("hidden", figure_more),
     TEXT(90, .title = "hidden_%", LEFT, .scale = 100, .shown = shown_more,
          .put = put_interval,
          .legend = "hidden: share of native's time that the computation "
                    "beside it hid")},
    {INTERVAL("hidden_ci", figure_more)},
    {VALUE(relative), .figure = figure_relative, .of_state = true,
     PARTS("estimate", "ci[]"),
     TEXT(0, LEFT, .scale = 1, .put = put_interval,
          .legend = "relative: time / that of the reference `copy` in the same "
                    "run")},
    {VALUE(reference), PARTS("copy", "copy_range[]", "spin", "spin_range[]",
                             "oneway", "oneway_range[]")},
    {VALUE(variance), PARTS("sittings", "runs", "passes", "rounds", "advice")},
    {VALUE(mpi)},
    {VALUE(hosts)},
    {VALUE(time)},
    {VALUE(command)},
    {VALUE(figures), .each = true, TEXT(120, .scale = 1, .optional = true)},
    {VALUE(figures_ci), .each = true, .pair = true},
    {VALUE(parts), .each = true, TEXT(130, .scale = 1e6, .optional = true)},
    {VALUE(state), .of_state = true, .of_all = true,
     TEXT(112, LEFT, .shown = shown_states, .put = put_state)},
    {.name = "share",
     .of_state = true,
     TEXT(114, .title = "share_%", .optional = true, .shown = shown_states,
          .put = put_share)},
    {.name = "stays",
     .of_state = true,
     TEXT(116, .optional = true, .shown = shown_states, .put = put_stays)},
    {VALUE(states), .list = STATES_MAX,
     PARTS("name", "oneway", "spin", "share", "rounds", "stays", "runs",
           "estimate", "ci[]", "vs.ratio", "vs.ci[]", "vs.verdict")},
    {VALUE(by_state), .figure = figure_ratio, PARTS("ratio", "ci[]"),
     TEXT(0, LEFT, .scale = 1, .put = put_interval)},
    {VALUE(unexplained),
     TEXT(0, .title = "unexplained_%", .put = put_unexplained,
          .legend =
              "unexplained: share of the variance of the time's logarithm "
              "within states")},
    {.name = NULL},
};

const char *merged_title(const struct merged_column *c)
{
    return c->text.title != NULL ? c->text.title : c->name;
}

/* Its first word. */
static size_t title_length(const struct merged_column *c)
{
    return strcspn(merged_title(c), " ");
}

static bool is_title(const struct merged_column *c, const char *name)
{
    return strlen(name) == title_length(c) &&
           strncmp(merged_title(c), name, strlen(name)) == 0;
}

const struct merged_column *merged_column_find(const char *name, char **cause)
{
    size_t length;
    char *text;
    FILE *f;

    for (const struct merged_column *c = merged_columns; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0 || is_title(c, name))
            return c;
    f = open_memstream(&text, &length);
    if (f == NULL)
        out_of_memory();
    for (const struct merged_column *c = merged_columns; c->name != NULL; c++)
        fprintf(f, "%s%.*s", c == merged_columns ? "" : ", ",
                (int)title_length(c), merged_title(c));
    if (fclose(f) != 0)
        out_of_memory();
    *cause = text;
    return NULL;
}

const char *merged_column_more(const struct merged_column *c,
                               const struct merged *m, size_t k)
{
    size_t n = strlen(c->name);

    return strncmp(m->more[k], c->name, n) == 0 && m->more[k][n] == '.'
               ? m->more[k] + n + 1
               : NULL;
}
