/* case_state.c: the data of a case that outlive a turn or a pass.
 *
 * A row is one algorithm under one method. In a pass, the times of its launches
 * are collected in series. At the end of the pass an estimate is computed from
 * the series; the estimate is kept and the launches are dropped. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/case_state.h"

#include <math.h>
#include <stdlib.h>
#include "lib/digest.h"
#include "lib/xmalloc.h"
#include "ops/setup.h"
#include "stats/interval.h"

static void figures_start(struct result *r, const struct lifecycle *life)
{
    for (size_t i = 0; i < figures_count(life->figures); i++)
        r->figures[r->nfigures++] = &life->figures[i];
}

/* Initializes row i. Its baseline is the row of `native` under the same method,
 * or else of the first variant; if the case has only one variant, it is that
 * variant's row under the first method. */
static void row_start(struct case_state *t, size_t i)
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

void case_state_open(struct case_state *t, const struct harness *h,
                     const struct measuring *o, const struct bench_case *c,
                     uint64_t seed)
{
    *t = (struct case_state){
        .h = h,
        .o = o,
        .c = c,
        .n = o->nmethods * c->choice->nvariants,
        .repeats = 1,
        .tolerance = o->paper ? 0 : h->tolerance,
        .shift = o->paper ? 0 : CLOCK_SHIFT * h->step,
        .random = scatter(scatter(scatter(seed) + (uint64_t)c->bytes)),
        .watched = h->neighbours != NULL && c->procs == h->size && !o->paper,
    };
    if (h->rank != 0)
        return;
    t->results = xcalloc(t->n, sizeof(*t->results));
    t->rows = xcalloc(t->n, sizeof(*t->rows));
    t->cpus = xcalloc((size_t)c->procs, sizeof(*t->cpus));
    for (size_t i = 0; i < t->n; i++) {
        row_start(t, i);
        t->rows[i].r = &t->results[i];
        t->results[i].cpus = t->cpus;
        window_start(&t->rows[i].w, o->paper ? h->t_bcast : h->lead);
    }
}

void case_state_close(struct case_state *t)
{
    free(t->rows);
    for (size_t i = 0; t->results != NULL && i < t->n; i++)
        result_free(&t->results[i]);
    free(t->results);
    free(t->cpus);
    *t = (struct case_state){0};
}

void case_state_refuse(struct case_state *t, size_t variant, const char *cause)
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
        r->failure = xstrdup(cause); /* results of earlier passes are kept */
        if (stop_may_continue(r->stop))
            r->stop = STOP_FAILED;
    }
}

void case_state_fail(struct case_state *t, const char *cause)
{
    for (size_t i = 0; i < t->c->choice->nvariants; i++)
        case_state_refuse(t, i, cause);
}

void case_state_charge(struct case_state *t, double seconds)
{
    for (size_t i = 0; t->results != NULL && i < t->n; i++)
        if (t->results[i].reason == NULL) {
            t->results[i].all.seconds += seconds / (double)t->n;
            t->results[i].pass.seconds += seconds / (double)t->n;
        }
}

static void add_count(struct pass *p, enum launch_status status, double t,
                      bool counts)
{
    p->launches++;
    p->late += status == LAUNCH_LATE;
    p->overrun += status == LAUNCH_OVERRUN;
    if (!counts)
        return;
    p->min = p->valid == 0 ? t : fmin(p->min, t);
    p->max = p->valid == 0 ? t : fmax(p->max, t);
    p->valid++;
}

/* True if this part of the row has a value for each launch. */
static bool has_part(const struct result *r, size_t part)
{
    return part < PART_FIGURES ? part != PART_COMPUTE
                               : part - PART_FIGURES < r->nfigures &&
                                     r->figures[part - PART_FIGURES]->launch;
}

/* Adds the times of a turn's launches. If ranks began a launch late, it does
 * not count, and punctual ranks may have waited in it: its time is then taken
 * from the last rank's start. The paper's rules leave such launches out. */
static void add_parts(const struct case_state *t, struct result *r,
                      const struct launch_times *launch, bool *counts, size_t n)
{
    double x[PARTS][TURN_MAX], repeats = t->repeats;
    size_t used = 0;

    for (const struct launch_times *l = launch; l < launch + n; l++) {
        bool counted = counts[l - launch];
        double own = l->end - l->last;

        if (t->o->paper && !counted)
            continue;
        x[PART_TIME][used] = (counted ? l->duration : own) / repeats;
        x[PART_BEFORE][used] = l->before;
        x[PART_SPANS + SPAN_GLOBAL][used] = (l->end - l->first) / repeats;
        x[PART_SPANS + SPAN_AFTER_LAST][used] = own / repeats;
        x[PART_SPANS + SPAN_SKEW][used] = l->last - l->first;
        for (size_t f = 0; f < r->nfigures; f++)
            x[PART_FIGURES + f][used] = l->figures[f] / repeats;
        counts[used++] = counted;
    }
    for (size_t part = 0; part < PARTS; part++)
        if (has_part(r, part))
            series_add_turn(&r->parts[part].times, x[part], counts, used,
                            t->round);
}

static void add_disturbed(struct result *r, long launches, bool by_threads)
{
    r->disturbed += launches;
    r->by_threads += by_threads ? launches : 0;
}

void case_state_add_turn(struct case_state *t, size_t row,
                         const struct turn_order *order,
                         const struct turn_times *report)
{
    struct result *r = &t->results[row];
    bool counts[TURN_MAX];

    t->counted = 0;
    for (int i = 0; i < order->launches; i++) {
        const struct launch_times *l = &report->launch[i];
        enum launch_status status = launch_status(l, t->tolerance);
        const struct usage *u = &report->usage[i];

        counts[i] = status == LAUNCH_VALID ||
                    (status == LAUNCH_OVERRUN && !t->o->paper);
        t->counted |= (uint64_t)counts[i] << i;
        if (counts[i])
            lasts_add(&r->lasts, &report->last[i]);
        r->set_back = fmax(r->set_back, l->set_back);
        add_count(&r->all, status, l->duration / t->repeats, counts[i]);
        add_count(&r->pass, status, l->duration / t->repeats, counts[i]);
        r->faults += u->faults;
        r->switches += u->switches;
        r->migrations += u->migrations;
        /* A rank lost its core. If launches are back to back, the disturbed one
         * is unknown, so the whole turn counts as disturbed. */
        if (u->switches > 0 || u->migrations > 0)
            add_disturbed(r, r->method->back_to_back ? order->launches : 1,
                          u->others > 0);
    }
    add_parts(t, r, report->launch, counts, (size_t)order->launches);
    for (int i = 0; r->has_compute && i < TURN_COMPUTE; i++)
        series_add(&r->compute.times, report->compute[i] / t->repeats,
                   t->round);
    r->all.rounds++;
    r->pass.rounds++;
}

struct series *case_state_times(const struct case_state *t)
{
    struct series *times = xcalloc(t->n, sizeof(*times));

    for (size_t i = 0; i < t->n; i++)
        times[i] = t->rows[i].r->time.times;
    return times;
}

static bool row_goes_on(const struct result *r)
{
    return r->reason == NULL && r->stop == STOP_NOT;
}

double case_state_missing(const struct case_state *t)
{
    double most = -1;

    for (size_t i = 0; i < t->n; i++) {
        const struct result *r = &t->results[i];

        if (row_goes_on(r)) /* a row of equal times has rse = 0, too */
            most = fmax(most, isnan(r->rse) || t->o->max_rse == 0
                                  ? INFINITY
                                  : r->rse / t->o->max_rse);
    }
    return most;
}

double case_state_half(const struct case_state *t)
{
    double most = NAN;

    for (size_t i = 0; i < t->n; i++) {
        const struct result *r = &t->results[i];
        double valid = (double)r->all.valid;

        if (row_goes_on(r))
            most = fmax(most, result_half(r, clock_half(t->h->step, valid,
                                                        !t->o->paper)));
    }
    return most;
}

void case_state_stop(struct case_state *t, enum stop why)
{
    for (size_t i = 0; i < t->n; i++)
        if (row_goes_on(&t->results[i]))
            t->results[i].stop = why;
}

void case_state_finish(struct case_state *t)
{
    if (t->results == NULL)
        return;
    for (size_t i = 0; i < t->n; i++) {
        t->results[i].several = case_state_has_passes(t);
        t->results[i].first_call /= t->repeats;
    }
    results_finish(t->results, t->n, t->o, t->h->step / t->repeats);
    free(t->rows);
    t->rows = NULL;
    for (size_t i = 0; i < t->n; i++)
        result_forget(&t->results[i]);
}
