/* pairs.c: compares pairs of ranks, and prints the readable tables of
 * --pairs=each, find and random, and of --rows=group. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/pairs.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/grid.h"
#include "print/parts.h"

enum { WORST = 10 }; /* number of pairs shown in a table */

/* Groups are all of one kind. */
static enum pair_kind pair_kind(const struct pairs *of, const struct pair *p)
{
    return p->node[0] == p->node[1] || of->groups ? PAIR_WITHIN
           : p->switch_of[0] == p->switch_of[1]   ? PAIR_BETWEEN
                                                  : PAIR_ACROSS;
}

static const char *kind_text(const struct pairs *of, enum pair_kind kind)
{
    static const char *const text[] = {
        [PAIR_WITHIN] = "within nodes",
        [PAIR_BETWEEN] = "between nodes",
        [PAIR_ACROSS] = "between switches",
    };

    return of->groups ? "of all groups"
           : kind == PAIR_BETWEEN && of->count[PAIR_ACROSS] > 0
               ? "at one switch"
               : text[kind];
}

static bool is_slow(const struct pair *p)
{
    return p->x > PAIR_SLOW;
}

/* ---- comparison with the median ------------------------------------------ */

static int slowest_first(const void *x, const void *y)
{
    const struct pair *a = x, *b = y;
    int order = (a->x < b->x) - (a->x > b->x);

    for (int k = 0; k < 2 && order == 0; k++)
        order = (a->rank[k] > b->rank[k]) - (a->rank[k] < b->rank[k]);
    return order;
}

void pairs_judge(struct pairs *p)
{
    double *time = xcalloc(p->n + 1, sizeof(*time));

    for (enum pair_kind kind = 0; kind < PAIR_KINDS; kind++) {
        size_t n = 0;

        for (size_t i = 0; i < p->n; i++)
            if (pair_kind(p, &p->v[i]) == kind && !isnan(p->v[i].time))
                time[n++] = p->v[i].time;
        gsl_sort(time, 1, n);
        p->count[kind] = n;
        p->median[kind] = n > 0 ? time[(n - 1) / 2] : NAN;
    }
    free(time);
    for (size_t i = 0; i < p->n; i++) {
        struct pair *pair = &p->v[i];

        pair->x =
            isnan(pair->time) ? 0 : pair->time / p->median[pair_kind(p, pair)];
    }
    if (p->n > 0)
        qsort(p->v, p->n, sizeof(*p->v), slowest_first);
}

/* ---- sentences ----------------------------------------------------------- */

char *pair_nodes(const struct pairs *p, size_t i)
{
    const struct pair *of = &p->v[i];
    char *one = node_text(p, of->node[0], of->rank[0]), *other, *text;

    if (of->node[0] == of->node[1])
        return one;
    other = node_text(p, of->node[1], of->rank[1]);
    text = xasprintf("%s-%s", one, other);
    free(one);
    free(other);
    return text;
}

char *pairs_summary(const struct pairs *p, const char *value)
{
    const char *what = p->groups ? "group" : "pair";
    const struct pair *worst = p->v;
    size_t slow = 0, kinds = 0;
    char *nodes, *ranks, *median, *text;

    if (p->n == 0 || worst->x == 0)
        return NULL;
    while (slow < p->n && is_slow(&p->v[slow]))
        slow++;
    for (enum pair_kind kind = 0; kind < PAIR_KINDS; kind++)
        kinds += p->count[kind] > 0;
    nodes = pair_nodes(p, 0);
    ranks =
        xasprintf("ranks %ld-%ld (%s)", worst->rank[0], worst->rank[1], nodes);
    median = xasprintf("%.1f times the median %s", worst->x,
                       kind_text(p, pair_kind(p, worst)));
    text = slow > 0
               ? xasprintf("slowest %s%s: %s: %s, %s; %zu of %zu %ss above %g "
                           "times",
                           what, kinds > 1 ? " for its kind" : "", ranks, value,
                           median, slow,
                           p->count[PAIR_WITHIN] + p->count[PAIR_BETWEEN] +
                               p->count[PAIR_ACROSS],
                           what, PAIR_SLOW)
               : xasprintf("no %s is slow: %s, the slowest, take %s", what,
                           ranks, median);
    free(nodes);
    free(ranks);
    free(median);
    return text;
}

/* ---- the readable tables ------------------------------------------------- */

/* True if the rows differ only in the pair of ranks. */
static bool same_block(const struct row *a, const struct row *b)
{
    return row_bytes(a) == row_bytes(b) && a->state == b->state &&
           a->side == b->side && rows_same_algo(a, b) &&
           json_equal(json_object_get(a->c->which, "given"),
                      json_object_get(b->c->which, "given"));
}

static long number_at(const json_t *array, long i)
{
    return json_integer_value(json_array_get(array, (size_t)i));
}

/* True if the row has a group of --rows=group instead of a pair. */
static bool is_group(const struct row *row)
{
    return json_is_integer(json_object_get(row->c->which, "group"));
}

static bool in_round(const struct row *row)
{
    return json_object_get(row->last, "target") == NULL && !is_group(row);
}

/* Returns the group's first and last rank as a pair; ranks are consecutive.
 * Numbers in files may be arbitrary. node: the node of each rank. */
static struct pair group_pair(const struct row *row, const json_t *node)
{
    const json_t *which = row->c->which;
    long groups = integer_of(which, "groups");
    unsigned long size =
        (unsigned long)(integer_of(which, "procs") / (groups > 0 ? groups : 1));
    unsigned long number = (unsigned long)integer_of(which, "group");
    long first = (long)(number * size), last = (long)(number * size + size - 1);

    return (struct pair){
        .row = row,
        .rank = {first, last},
        .node = {number_at(node, first), number_at(node, last)},
        .time = row->time.value,
    };
}

static void round_add(struct pairs *p, const struct row *row,
                      const json_t *times, const json_t *node)
{
    const json_t *of;
    size_t i;

    json_array_foreach(times, i, of)
    {
        struct pair pair = {.row = row,
                            .time = json_number_value(json_array_get(of, 2))};

        for (int k = 0; k < 2; k++) {
            pair.rank[k] = number_at(of, k);
            pair.node[k] = number_at(node, pair.rank[k]);
        }
        XAPPEND(p->v, p->n, pair);
    }
}

static void rounds_add(struct pairs *p, const struct table *t,
                       const struct row *row)
{
    p->rounds = true;
    p->directed = json_is_true(json_object_get(row->last, "one_way"));
    for (size_t k = 0; k < t->r->n; k++) {
        const struct run *run = &t->r->v[k];
        const struct observation *o = runs_observed(row->c, k);

        if (o != NULL && run->side == row->side)
            round_add(p, row, json_object_get(o->record, "pair_times"),
                      json_object_get(run->record, "node"));
    }
}

/* Numbers the switches by the first rank at each. */
static void switches_number(struct pairs *p)
{
    json_t *first = json_object();
    size_t i;
    json_t *name;

    json_array_foreach(p->switches, i, name)
    {
        if (json_object_get(first, json_string_value(name)) == NULL)
            json_object_set_new(first, json_string_value(name),
                                json_integer((json_int_t)i));
    }
    for (i = 0; p->switches != NULL && i < 2 * p->n; i++) {
        struct pair *pair = &p->v[i / 2];

        name = json_array_get(p->switches, (size_t)pair->rank[i % 2]);
        pair->switch_of[i % 2] =
            json_integer_value(json_object_get(first, json_string_value(name)));
    }
    json_decref(first);
}

/* Makes pairs from the rows first..end - 1 that differ from row `first` only in
 * the pair of ranks or in the round, and judges them. Free p->v with free(). */
static void pairs_make(struct pairs *p, const struct table *t, size_t first,
                       size_t end)
{
    const json_t *run = runs_side(t->r, t->v[first].side)->record;

    *p = (struct pairs){
        .hosts = json_object_get(run, "hosts"),
        .switches = json_object_get(run, "switch"),
    };
    for (size_t i = first; i < end; i++) {
        const struct row *row = &t->v[i];

        if (!same_block(row, &t->v[first]))
            continue;
        if (in_round(row)) {
            rounds_add(p, t, row);
            continue;
        }
        if (is_group(row)) {
            p->groups = true;
            XAPPEND(p->v, p->n, group_pair(row, json_object_get(run, "node")));
            continue;
        }
        XAPPEND(p->v, p->n,
                (struct pair){
                    .row = row,
                    .rank = {integer_of(row->last, "origin"),
                             integer_of(row->last, "target")},
                    .node = {integer_of(row->last, "origin_node"),
                             integer_of(row->last, "target_node")},
                    .time = row->time.value,
                });
    }
    switches_number(p);
    pairs_judge(p);
}

/* Prints "median within nodes: 0.31 us (116 pairs)". */
static void put_median(FILE *f, const struct pairs *p, enum pair_kind kind)
{
    const struct row *row = p->v[0].row;

    if (p->count[kind] > 0)
        fprintf(f, "median %s: %s %s (%zu %s%s)\n", kind_text(p, kind),
                DIGITS3(figure_number(row, p->median[kind])), figure_unit(row),
                p->count[kind], p->groups ? "group" : "pair",
                p->count[kind] > 1 ? "s" : "");
}

/* True if the same ranks have a slower entry, of another round. */
static bool was_shown(const struct pairs *p, size_t i)
{
    const struct pair *pair = &p->v[i];

    for (size_t k = 0; k < i; k++)
        if (p->v[k].rank[0] == pair->rank[0] &&
            p->v[k].rank[1] == pair->rank[1])
            return true;
    return false;
}

static void put_worst(FILE *f, const struct pairs *p, bool markdown)
{
    struct grid g = {.cols = p->rounds ? 4 : 5};

    grid_put(&g, xstrdup("ranks"));
    grid_put(&g, xstrdup("nodes"));
    grid_put(&g, xstrdup(figure_unit(p->v[0].row)));
    if (!p->rounds)
        grid_put(&g, xstrdup("+-%"));
    grid_put(&g, xstrdup("x"));
    for (size_t i = 0, shown = 0; i < p->n && shown < WORST; i++) {
        const struct pair *pair = &p->v[i];

        if (was_shown(p, i))
            continue;
        shown++;
        grid_put(&g, xasprintf("%ld-%ld", pair->rank[0], pair->rank[1]));
        grid_put(&g, pair_nodes(p, i));
        if (p->rounds)
            grid_put(&g,
                     xstrdup(DIGITS3(figure_number(pair->row, pair->time))));
        else
            grid_put_value(&g, pair->row);
        grid_put(&g, xstrdup(DIGITS3(pair->x > 0 ? pair->x : NAN)));
    }
    grid_print(f, &g, markdown);
}

/* Returns the title of a table, such as "64 KiB, native, near:", malloced. `v`
 * is the view of the first pair. */
static char *block_text(const struct view *v, const struct row *row)
{
    const char *state = row_state_name(v->t, row);
    size_t rival = view_rival(v, row);

    return xasprintf("%s, %s%s%s:", SIZE_TEXT(row_bytes(row)),
                     rival < v->rivals ? v->rival[rival].name
                                       : SHOWN_FILE(row_text(row, "algo")),
                     state != NULL ? ", " : "", state != NULL ? state : "");
}

/* Prints the slow pairs and the node they share, the table of the slowest
 * pairs, and the medians. */
static void put_block(FILE *f, const struct view *v, const struct pairs *p,
                      bool markdown)
{
    const struct row *row = p->v[0].row;
    char *value = xasprintf("%s %s", DIGITS3(figure_number(row, p->v[0].time)),
                            figure_unit(row));
    const bool random = strncmp(row_text(row, "pairs"), "random", 6) == 0;

    print_line(f, block_text(v, row), "  ", markdown);
    print_line(f,
               p->groups ? NULL
               : random  ? bisection_text(p)
                         : slow_parts(p),
               "  ", markdown);
    print_line(f, pairs_summary(p, value), "  ", markdown);
    putc('\n', f);
    put_worst(f, p, markdown);
    putc('\n', f);
    for (enum pair_kind kind = 0; kind < PAIR_KINDS; kind++)
        put_median(f, p, kind);
    free(value);
}

void print_pairs(FILE *f, const struct view *v, bool markdown)
{
    const struct table *t = v->t;
    size_t end = view_end(v), wrong = 0;
    const bool rounds = in_round(&t->v[v->first]);
    const bool groups = is_group(&t->v[v->first]);
    struct view all = *v;
    struct pairs p;

    for (size_t i = v->first; i < end; i++)
        wrong += t->v[i].wrong > 0;
    print_title(f, v, markdown);
    print_line(
        f,
        xasprintf("%s: typical run, %s; %s%s%sx: its time / the median of %s",
                  figure_unit(v->rival[0].first),
                  groups ? "slowest rank of the group"
                         : "slower rank of the pair",
                  rounds ? "" : "+-%: ", rounds ? "" : grid_interval(t),
                  rounds ? "" : "; ",
                  groups ? "all groups"
                         : "pairs of its kind: within nodes, between "
                           "nodes, or at one switch and between switches"),
        "", markdown);
    print_head(f, v, markdown);
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
    print_reasons(f, &all, markdown);
    if (wrong > 0)
        fprintf(f, "WRONG RESULTS of %zu %s\n", wrong,
                groups ? "groups" : "pairs");
}
