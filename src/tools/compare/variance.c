/* variance.c: components of variance, and advice. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/variance.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

const char *const variance_levels[LEVELS] = {
    [LEVEL_SITTINGS] = "sittings",
    [LEVEL_RUNS] = "runs",
    [LEVEL_PASSES] = "passes",
    [LEVEL_ROUNDS] = "rounds",
};

/* Runs that should be longer or shorter by less than this are as they should.
 */
static const double clear_factor = 2;

const char *advice_text(enum advice advice)
{
    static const char *const text[] = {
        [ADVICE_NONE] = NULL,
        [ADVICE_RUNS] = "more runs",
        [ADVICE_LONGER_RUNS] = "longer runs",
        [ADVICE_MORE_PASSES] = "more passes a run",
        [ADVICE_SHORTER_RUNS] = "more and shorter runs",
        [ADVICE_MORE_TIME] = "runs spread over more time",
    };

    return text[advice];
}

/* What runs and their rounds come to, of which a variance is made. */
struct sums {
    double within;        /* mean variance of a run's figure by itself */
    double pass, round;   /* ... of one pass, of one round */
    double between;       /* variance of runs of one sitting */
    double sittings;      /* ... and what sittings add */
    size_t nsittings;
};

static size_t sittings_count(const struct variance_run *run, size_t n)
{
    size_t most = 0;

    for (size_t i = 0; i < n; i++)
        if (run[i].sitting >= most)
            most = run[i].sitting + 1;
    return most;
}

/* A mean of what is known. */
struct mean {
    double sum;
    size_t n;
};

static void mean_add(struct mean *m, double x)
{
    if (isnan(x))
        return;
    m->sum += x;
    m->n++;
}

static double mean_value(const struct mean *m)
{
    return m->n > 0 ? m->sum / (double)m->n : NAN;
}

static void sum_within(struct sums *s, const struct variance_run *run, size_t n)
{
    struct mean within = {0}, pass = {0}, round = {0};

    for (size_t i = 0; i < n; i++) {
        double square = run[i].within * run[i].within;

        mean_add(&within, square);
        if (run[i].passes > 1)
            mean_add(&pass, square * (double)run[i].passes);
        else if (run[i].rounds > 0)
            mean_add(&round, square * (double)run[i].rounds);
    }
    s->within = mean_value(&within);
    s->pass = mean_value(&pass);
    s->round = mean_value(&round);
}

/* One-way analysis of variance, sittings of unlike sizes. */
static void sum_between(struct sums *s, const struct variance_run *run,
                        size_t n)
{
    size_t most = sittings_count(run, n), there = 0;
    double *sum = xcalloc(most + 1, sizeof(*sum));
    double *count = xcalloc(most + 1, sizeof(*count));
    double all = 0, inside = 0, outside = 0, squares = 0;

    for (size_t i = 0; i < n; i++) {
        sum[run[i].sitting] += run[i].value;
        count[run[i].sitting]++;
        all += run[i].value;
    }
    for (size_t k = 0; k < most; k++) {
        double mean = sum[k] / count[k], d = mean - all / (double)n;

        if (!(count[k] > 0))
            continue;
        there++;
        outside += count[k] * d * d;
        squares += count[k] * count[k];
        sum[k] = mean;
    }
    for (size_t i = 0; i < n; i++) {
        double d = run[i].value - sum[run[i].sitting];

        inside += d * d;
    }
    s->nsittings = there;
    s->between = n > there ? inside / (double)(n - there) : NAN;
    s->sittings = NAN;
    if (there > 1 && !isnan(s->between)) {
        double each = ((double)n - squares / (double)n) / (double)(there - 1);

        s->sittings =
            fmax(0, (outside / (double)(there - 1) - s->between) / each);
    }
    free(sum);
    free(count);
}

/* How many times as long a run should measure; NAN: unknown. */
static double longer(const struct sums *s, double of_runs,
                     const struct variance_run *run, size_t n)
{
    double seconds = 0, measured = 0;

    for (size_t i = 0; i < n; i++) {
        seconds += run[i].seconds;
        measured += run[i].measured;
    }
    return sqrt((seconds - measured) / measured * s->within / of_runs);
}

static enum advice advise(const struct sums *s, double of_runs,
                          const struct variance_run *run, size_t n)
{
    double runs = s->between / (double)n;
    double sittings = s->sittings / (double)s->nsittings;
    double factor = longer(s, of_runs, run, n);

    if (isnan(s->between))
        return ADVICE_NONE;
    if (sittings > runs)
        return ADVICE_MORE_TIME;
    if (factor > clear_factor)
        return isnan(s->pass) ? ADVICE_LONGER_RUNS : ADVICE_MORE_PASSES;
    if (factor < 1 / clear_factor)
        return ADVICE_SHORTER_RUNS;
    return ADVICE_RUNS;
}

void variance_of(struct variance *v, const struct variance_run *run, size_t n)
{
    double of_runs;
    struct sums s;

    *v = (struct variance){.sd = {NAN, NAN, NAN, NAN}};
    if (n == 0)
        return;
    sum_within(&s, run, n);
    sum_between(&s, run, n);
    of_runs = fmax(0, s.between - (isnan(s.within) ? 0 : s.within));
    v->sd[LEVEL_SITTINGS] = sqrt(s.sittings);
    v->sd[LEVEL_RUNS] = isnan(s.between) ? NAN : sqrt(of_runs);
    v->sd[LEVEL_PASSES] = sqrt(s.pass);
    v->sd[LEVEL_ROUNDS] = sqrt(s.round);
    v->advice = advise(&s, of_runs, run, n);
}
