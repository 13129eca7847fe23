/* merge.c: one table of several runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/case_key.h"
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "mpiperf/stats/flips.h"

/* ---- blocks and command lines --------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    const size_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* For each run the place of its block among those that have runs; *n: how many
 * these are. Malloced. */
static size_t *block_places(const struct runs *runs, size_t *n)
{
    size_t *all = xcalloc(runs->n + 1, sizeof(*all));
    size_t *place = xcalloc(runs->n + 1, sizeof(*place));

    for (size_t i = 0; i < runs->n; i++)
        all[i] = runs->v[i].block;
    qsort(all, runs->n, sizeof(*all), by_number);
    *n = 0;
    for (size_t i = 0; i < runs->n; i++)
        if (i == 0 || all[i] != all[i - 1])
            all[(*n)++] = all[i];
    for (size_t i = 0; i < runs->n; i++)
        place[i] = (size_t)((size_t *)bsearch(&runs->v[i].block, all, *n,
                                              sizeof(*all), by_number) -
                            all);
    free(all);
    return place;
}

/* ---- values -------------------------------------------------------------- */

/* Logarithms of the times of a case in the runs of one side, by block. */
static double *times_by_block(const struct runs *runs,
                              const struct runs_case *c, long side,
                              const size_t *place, size_t blocks)
{
    double *x = xcalloc(blocks + 1, sizeof(*x));

    for (size_t i = 0; i < blocks; i++)
        x[i] = NAN;
    for (size_t i = 0; i < c->n; i++) {
        const struct run *run = &runs->v[c->v[i].run];

        if (run->command == side && c->v[i].time > 0)
            x[place[c->v[i].run]] = log(c->v[i].time);
    }
    return x;
}

static void figure_of(struct merged_figure *f, const double *x, size_t blocks)
{
    double *there = xcalloc(blocks + 1, sizeof(*there)), half;
    size_t n = 0;

    for (size_t i = 0; i < blocks; i++)
        if (!isnan(x[i]))
            there[n++] = x[i];
    typical_of(&f->of, there, n);
    free(there);
    half = typical_half(&f->of, 0.95);
    f->value = exp(f->of.estimate);
    f->lo = exp(f->of.estimate - half);
    f->hi = exp(f->of.estimate + half);
}

/* ---- rows ---------------------------------------------------------------- */

static void row_add(struct merged *m, const struct runs *runs,
                    const struct runs_case *c, long side, const size_t *place,
                    double **x)
{
    struct merged_row row = {.record = c->record, .key = c->key, .side = side};
    size_t runs_of_it = 0;

    for (size_t i = 0; i < c->n; i++) {
        if (runs->v[c->v[i].run].command != side)
            continue;
        runs_of_it++;
        row.empty += isnan(c->v[i].time);
        row.wrong += c->v[i].wrong;
    }
    if (runs_of_it == 0)
        return;
    *x = times_by_block(runs, c, side, place, m->blocks);
    figure_of(&row.time, *x, m->blocks);
    row.judgement.p = NAN;
    m->v[m->n++] = row;
}

static const struct merged_row *row_find(const struct merged *m,
                                         const char *key, long side)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->v[i].side == side && strcmp(m->v[i].key, key) == 0)
            return &m->v[i];
    return NULL;
}

/* ---- what a row is compared with ----------------------------------------- */

/* The case without what its algorithm was told, which says nothing of others;
 * with those fields, if any, that `rival` has. */
static char *contest_key(const json_t *record, json_t *rival)
{
    json_t *contest = json_copy((json_t *)record);
    char *key;

    json_object_update(contest, rival);
    json_object_del(contest, "given");
    key = case_key(contest);
    json_decref(contest);
    return key;
}

/* The case that mpiperf compared this one with. */
static const struct merged_row *rival_find(const struct merged *m,
                                           const struct merged_row *row,
                                           json_t *rival)
{
    char *wanted = contest_key(row->record, rival);
    const struct merged_row *found = NULL;

    for (size_t i = 0; i < m->n && found == NULL; i++) {
        char *key = contest_key(m->v[i].record, NULL);

        if (m->v[i].side == row->side && strcmp(key, wanted) == 0)
            found = &m->v[i];
        free(key);
    }
    free(wanted);
    return found;
}

static const struct merged_row *baseline_of(const struct merged *m,
                                            const struct runs *runs,
                                            const struct merged_row *row)
{
    const struct runs_case *c = runs_find(runs, row->key);

    if (m->sides > 1)
        return row->side != m->first ? row_find(m, row->key, m->first) : NULL;
    return c->rival != NULL ? rival_find(m, row, c->rival) : NULL;
}

/* The differences of the rows that are compared, and their scores. */
static void judge_rows(struct merged *m, double *const *x,
                       const struct judge_options *o)
{
    struct judge_row *rows = xcalloc(m->n + 1, sizeof(*rows));
    struct judgement *judgements = xcalloc(m->n + 1, sizeof(*judgements));
    size_t *of = xcalloc(m->n + 1, sizeof(*of)), n = 0;

    for (size_t i = 0; i < m->n; i++) {
        struct merged_row *row = &m->v[i];
        double *d, *score;
        const double *base;

        if (row->baseline == NULL)
            continue;
        d = xcalloc(m->blocks + 1, sizeof(*d));
        score = xcalloc(m->blocks + 1, sizeof(*score));
        base = x[row->baseline - m->v];
        for (size_t k = 0; k < m->blocks; k++)
            d[k] = x[i][k] - base[k];
        figure_of(&row->ratio, d, m->blocks);
        if (m->sides > 1)
            flips_rank_differences(score, base, x[i], m->blocks);
        else
            flips_signed_ranks(score, d, m->blocks);
        free(d);
        rows[n] = (struct judge_row){&row->ratio.of, score};
        of[n++] = i;
    }
    judge(judgements, rows, n, m->blocks, o);
    for (size_t i = 0; i < n; i++) {
        m->v[of[i]].judgement = judgements[i];
        free((double *)rows[i].score);
    }
    free(of);
    free(judgements);
    free(rows);
}

void merged_make(struct merged *m, const struct runs *runs,
                 const struct judge_options *o)
{
    size_t nsides, *place;
    long *side = runs_command_list(runs, &nsides);
    double **x;

    *m = (struct merged){.sides = nsides, .first = nsides > 0 ? side[0] : 1};
    place = block_places(runs, &m->blocks);
    m->v = xcalloc(runs->ncases * nsides + 1, sizeof(*m->v));
    x = xcalloc(runs->ncases * nsides + 1, sizeof(*x));
    for (size_t i = 0; i < runs->ncases; i++)
        for (size_t k = 0; k < nsides; k++)
            row_add(m, runs, &runs->cases[i], side[k], place, &x[m->n]);
    free(side);
    free(place);
    for (size_t i = 0; i < m->n; i++)
        m->v[i].baseline = baseline_of(m, runs, &m->v[i]);
    judge_rows(m, x, o);
    for (size_t i = 0; i < m->n; i++)
        free(x[i]);
    free(x);
}

void merged_free(struct merged *m)
{
    free(m->v);
    *m = (struct merged){0};
}
