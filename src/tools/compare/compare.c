/* compare.c: ratio, p-value, verdict and power of every case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "tools/compare/comparable.h"
#include "tools/compare/sides.h"

/* The cases that `all` has and `other` has not. */
static json_t *only_in(const struct runs *all, const struct runs *other)
{
    json_t *only = json_object();

    for (size_t i = 0; i < all->ncases; i++)
        if (runs_find(other, all->cases[i].key) == NULL)
            json_object_set(only, all->cases[i].key, all->cases[i].record);
    return only;
}

/* ---- verdicts ------------------------------------------------------------ */

/* Means of sittings, in place; how many. */
static size_t sit(double *x, const struct sides *s, size_t side)
{
    size_t n = s->sittings[side];
    double *sum = xcalloc(n + 1, sizeof(*sum));
    size_t *count = xcalloc(n + 1, sizeof(*count));

    for (size_t i = 0; i < s->of[side]->n; i++)
        if (!isnan(x[i])) {
            sum[s->sitting[side][i]] += x[i];
            count[s->sitting[side][i]]++;
        }
    for (size_t k = 0; k < n; k++)
        x[k] = sum[k] / (double)count[k]; /* NAN: none */
    free(sum);
    free(count);
    return n;
}

static const struct contrast_kind *kind_of(const struct sides *s,
                                           const struct compare_options *o)
{
    if (s->design != DESIGN_BLOCKS)
        return &contrast_runs;
    if (s->of[0]->of_stays &&
        contrast_few_stays(s->blocks.n, judge_table_level(&o->judge)))
        return &contrast_stays;
    return &contrast_blocks;
}

static void contrast_make(struct contrast *to, struct comparison *c,
                          struct times *t, const struct sides *s,
                          const struct compare_options *o)
{
    const struct contrast_kind *kind = kind_of(s, o);
    size_t n[2] = {s->blocks.n, s->blocks.n};

    if (s->design == DESIGN_APART && c->rival == NULL) {
        c->doubt = s->drift;
        kind = &contrast_sittings;
        for (size_t i = 0; i < 2; i++)
            n[i] = c->doubt == NULL ? sit(t->x[i], s, i) : 0;
    }
    contrast_init(to, kind, t->x[0], n[0], t->x[1], n[1]);
}

/* A gate that has as many runs as planned tells with this probability. */
#define TELLS 0.9

/*
 * One run a side: the intervals of the two medians, each at the confidence
 * it was measured with, put together (Zou and Donner 2008): the distances of
 * the ends from the middles add as squares, on logarithms.
 */
static void set_within(struct comparison *c)
{
    struct judgement *j = &c->judgement;
    double m[2], lo[2], hi[2];

    c->doubt = NULL;
    *j = (struct judgement){.p = NAN, .p_adjusted = NAN, .most = NAN};
    for (size_t i = 0; i < 2; i++) {
        m[i] = log(c->only[i]->median);
        lo[i] = log(c->only[i]->lo);
        hi[i] = log(c->only[i]->hi);
    }
    j->ratio = exp(m[1] - m[0]);
    j->lo = exp(m[1] - m[0] - hypot(m[1] - lo[1], hi[0] - m[0]));
    j->hi = exp(m[1] - m[0] + hypot(hi[1] - m[1], m[0] - lo[0]));
    if (!isfinite(j->lo) || !isfinite(j->hi))
        j->lo = j->hi = NAN;
}

/* There are times, but nothing to judge them by. */
static void set_doubtful(struct comparison *c)
{
    c->judgement.ratio = c->side[1].median / c->side[0].median;
    if (c->side[0].n > 0 && c->side[1].n > 0)
        c->judgement.verdict = JUDGED_OPEN;
}

static bool is_within(const struct comparison *c)
{
    return c->only[0] != NULL && c->only[1] != NULL;
}

static void set_power(struct comparison *c, const struct contrast *of,
                      double level, size_t n, const struct compare_options *o)
{
    const struct power usual = {.alpha = level, .power = o->power};
    const struct power each = {.alpha = level,
                               .power = 1 - (1 - TELLS) / (double)n};
    double limit = log1p(o->change), is = log(c->judgement.ratio);

    c->compared = contrast_count(of, 0) < contrast_count(of, 1)
                      ? contrast_count(of, 0)
                      : contrast_count(of, 1);
    c->planned = contrast_needed(of, limit, &each);
    if (o->plan)
        return;
    c->detectable = expm1(of->kind->smallest(of, &usual));
    c->needed = contrast_needed(of, limit, &usual);
    c->telling = contrast_needed(of, is < limit ? limit - is : is, &usual);
}

/* A table of n rows, and its times, which are freed. */
static void judge_all(struct comparison *c, struct times *t, size_t n,
                      const struct sides *s, const struct compare_options *o)
{
    struct contrast *rows = xcalloc(n + 1, sizeof(*rows));
    struct judgement *judgements = xcalloc(n + 1, sizeof(*judgements));
    double level;

    for (size_t i = 0; i < n; i++)
        contrast_make(&rows[i], &c[i], &t[i], s, o);
    if (!o->plan)
        judge(judgements, rows, n, &o->judge);
    level = judge_level(rows, n, &o->judge);
    for (size_t i = 0; i < n; i++) {
        c[i].judgement = judgements[i];
        c[i].test = rows[i].kind->name;
        set_power(&c[i], &rows[i], level, n, o);
        if (is_within(&c[i]))
            set_within(&c[i]);
        else if (c[i].doubt != NULL)
            set_doubtful(&c[i]);
        else if (isnan(judgements[i].lo) && rows[i].kind->cause != NULL)
            c[i].doubt = rows[i].kind->cause(&rows[i]);
        contrast_fini(&rows[i]);
        free(t[i].x[0]);
        free(t[i].x[1]);
    }
    free(judgements);
    free(rows);
}

/* The tests of the cases, each once, malloced. */
static char *tests_of(const struct comparisons *c)
{
    char *all = xstrdup("");

    for (size_t i = 0; i < c->n; i++) {
        char *before = all;

        if (strstr(all, c->v[i].test) != NULL)
            continue;
        all = xasprintf("%s%s%s", before, *before != '\0' ? ", " : "",
                        c->v[i].test);
        free(before);
    }
    return all;
}

static void side_runs_of(struct side_runs *to, const struct runs *r)
{
    *to = (struct side_runs){
        .n = r->n, .lost = r->nlost, .differ = comparable_differ(r)};
    for (size_t i = 0; i < r->n; i++)
        to->torn += !r->v[i].complete;
}

void comparisons_make(struct comparisons *out, const struct runs *a,
                      const struct runs *b, enum design design,
                      const struct compare_options *o)
{
    struct times *t = xcalloc(a->ncases + 1, sizeof(*t));
    struct times *mean = xcalloc(a->ncases + 1, sizeof(*mean));
    const struct correction *correction = o->judge.correction;
    struct sides s;

    sides_init(&s, a, b, design);
    *out = (struct comparisons){
        .v = xcalloc(a->ncases + 1, sizeof(*out->v)),
        .mean = xcalloc(a->ncases + 1, sizeof(*out->mean)),
        .only = {only_in(a, b), only_in(b, a)},
        .design = design,
        .correction =
            kind_of(&s, o)->score != NULL && correction->exchange != NULL
                ? correction->exchange
                : correction->name,
    };
    side_runs_of(&out->side[0], a);
    side_runs_of(&out->side[1], b);
    sides_cases(out, t, &s);
    sides_means(out, mean, t, &s);
    judge_all(out->v, t, out->n, &s, o);
    judge_all(out->mean, mean, out->nmeans, &s, o);
    out->test = tests_of(out);
    for (size_t i = 0; i < out->n; i++)
        out->tested += !isnan(out->v[i].judgement.p);
    sides_fini(&s);
    free(mean);
    free(t);
}

void comparisons_of_commands(struct comparisons *out, const struct runs *all,
                             const long command[2],
                             const struct compare_options *o)
{
    struct runs side[2];

    for (size_t i = 0; i < 2; i++)
        runs_of_command(&side[i], all, command[i]);
    comparisons_make(out, &side[0], &side[1], DESIGN_BLOCKS, o);
    out->own[0] = side[0];
    out->own[1] = side[1];
}

void comparisons_free(struct comparisons *c)
{
    for (size_t i = 0; i < c->nmeans; i++)
        json_decref((json_t *)c->mean[i].record);
    free(c->test);
    free(c->side[0].differ);
    free(c->side[1].differ);
    free(c->mean);
    free(c->v);
    json_decref(c->only[0]);
    json_decref(c->only[1]);
    runs_free(&c->own[0]);
    runs_free(&c->own[1]);
    *c = (struct comparisons){0};
}
