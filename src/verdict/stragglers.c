/* stragglers.c: finds a rank that lacks its CPU, and a node that makes an
 * operation slow. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/stragglers.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

static const double little = 0.75, enough = 0.9; /* shares of the time */

static double share_of(const struct rank_cpu *of)
{
    return of->wall > 0 ? fmin(of->cpu / of->wall, 1) : 1;
}

/* Sets *s to this rank. */
static void starved_set(struct starved *s, const struct rank_cpu *v, size_t n,
                        size_t rank)
{
    double *share = xcalloc(n, sizeof(*share));
    size_t others = 0;

    *s = (struct starved){.rank = rank, .share = share_of(&v[rank])};
    for (size_t i = 0; i < n; i++)
        if (i != rank) {
            share[others++] = share_of(&v[i]);
            s->also += v[i].stops > 0;
        }
    s->others = others > 0 ? gsl_stats_median(share, 1, others) : NAN;
    free(share);
}

bool throttled_find(struct starved *s, const struct rank_cpu *v, size_t n)
{
    size_t least = n;

    for (size_t i = 0; i < n; i++)
        if (v[i].stops > 0 &&
            (least == n || share_of(&v[i]) < share_of(&v[least])))
            least = i;
    if (least < n)
        starved_set(s, v, n, least);
    return least < n;
}

bool crowded_find(struct starved *s, const struct rank_cpu *v, size_t n)
{
    size_t few = 0, least = 0;

    for (size_t i = 0; i < n; i++) {
        few += share_of(&v[i]) < enough;
        if (share_of(&v[i]) < share_of(&v[least]))
            least = i;
    }
    if (n < 2 || few != 1 || share_of(&v[least]) >= little)
        return false;
    starved_set(s, v, n, least);
    return true;
}
