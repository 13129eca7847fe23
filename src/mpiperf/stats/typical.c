/* typical.c: trimmed mean of runs and Yuen's interval. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/typical.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/stats/spread.h"

#define TRIM 0.2 /* at each end: Yuen's, and Wilcox's, recommendation */

/*
 * Runs are taken to depend on those before them when their lag-1
 * autocorrelation, corrected for its bias, is above 0 by more than so many
 * standard errors 1/sqrt(n); it is then believed to be larger by so many of
 * them. Runs that are worth fewer independent ones than so many, or a share of
 * their number where that is less, do not tell how far off their mean is. All
 * chosen by simulation (test_runs_coverage).
 */
#define CORRELATED 0.3
#define MARGIN 0.7
#define WORTH_MIN 4.0
#define WORTH_SHARE 0.4
#define AUTOCORR_MAX 0.95
#define DF_MIN 2.0

/* A run is odd that lies so many standard deviations from the median, as far
 * as the median deviation tells the standard deviation. */
#define ODD 5.0
#define DEVIATION_TO_SD 1.4826

static void no_interval(struct typical *t, const char *cause)
{
    t->se = NAN;
    t->df = NAN;
    t->cause = cause;
}

static size_t cut_of(size_t n)
{
    return (size_t)(TRIM * (double)n);
}

static double *sorted(const double *x, size_t n)
{
    double *s = xcalloc(n + 1, sizeof(*s));

    memcpy(s, x, n * sizeof(*s));
    gsl_sort(s, 1, n);
    return s;
}

/* What is cut off counts as the last value that is kept. */
static void winsorize(double *w, const double *x, size_t n, const double *s)
{
    size_t cut = cut_of(n);

    for (size_t i = 0; i < n; i++)
        w[i] = fmin(fmax(x[i], s[cut]), s[n - 1 - cut]);
}

/* What a first-order autoregression does to the variance of a mean. */
static double inflation_of(double r)
{
    return (1 + r) / (1 - r);
}

/* Of that many runs, a share cut off at each end, that are worth fewer. */
static double df_of(size_t n, double inflation)
{
    return fmax((double)(n - 2 * cut_of(n)) / fmax(inflation, 1) - 1, DF_MIN);
}

/* Kendall's correction of the bias of r. */
static void widen(struct typical *t, const double *w, size_t n)
{
    double m = (double)n, r = autocorr_lag1(w, n);

    r += (1 + 3 * r) / m;
    if (!(r > CORRELATED / sqrt(m)))
        return;
    if (m / inflation_of(fmin(r, AUTOCORR_MAX)) <
        fmin(WORTH_MIN, WORTH_SHARE * m)) {
        no_interval(t, "runs depend on the ones before them");
        return;
    }
    t->inflation = inflation_of(fmin(r + MARGIN / sqrt(m), AUTOCORR_MAX));
    t->se *= sqrt(t->inflation);
    t->df = df_of(n, t->inflation);
}

static size_t count_odd(const double *x, size_t n, const double *s)
{
    double *deviation = xcalloc(n, sizeof(*deviation));
    double median = gsl_stats_median_from_sorted_data(s, 1, n), most;
    size_t odd = 0;

    for (size_t i = 0; i < n; i++)
        deviation[i] = fabs(x[i] - median);
    gsl_sort(deviation, 1, n);
    most = ODD * DEVIATION_TO_SD *
           gsl_stats_median_from_sorted_data(deviation, 1, n);
    for (size_t i = 0; i < n; i++)
        odd += most > 0 && fabs(x[i] - median) > most;
    free(deviation);
    return odd;
}

void typical_of(struct typical *t, const double *x, size_t n)
{
    size_t cut = cut_of(n), kept = n - 2 * cut;
    double *s = sorted(x, n), *w = xcalloc(n + 1, sizeof(*w));

    *t = (struct typical){
        .n = n, .estimate = NAN, .se = NAN, .df = NAN, .inflation = 1};
    if (n > 0)
        t->estimate = gsl_stats_mean(s + cut, 1, kept);
    if (n < TYPICAL_MIN) {
        t->cause = "fewer than 6 runs";
    } else {
        winsorize(w, x, n, s);
        t->se = sqrt(gsl_stats_tss(w, 1, n) / (double)(kept * (kept - 1)));
        t->df = df_of(n, 1);
        t->odd = count_odd(x, n, s);
        widen(t, w, n);
    }
    free(w);
    free(s);
}

void typical_of_stays(struct typical *t, const double *x, size_t n)
{
    if (n >= TYPICAL_MIN) {
        typical_of(t, x, n);
        return;
    }
    *t = (struct typical){.n = n, .estimate = NAN, .inflation = 1};
    if (n > 0)
        t->estimate = gsl_stats_mean(x, 1, n);
    if (n < TYPICAL_STAYS_MIN) {
        no_interval(t, "fewer than 3 stays");
        return;
    }
    t->se = gsl_stats_sd(x, 1, n) / sqrt((double)n);
    t->df = (double)n - 1;
    if (t->se == 0)
        no_interval(t, "stays are the same to the clock's step");
}

double typical_half(const struct typical *t, double confidence)
{
    if (isnan(t->se))
        return NAN;
    return t->se * gsl_cdf_tdist_Pinv(0.5 + confidence / 2, t->df);
}

/* The factor of the interval falls with the number of runs, as does the
 * standard error; what they depend on each other stays. */
size_t typical_needed(const struct typical *t, double half, double confidence)
{
    double scatter = t->se * sqrt((double)t->n);

    if (!(half > 0) || isnan(scatter))
        return 0;
    for (size_t n = TYPICAL_MIN; n <= TYPICAL_MOST; n += 1 + n / 50) {
        struct typical then = {.se = scatter / sqrt((double)n),
                               .df = df_of(n, t->inflation)};

        if (typical_half(&then, confidence) <= half)
            return n;
    }
    return 0;
}
