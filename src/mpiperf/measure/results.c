/* results.c: what the launches of a case come to, on rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/results.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

static size_t algo_nparts(const struct algo *algo)
{
    size_t n = 0;

    while (algo->parts != NULL && algo->parts[n] != NULL)
        n++;
    return n;
}

void results_start(struct result *results, const struct bench_case *c,
                   const struct bench *b)
{
    size_t nalgos = c->choice->nalgos;

    for (size_t i = 0; i < bench_results(b->o, c); i++) {
        struct result *r = &results[i];
        const struct algo *algo = c->choice->algos[i % nalgos];

        r->c = c;
        r->algo = algo;
        r->method = b->o->methods[i / nalgos];
        r->first_call = r->window = r->t_bcast = NAN;
        r->oneway_start = r->oneway_end = r->oneway_change = NAN;
        r->residual = NAN;
        r->nparts = algo_nparts(algo);
        r->has_alone = algo->alone != NULL;
        if (b->why_not[i % nalgos] != NULL)
            r->why_not = xstrdup(b->why_not[i % nalgos]);
        if (b->o->samples)
            r->samples = json_array();
    }
}

/* `native` when it is among them, else the first named. */
static size_t rival_algo(const struct choice *choice)
{
    for (size_t i = 0; i < choice->nalgos; i++)
        if (choice->algos[i] == &algo_native)
            return i;
    return 0;
}

/* Algorithms compare under the same method; one algorithm by itself compares
 * with what it was under the first method. */
static const struct result *rival_of(const struct result *results,
                                     const struct choice *choice, size_t i)
{
    size_t n = choice->nalgos;
    const struct result *rival =
        n > 1 ? &results[i / n * n + rival_algo(choice)] : &results[0];

    return rival == &results[i] ? NULL : rival;
}

/* What of the rival's time an algorithm hides behind something else, and how
 * long the phases of its launches are. */
static void result_finish_parts(struct result *r, const struct result *rival,
                                const struct stats_options *so)
{
    for (size_t i = 0; i < r->nparts; i++)
        summarize(&r->parts[i].summary, &r->parts[i].times, so);
    if (!r->has_alone)
        return;
    summarize(&r->alone.summary, &r->alone.times, so);
    share_hidden(&r->hidden, &r->times, &r->alone.times, &rival->times,
                 so->confidence, (unsigned long)r->c->bytes + 1);
}

/* The figures of one result by itself. */
static void result_finish(struct result *r, const struct op *op,
                          const struct bench *b, const struct op_args *a,
                          double repeats)
{
    const struct stats_options so = {b->o->trim, b->o->confidence, b->o->paper};

    summarize(&r->summary, &r->times, &so);
    for (int i = 0; i < VIEWS; i++)
        summarize(&r->views[i].summary, &r->views[i].times, &so);
    r->first_call /= repeats;
    /* A time that is not all communication gives no bandwidth. */
    if (op->messages != NULL && !r->has_alone)
        r->messages = op->messages(a);
    if (r->why_not == NULL && r->times.n == 0)
        r->why_not =
            xasprintf("no valid launch in %ld (%ld late, %ld overrun)%s",
                      r->launches, r->late, r->overrun,
                      b->h->oversubscribed ? ": more ranks than CPUs" : "");
}

void results_finish(struct result *results, const struct bench_case *c,
                    const struct bench *b, const struct op_args *a,
                    double repeats)
{
    const struct choice *choice = c->choice;
    const struct options *o = b->o;
    const struct stats_options so = {o->trim, o->confidence, o->paper};
    size_t n = bench_results(o, c);

    for (size_t i = 0; i < n; i++) {
        struct result *r = &results[i];

        /* After the launches: it may tell what it saw of them. */
        if (r->why_not == NULL && r->algo->describe != NULL)
            r->params = r->algo->describe(b->states[i % choice->nalgos]);
        result_finish(r, choice->op, b, a, repeats);
    }
    for (size_t i = 0; i < n; i++) {
        struct result *r = &results[i];

        r->rival = rival_of(results, choice, i);
        result_finish_parts(r, r->rival != NULL ? r->rival : r, &so);
        if (r->rival != NULL)
            ratio_of_medians(&r->vs, &r->times, &r->rival->times, o->confidence,
                             (unsigned long)c->bytes + 1);
    }
}

void results_refuse(struct result *results, const struct bench_case *c,
                    const struct options *o, size_t algo, const char *why)
{
    size_t nalgos = c->choice->nalgos;

    for (size_t i = algo; i < bench_results(o, c); i += nalgos)
        if (results[i].why_not == NULL)
            results[i].why_not = xstrdup(why);
}

void results_fail(struct result *results, const struct bench_case *c,
                  const struct options *o, const char *why)
{
    for (size_t i = 0; i < c->choice->nalgos; i++)
        results_refuse(results, c, o, i, why);
}

void result_free(struct result *r)
{
    free(r->why_not);
    series_free(&r->times);
    series_free(&r->alone.times);
    for (size_t i = 0; i < r->nparts; i++)
        series_free(&r->parts[i].times);
    for (size_t i = 0; i < VIEWS; i++)
        series_free(&r->views[i].times);
    json_decref(r->params);
    json_decref(r->samples);
    json_decref(r->clocksync);
    json_decref(r->extras);
}
