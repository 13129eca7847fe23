/* track.c: what is kept of a case from visit to visit. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/track.h"

#include <math.h>
#include <stdlib.h>
#include "lib/scatter.h"
#include "lib/xmalloc.h"
#include "mpiperf/measure/passes.h"
#include "mpiperf/measure/results.h"

void track_open(struct track *t, const struct harness *h,
                const struct measuring *o, const struct bench_case *c,
                uint64_t seed)
{
    *t = (struct track){
        .c = c,
        .n = bench_results(o, c),
        .watched = h->neighbours != NULL && c->procs == h->size && !o->paper,
    };
    t->control.repeats = 1;
    if (h->rank != 0)
        return;
    t->results = xcalloc(t->n, sizeof(*t->results));
    results_start(t->results, c, o);
    control_open(&t->control, o, t->results, t->n, h->t_bcast,
                 o->paper ? 0 : h->tolerance, h->oversubscribed,
                 scatter(scatter(seed) + (uint64_t)c->bytes));
    for (size_t i = 0; i < t->n; i++)
        t->results[i].watched = t->watched;
}

void track_close(struct track *t)
{
    for (size_t i = 0; t->results != NULL && i < t->n; i++)
        result_free(&t->results[i]);
    free(t->results);
    control_close(&t->control);
    *t = (struct track){0};
}

/* ---- a visit ------------------------------------------------------------- */

static void log_add(struct visit_log *v, size_t first, const struct pass *pass)
{
    if ((v->n & (v->n - 1)) == 0) { /* full at powers of two */
        size_t room = v->n > 0 ? 2 * v->n : 1;

        v->first = xreallocarray(v->first, room, sizeof(*v->first));
        v->mean = xreallocarray(v->mean, room, sizeof(*v->mean));
        v->median = xreallocarray(v->median, room, sizeof(*v->median));
    }
    v->first[v->n] = first;
    v->mean[v->n] = pass->mean;
    v->median[v->n++] = pass->median;
    v->used += pass->used;
}

static void pass_add(struct result *r)
{
    if ((r->npasses & (r->npasses - 1)) == 0) /* full at powers of two */
        r->passes = xreallocarray(
            r->passes, r->npasses > 0 ? 2 * r->npasses : 1, sizeof(*r->passes));
    r->passes[r->npasses++] = r->pass;
}

static void row_visited(struct track *t, const struct series *s, size_t i)
{
    struct result *r = &t->results[i];
    const struct row *row = &t->control.rows[i];

    r->pass.number = t->pass;
    r->pass.at = t->at;
    r->pass.launches = r->launches - row->before.launches;
    r->pass.rounds = r->stages - row->before.stages;
    r->pass.late = r->late - row->before.late;
    r->pass.overrun = r->overrun - row->before.overrun;
    r->pass.estimate = s[i].n > 0 ? time_of_rounds(s, t->n, i) : NAN;
    if (s[i].n > 0)
        log_add(&r->visits, s[i].round[0], &r->pass);
    if (r->pass.launches > 0)
        pass_add(r);
}

/* The relative standard error that is reported; NAN: too few visits to go by.
 */
static double row_rse(const struct result *r)
{
    const struct stats_options so = {.confidence = 0.95};
    const struct visit_log *v = &r->visits;
    struct summary all;

    if (v->n < VISITS_SURE)
        return NAN;
    summarize_visits(&all, v->mean, v->median, v->n, &so);
    return all.rse;
}

static size_t row_bytes(struct result *r)
{
    struct series *all[RESULT_SERIES];
    size_t n = result_series(r, all), launches = 0;

    for (size_t i = 0; i < n; i++)
        launches += all[i]->n;
    return launches * (sizeof(*r->times.t) + sizeof(*r->times.round) +
                       sizeof(*r->times.among));
}

static void row_forget(struct result *r)
{
    struct series *all[RESULT_SERIES];

    for (size_t i = result_series(r, all); i-- > 0;)
        series_free(all[i]);
}

static void rows_thin(struct track *t)
{
    struct series *all[RESULT_SERIES];

    for (size_t i = 0; i < t->n; i++)
        for (size_t k = result_series(&t->results[i], all); k-- > 0;)
            series_thin(all[k], t->thinned);
}

/* Has a row more than it may, and more than it needs? */
static bool rows_are_full(const struct track *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (row_bytes(&t->results[i]) > TRACK_BYTES &&
            series_rounds(&t->results[i].times, t->thinned + 1) >= ROUNDS_KEPT)
            return true;
    return false;
}

/* All rows alike: what has been paired stays so. */
static void launches_thin(struct track *t)
{
    rows_thin(t);
    while (rows_are_full(t)) {
        t->thinned++;
        rows_thin(t);
    }
}

void track_visited(struct track *t, const struct measuring *o)
{
    struct series *s = xcalloc(t->n, sizeof(*s));

    for (size_t i = 0; i < t->n; i++)
        s[i] = control_visit_times(&t->control, i);
    results_pass(t->results, t->n, t->control.first_round, o);
    for (size_t i = 0; i < t->n; i++)
        row_visited(t, s, i);
    for (size_t i = 0; i < t->n; i++)
        control_judge(&t->control, i, row_rse(&t->results[i]));
    free(s);
    if (control_is_visited(&t->control))
        launches_thin(t);
}

/* ---- the end ---------------------------------------------------------------
 */

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

double track_missing(const struct track *t, const struct measuring *o)
{
    double most = 0;

    for (size_t i = 0; i < t->n; i++) {
        const struct result *r = &t->results[i];

        if (row_goes_on(r))
            most = fmax(most, isnan(r->rse) ? INFINITY : r->rse / o->max_rse);
    }
    return most;
}

void track_stop(struct track *t, enum stop why)
{
    for (size_t i = 0; i < t->n; i++)
        if (row_goes_on(&t->results[i]))
            t->results[i].stop = why;
}

void track_finish(struct track *t, const struct harness *h,
                  const struct measuring *o)
{
    if (h->rank != 0)
        return;
    for (size_t i = 0; i < t->n; i++)
        t->results[i].several = control_is_visited(&t->control);
    results_finish(t->results, t->c, h, o, t->control.repeats);
    control_close(&t->control);
    t->control = (struct control){0};
    for (size_t i = 0; i < t->n; i++)
        row_forget(&t->results[i]);
}
