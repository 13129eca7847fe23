/* sides.c: the times of two sets of runs, case by case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "tools/compare/rivals.h"
#include "tools/compare/sittings.h"

void sides_init(struct sides *s, const struct runs *a, const struct runs *b,
                enum design design)
{
    *s = (struct sides){.of = {a, b}, .design = design};
    if (design == DESIGN_BLOCKS)
        blocks_init(&s->blocks, s->of, 2);
    else
        blocks_init_apart(&s->blocks, s->of, 2);
    if (design == DESIGN_APART)
        s->drift = drift_refuse(a, b);
    for (size_t i = 0; i < 2; i++) {
        s->rivals[i] = runs_rivals(s->of[i]);
        s->sitting[i] = sittings_of(s->of[i], &s->sittings[i]);
    }
}

void sides_fini(struct sides *s)
{
    blocks_fini(&s->blocks);
    for (size_t i = 0; i < 2; i++) {
        free(s->rivals[i]);
        free(s->sitting[i]);
    }
}

/* ---- one case ------------------------------------------------------------ */

static double *times_of(const struct sides *s, size_t side,
                        const struct runs_case *c)
{
    const struct runs *runs = s->of[side];

    return blocks_times(&s->blocks, side, runs, c, runs->v[0].command);
}

/* *only: the figures, if one run has any. */
static struct side_figures side_figures_of(const struct runs_case *c,
                                           const struct figures **only)
{
    struct side_figures f = {0};
    double *time = xcalloc(c->n + 1, sizeof(*time));

    for (size_t i = 0; i < c->n; i++) {
        f.wrong += c->v[i].wrong;
        f.empty += isnan(c->v[i].time);
        if (isnan(c->v[i].time))
            continue;
        *only = f.n == 0 ? &c->v[i] : NULL;
        time[f.n++] = c->v[i].time;
    }
    f.median = median_of(time, f.n);
    free(time);
    return f;
}

static void subtract(double *x, double *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] -= from[i];
    free(from);
}

/* Apart, only what stands in the same run tells a change of the code from one
 * of the machine. */
static void relate(struct comparison *c, struct times *t, const struct sides *s,
                   const struct runs_case *const *of)
{
    const struct runs_case *rival[2];

    for (size_t i = 0; i < 2; i++)
        rival[i] = s->rivals[i][of[i] - s->of[i]->cases];
    if (rival[0] == NULL || rival[1] == NULL ||
        strcmp(rival[0]->key, rival[1]->key) != 0)
        return;
    c->rival = rival[0]->record;
    for (size_t i = 0; i < 2; i++)
        subtract(t->x[i], times_of(s, i, rival[i]), s->blocks.n);
}

static void case_add(struct comparisons *out, struct times *t,
                     const struct sides *s, const struct runs_case *const *of)
{
    struct comparison *c = &out->v[out->n];

    *c = (struct comparison){.record = of[0]->record, .cases = 1};
    for (size_t i = 0; i < 2; i++) {
        t[out->n].x[i] = times_of(s, i, of[i]);
        c->side[i] = side_figures_of(of[i], &c->only[i]);
        c->side[i].runs = s->of[i]->n;
    }
    if (s->design == DESIGN_APART && (c->only[0] == NULL || c->only[1] == NULL))
        relate(c, &t[out->n], s, of);
    out->n++;
}

void sides_cases(struct comparisons *out, struct times *t,
                 const struct sides *s)
{
    const struct runs *a = s->of[0], *b = s->of[1];

    for (size_t i = 0; i < a->ncases; i++) {
        const struct runs_case *const of[2] = {&a->cases[i],
                                               runs_find(b, a->cases[i].key)};

        if (of[1] != NULL)
            case_add(out, t, s, of);
    }
}

/* ---- operations ---------------------------------------------------------- */

/* Ratios to a rival are no times: each have a mean of their own. */
static bool is_of(const struct comparison *c, const struct comparison *mean)
{
    return json_equal(json_object_get(c->record, "op"),
                      json_object_get(mean->record, "op")) &&
           (c->rival != NULL) == (mean->rival != NULL);
}

/* The geometric mean over the cases that are like this one, of runs that have
 * all of them. */
static void mean_add(struct comparisons *out, struct times *mean,
                     const struct times *t, const struct sides *s,
                     const struct comparison *like)
{
    struct comparison *c = &out->mean[out->nmeans];
    struct times *to = &mean[out->nmeans++];
    json_t *op = json_object_get(like->record, "op");

    *c = (struct comparison){
        .record = json_pack("{s:O}", "op", op),
        .rival = like->rival,
        .side = {{.runs = s->of[0]->n}, {.runs = s->of[1]->n}},
    };
    for (size_t side = 0; side < 2; side++)
        to->x[side] = xcalloc(s->blocks.n + 1, sizeof(*to->x[side]));
    for (size_t k = 0; k < out->n; k++) {
        if (!is_of(&out->v[k], c))
            continue;
        c->cases++;
        for (size_t side = 0; side < 2; side++) {
            c->side[side].wrong += out->v[k].side[side].wrong;
            for (size_t i = 0; i < s->blocks.n; i++)
                to->x[side][i] += t[k].x[side][i];
        }
    }
    for (size_t side = 0; side < 2; side++) {
        c->side[side].median = NAN;
        for (size_t i = 0; i < s->blocks.n; i++) {
            to->x[side][i] /= (double)c->cases;
            c->side[side].n += !isnan(to->x[side][i]);
        }
    }
}

void sides_means(struct comparisons *out, struct times *mean,
                 const struct times *t, const struct sides *s)
{
    for (size_t k = 0; k < out->n; k++) {
        bool done = false;

        for (size_t i = 0; i < out->nmeans && !done; i++)
            done = is_of(&out->v[k], &out->mean[i]);
        if (!done)
            mean_add(out, mean, t, s, &out->v[k]);
    }
}
