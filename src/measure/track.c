/* track.c: what is kept of a case from pass to pass. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/control.h"

#include <math.h>
#include <stdlib.h>
#include "lib/digest.h"
#include "lib/xmalloc.h"
#include "ops/figures.h"

static void figures_start(struct result *r, const struct lifecycle *life)
{
    for (size_t i = 0; i < figures_count(life->figures); i++)
        r->figures[r->nfigures++] = &life->figures[i];
}

/* Algorithms compare under the same method, with `native` when it is among
 * them, else the first named; one algorithm by itself compares with what it was
 * under the first method. */
static void row_start(struct track *t, size_t i)
{
    const struct choice *choice = t->c->choice;
    size_t n = choice->nvariants;
    struct result *r = &t->results[i], *same = &t->results[i / n * n];
    struct result *baseline = n > 1 ? same : t->results;
    const struct variant *v = &choice->variants[i % n], *pure = NULL;

    for (size_t k = n; n > 1 && k-- > 0;)
        if (choice->variants[k].algo == &algo_native)
            baseline = &same[k];
    *r = (struct result){
        .c = t->c,
        .variant = v,
        .method = t->o->methods[i / n],
        .baseline = baseline != r ? baseline : NULL,
        .has_compute = variant_computes(v),
        .watched = t->watched,
        .first_call = NAN,
        .window = NAN,
        .t_bcast = NAN,
        .residual = NAN,
        .rse = NAN,
    };
    pass_start(&r->all);
    if (r->has_compute)
        pure = variant_pure(choice, v);
    if (pure != NULL)
        r->pure = &same[pure - choice->variants];
    figures_start(r, &choice->op->life);
    figures_start(r, &v->algo->life);
}

void track_open(struct track *t, const struct harness *h,
                const struct measuring *o, const struct bench_case *c,
                uint64_t seed)
{
    *t = (struct track){
        .h = h,
        .o = o,
        .c = c,
        .n = o->nmethods * c->choice->nvariants,
        .repeats = 1,
        .tolerance = o->paper ? 0 : h->tolerance,
        .dither = o->paper ? 0 : START_DITHER * h->step,
        .random = scatter(scatter(scatter(seed) + (uint64_t)c->bytes)),
        .watched = h->neighbours != NULL && c->procs == h->size && !o->paper,
    };
    if (h->rank != 0)
        return;
    t->results = xcalloc(t->n, sizeof(*t->results));
    t->rows = xcalloc(t->n, sizeof(*t->rows));
    for (size_t i = 0; i < t->n; i++) {
        row_start(t, i);
        t->rows[i].r = &t->results[i];
        window_start(&t->rows[i].w, h->t_bcast);
    }
}

void track_close(struct track *t)
{
    free(t->rows);
    for (size_t i = 0; t->results != NULL && i < t->n; i++)
        result_free(&t->results[i]);
    free(t->results);
    *t = (struct track){0};
}

void track_refuse(struct track *t, size_t variant, const char *cause)
{
    size_t n = t->c->choice->nvariants;

    for (size_t i = variant; t->results != NULL && i < t->n; i += n) {
        struct result *r = &t->results[i];

        if (r->reason != NULL || r->failure != NULL)
            continue;
        if (r->measured == 0) {
            r->reason = xstrdup(cause);
            continue;
        }
        r->failure = xstrdup(cause); /* what passes before gave is kept */
        if (stop_may_continue(r->stop))
            r->stop = STOP_FAILED;
    }
}

void track_fail(struct track *t, const char *cause)
{
    for (size_t i = 0; i < t->c->choice->nvariants; i++)
        track_refuse(t, i, cause);
}

void track_charge(struct track *t, double seconds)
{
    for (size_t i = 0; t->results != NULL && i < t->n; i++)
        if (t->results[i].reason == NULL) {
            t->results[i].all.seconds += seconds / (double)t->n;
            t->results[i].pass.seconds += seconds / (double)t->n;
        }
}

void track_passed(struct track *t)
{
    struct series *times; /* of rows, which have the same rounds */

    if (t->results == NULL)
        return;
    times = xcalloc(t->n, sizeof(*times));
    for (size_t i = 0; i < t->n; i++)
        times[i] = t->results[i].time.times;
    for (size_t i = 0; i < t->n; i++)
        if (times[i].n > 0)
            t->results[i].pass.estimate = time_of_rounds(times, t->n, i);
    free(times);
    results_pass(t->results, t->n, t->o);
    for (size_t i = 0; i < t->n; i++) {
        struct result *r = &t->results[i];

        r->pass.number = t->pass;
        r->pass.at = t->at;
        r->measured += r->pass.valid > 0;
        if (r->pass.launches > 0) {
            r->passes =
                xreallocarray(r->passes, r->npasses + 1, sizeof(*r->passes));
            r->passes[r->npasses++] = r->pass;
        }
        if (track_has_passes(t)) {
            control_judge(t, &t->rows[i], result_rse(r));
            result_forget(r);
        }
    }
}

static bool row_goes_on(const struct result *r)
{
    return r->reason == NULL && r->stop == STOP_NOT;
}

double track_missing(const struct track *t)
{
    double most = -1;

    for (size_t i = 0; i < t->n; i++) {
        const struct result *r = &t->results[i];

        if (row_goes_on(r))
            most =
                fmax(most, isnan(r->rse) ? INFINITY : r->rse / t->o->max_rse);
    }
    return most;
}

void track_stop(struct track *t, enum stop why)
{
    for (size_t i = 0; i < t->n; i++)
        if (row_goes_on(&t->results[i]))
            t->results[i].stop = why;
}

void track_finish(struct track *t)
{
    if (t->results == NULL)
        return;
    for (size_t i = 0; i < t->n; i++) {
        t->results[i].several = track_has_passes(t);
        t->results[i].first_call /= t->repeats;
    }
    results_finish(t->results, t->n, t->o, t->h->step / t->repeats);
    free(t->rows);
    t->rows = NULL;
    for (size_t i = 0; i < t->n; i++)
        result_forget(&t->results[i]);
}
