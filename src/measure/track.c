/* track.c: what is kept of a case from pass to pass. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/pass.h"

#include <math.h>
#include <stdlib.h>
#include "lib/scatter.h"
#include "lib/xmalloc.h"
#include "ops/figures.h"

size_t case_rows(const struct measuring *o, const struct bench_case *c)
{
    return o->nmethods * c->choice->nvariants;
}

static void figures_start(struct result *r, const struct lifecycle *life)
{
    for (size_t i = 0; i < figures_count(life->figures); i++)
        r->figures[r->nfigures++] = &life->figures[i];
}

/* `native` when it is among them, else the first named. */
static size_t baseline_variant(const struct choice *choice)
{
    for (size_t i = 0; i < choice->nvariants; i++)
        if (choice->variants[i].algo == &algo_native)
            return i;
    return 0;
}

/* Algorithms compare under the same method; one algorithm by itself compares
 * with what it was under the first method. */
static void row_start(struct track *t, size_t i)
{
    const struct choice *choice = t->c->choice;
    size_t n = choice->nvariants;
    struct result *r = &t->results[i], *same = &t->results[i / n * n];
    struct result *baseline =
        n > 1 ? &same[baseline_variant(choice)] : t->results;
    const struct variant *v = &choice->variants[i % n], *pure = NULL;

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
        .n = case_rows(o, c),
        .watched = h->neighbours != NULL && c->procs == h->size && !o->paper,
    };
    t->control.repeats = 1;
    if (h->rank != 0)
        return;
    t->results = xcalloc(t->n, sizeof(*t->results));
    for (size_t i = 0; i < t->n; i++)
        row_start(t, i);
    control_open(&t->control, o, t->results, t->n, h->t_bcast,
                 o->paper ? 0 : h->tolerance, h->oversubscribed,
                 scatter(scatter(seed) + (uint64_t)c->bytes));
}

void track_close(struct track *t)
{
    for (size_t i = 0; t->results != NULL && i < t->n; i++)
        result_free(&t->results[i]);
    free(t->results);
    control_close(&t->control);
    *t = (struct track){0};
}

/* What passes before this one gave is kept. */
static void row_refuse(struct result *r, const char *cause)
{
    if (r->reason != NULL || r->failure != NULL)
        return;
    if (r->measured == 0) {
        r->reason = xstrdup(cause);
        return;
    }
    r->failure = xstrdup(cause);
    if (stop_may_continue(r->stop))
        r->stop = STOP_FAILED;
}

void track_refuse(struct track *t, size_t variant, const char *cause)
{
    size_t n = t->c->choice->nvariants;

    for (size_t i = variant; t->results != NULL && i < t->n; i += n)
        row_refuse(&t->results[i], cause);
}

void track_fail(struct track *t, const char *cause)
{
    for (size_t i = 0; i < t->c->choice->nvariants; i++)
        track_refuse(t, i, cause);
}

static void pass_add(struct result *r)
{
    if ((r->npasses & (r->npasses - 1)) == 0) /* full at powers of two */
        r->passes = xreallocarray(
            r->passes, r->npasses > 0 ? 2 * r->npasses : 1, sizeof(*r->passes));
    r->passes[r->npasses++] = r->pass;
}

/* Rows' times have the same rounds. */
static void estimates_set(struct track *t)
{
    struct series *s = xcalloc(t->n, sizeof(*s));

    for (size_t i = 0; i < t->n; i++)
        s[i] = t->results[i].time.times;
    for (size_t i = 0; i < t->n; i++)
        t->results[i].pass.estimate =
            s[i].n > 0 ? time_of_rounds(s, t->n, i) : NAN;
    free(s);
}

void track_passed(struct track *t)
{
    if (t->results == NULL)
        return;
    estimates_set(t);
    results_pass(t->results, t->n, t->o);
    for (size_t i = 0; i < t->n; i++) {
        struct result *r = &t->results[i];

        r->pass.number = t->pass;
        r->pass.at = t->at;
        r->measured += r->pass.valid > 0;
        if (r->pass.launches > 0)
            pass_add(r);
        control_judge(&t->control, i, result_rse(r));
        if (control_has_passes(&t->control))
            result_forget(r);
    }
}

static bool row_goes_on(const struct result *r)
{
    return r->reason == NULL && r->stop == STOP_NOT;
}

bool track_is_done(const struct track *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (row_goes_on(&t->results[i]))
            return false;
    return true;
}

double track_missing(const struct track *t)
{
    double most = 0;

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
    double repeats = t->control.repeats;

    if (t->results == NULL)
        return;
    for (size_t i = 0; i < t->n; i++) {
        t->results[i].several = control_has_passes(&t->control);
        t->results[i].first_call /= repeats;
    }
    results_finish(t->results, t->n, t->o, t->h->step / repeats);
    control_close(&t->control);
    t->control = (struct control){0};
    for (size_t i = 0; i < t->n; i++)
        result_forget(&t->results[i]);
}
