/* pairs_print.c: prints the readable tables of --pairs=each. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "compare/pairs.h"
#include "compare/grid.h"
#include "compare/people.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

enum { WORST = 10 }; /* number of pairs in a table */

/* True if the rows differ in the pair of ranks only. */
static bool same_block(const struct row *a, const struct row *b)
{
    return row_bytes(a) == row_bytes(b) && a->state == b->state &&
           a->side == b->side && rows_same_algo(a, b) &&
           json_equal(json_object_get(a->c->which, "given"),
                      json_object_get(b->c->which, "given"));
}

static long number_in(const json_t *record, const char *field)
{
    return (long)json_integer_value(json_object_get(record, field));
}

/* Makes the pairs of the rows first..end - 1 that differ from row `first` in
 * the pair only, and judges them. free() p->v. */
static void pairs_make(struct pairs *p, const struct table *t, size_t first,
                       size_t end)
{
    *p = (struct pairs){
        .v = xcalloc(end - first, sizeof(*p->v)),
        .hosts =
            json_object_get(runs_side(t->r, t->v[first].side)->record, "hosts"),
    };
    for (size_t i = first; i < end; i++) {
        const struct row *row = &t->v[i];

        if (same_block(row, &t->v[first]))
            p->v[p->n++] = (struct pair){
                .row = row,
                .rank = {number_in(row->last, "origin"),
                         number_in(row->last, "target")},
                .node = {number_in(row->last, "origin_node"),
                         number_in(row->last, "target_node")},
                .time = row->time.value,
            };
    }
    pairs_judge(p);
}

/* Prints "median within nodes: 0.31 us (116 pairs)". */
static void put_median(FILE *f, const struct pairs *p, enum pair_kind kind)
{
    const struct row *row = p->v[0].row;
    char *value = figure_text(row, p->median[kind]);

    if (p->count[kind] > 0)
        fprintf(f, "median %s nodes: %s %s (%zu pair%s)\n",
                kind == PAIR_WITHIN ? "within" : "between", value,
                figure_unit(row), p->count[kind],
                p->count[kind] > 1 ? "s" : "");
    free(value);
}

static void put_worst(FILE *f, const struct pairs *p, bool markdown)
{
    struct grid g = {.cols = 5};

    grid_put(&g, xstrdup("ranks"));
    grid_put(&g, xstrdup("nodes"));
    grid_put(&g, xstrdup(figure_unit(p->v[0].row)));
    grid_put(&g, xstrdup("+-%"));
    grid_put(&g, xstrdup("x"));
    for (size_t i = 0; i < p->n && i < WORST; i++) {
        const struct pair *pair = &p->v[i];

        grid_put(&g, xasprintf("%ld-%ld", pair->rank[0], pair->rank[1]));
        grid_put(&g, pair_nodes(p, i));
        grid_put_value(&g, pair->row);
        grid_put(&g, digits3(pair->x > 0 ? pair->x : NAN));
    }
    grid_print(f, &g, markdown);
}

/* Returns the title of a table, such as "64 KiB, native, near:", malloced. */
static char *block_text(const struct view *v, const struct row *row)
{
    const char *state = row_state_name(v->t, row);
    const char *name = SHOWN_FILE(row_text(row, "algo"));
    char *bytes = size_text(row_bytes(row)), *text;

    for (size_t i = 0; i < v->rivals; i++) /* those of the first pair */
        if (v->rival[i].first->side == row->side &&
            rows_same_algo(v->rival[i].first, row))
            name = v->rival[i].name;
    text = xasprintf("%s, %s%s%s:", bytes, name, state != NULL ? ", " : "",
                     state != NULL ? state : "");
    free(bytes);
    return text;
}

/* Prints the slow pairs and their common node, the table of the slowest pairs,
 * and the medians. */
static void put_block(FILE *f, const struct view *v, const struct pairs *p,
                      bool markdown)
{
    const struct row *row = p->v[0].row;
    char *figure = figure_text(row, row->time.value);
    char *value = xasprintf("%s %s", figure, figure_unit(row));

    people_line(f, block_text(v, row), "  ", markdown);
    people_line(f, pairs_answer(p, value), "  ", markdown);
    for (enum pair_kind kind = PAIR_KINDS; kind-- > 0;)
        people_line(f, pairs_culprit(p, kind), "  ", markdown);
    putc('\n', f);
    put_worst(f, p, markdown);
    putc('\n', f);
    for (enum pair_kind kind = 0; kind < PAIR_KINDS; kind++)
        put_median(f, p, kind);
    free(figure);
    free(value);
}

size_t people_pairs(FILE *f, const struct view *v, bool markdown)
{
    const struct table *t = v->t;
    size_t end = v->first, wrong = 0;
    struct view all = *v;
    struct pairs p;

    for (; end < t->n && t->v[end].c->pairs == t->v[v->first].c->pairs; end++)
        wrong += t->v[end].wrong > 0;
    people_line(f, describe_title(v), "  ", markdown);
    if (v->first == 0)
        people_line(f, describe_transport(v->t), "  ", markdown);
    people_line(f,
                xasprintf("%s: typical run, slower rank of the pair; +-%%: %s; "
                          "x: its time / the median of the pairs within nodes, "
                          "or between nodes",
                          figure_unit(v->rival[0].first), grid_interval(t)),
                "", markdown);
    people_head(f, v, markdown);
    for (size_t i = v->first; i < end; i++) {
        size_t k = v->first;

        while (!same_block(&t->v[k], &t->v[i]))
            k++;
        if (k < i || !v->known[t->v[i].state])
            continue;
        if (i > v->first)
            putc('\n', f);
        pairs_make(&p, t, i, end);
        put_block(f, v, &p, markdown);
        free(p.v);
    }
    all.n = end - v->first;
    people_reasons(f, &all, markdown);
    if (wrong > 0)
        fprintf(f, "WRONG RESULTS of %zu pairs\n", wrong);
    return all.n;
}
