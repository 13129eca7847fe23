/* track.c: what is kept of a case from pass to pass. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/track.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include "lib/scatter.h"
#include "lib/xmalloc.h"
#include "measure/passes.h"
#include "measure/results.h"

void track_open(struct track *t, const struct harness *h,
                const struct measuring *o, const struct bench_case *c,
                uint64_t seed)
{
    *t = (struct track){
        .c = c,
        .n = case_rows(o, c),
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

/* ---- a pass ------------------------------------------------------------- */

static void pass_add(struct result *r)
{
    if ((r->npasses & (r->npasses - 1)) == 0) /* full at powers of two */
        r->passes = xreallocarray(
            r->passes, r->npasses > 0 ? 2 * r->npasses : 1, sizeof(*r->passes));
    r->passes[r->npasses++] = r->pass;
}

static void row_passed(struct track *t, size_t i)
{
    struct result *r = &t->results[i];
    const struct row *row = &t->control.rows[i];

    r->pass.number = t->pass;
    r->pass.at = t->at;
    r->pass.launches = r->launches - row->before.launches;
    r->pass.rounds = r->rounds - row->before.rounds;
    r->pass.late = r->late - row->before.late;
    r->pass.overrun = r->overrun - row->before.overrun;
    r->measured += r->pass.valid > 0;
    if (r->pass.launches > 0)
        pass_add(r);
}

/* The relative standard error that is reported; NAN: too few passes to go by.
 */
static double row_rse(const struct result *r)
{
    const struct stats_options so = {.confidence = 0.95};
    struct summary all;

    if (r->measured < PASSES_SURE)
        return NAN;
    summary_of_passes(&all, r, offsetof(struct pass, mean),
                      offsetof(struct pass, median), &so);
    return all.rse;
}

static void row_forget(struct result *r)
{
    struct series *all[RESULT_SERIES];

    for (size_t i = result_series(r, all); i-- > 0;)
        series_free(all[i]);
}

/* Rows' times have the same rounds. */
static void estimates_set(struct track *t)
{
    struct series *s = xcalloc(t->n, sizeof(*s));

    for (size_t i = 0; i < t->n; i++)
        s[i] = t->results[i].times;
    for (size_t i = 0; i < t->n; i++)
        t->results[i].pass.estimate =
            s[i].n > 0 ? time_of_rounds(s, t->n, i) : NAN;
    free(s);
}

void track_passed(struct track *t, const struct measuring *o)
{
    estimates_set(t);
    results_pass(t->results, t->n, o);
    for (size_t i = 0; i < t->n; i++) {
        row_passed(t, i);
        control_judge(&t->control, i, row_rse(&t->results[i]));
        if (control_has_passes(&t->control))
            row_forget(&t->results[i]);
    }
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
        t->results[i].several = control_has_passes(&t->control);
    for (size_t i = 0; i < t->n; i++)
        t->results[i].first_call /= t->control.repeats;
    results_finish(t->results, t->n, o, h->step / t->control.repeats);
    control_close(&t->control);
    t->control = (struct control){0};
    for (size_t i = 0; i < t->n; i++)
        row_forget(&t->results[i]);
}
