/* bisection.c: the effective bisection bandwidth: the bandwidth of a pair of
 * ranks while all ranks communicate in random pairs (T. Hoefler, T. Schneider,
 * A. Lumsdaine: Multistage Switches are not Crossbars, 2008). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/bisection.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "print/grid.h"

/* Mean bandwidth of the pairs in each round, bytes/s. */
struct rounds {
    double *mean;
    size_t n;
    double fastest; /* of all pairs */
};

/* Adds the round of pair `first`, unless an earlier pair is of this round. */
static void round_add(struct rounds *r, const struct pairs *p, size_t first)
{
    const struct row *row = p->v[first].row;
    const double bytes = row_traffic(row, "traffic_bytes");
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < p->n; i++) {
        if (p->v[i].row != row)
            continue;
        if (i < first)
            return;
        sum += bytes / p->v[i].time;
        r->fastest = fmax(r->fastest, bytes / p->v[i].time);
        n++;
    }
    XAPPEND(r->mean, r->n, sum / (double)n);
}

char *bisection_text(const struct pairs *p)
{
    struct rounds r = {0};
    double mean, half;
    char *text = NULL;

    for (size_t i = 0; i < p->n; i++)
        round_add(&r, p, i);
    if (r.n > 1 && isfinite(r.fastest) && r.fastest > 0) {
        mean = gsl_stats_mean(r.mean, 1, r.n);
        half = gsl_cdf_tdist_Pinv(0.975, (double)r.n - 1) *
               gsl_stats_sd_m(r.mean, 1, r.n, mean) / sqrt((double)r.n);
        text = xasprintf(
            "effective bisection bandwidth: %s MB/s a pair (%s-%s) over %zu "
            "random matchings, %.0f %% of the fastest pair's",
            DIGITS3(mean / 1e6), DIGITS3((mean - half) / 1e6),
            DIGITS3((mean + half) / 1e6), r.n, 100 * mean / r.fastest);
    }
    free(r.mean);
    return text;
}
