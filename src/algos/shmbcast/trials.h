/* trials.h: timed comparison of several ways (candidates) to broadcast. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TRIALS_H
#define SHMBCAST_TRIALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "agree.h"

/* At most 14 candidates, so that one number for each fits into the cache line
 * of a slot. */
enum { SB_CANDIDATES_MOST = 14, SB_SIZES_MOST = 15 };

/* What to compare: candidates that broadcast messages of several sizes from
 * rank 0 in up to six settings. The same on all ranks. */
struct sb_trials {
    const size_t *sizes; /* message sizes, in the order of trials */
    int nsizes, ncandidates;
    bool warm, cold; /* try with the last call's buffers; try with fresh ones */
    bool crowded;    /* ranks outnumber CPUs; launches then have a single
                      * call */
    double seconds;  /* time limit, which a suddenly slow launch may exceed */
    /* a candidate slower than the best by this factor after one launch is not
     * tried again at that size; 0: keep all candidates */
    double drop;
    /* scores are medians over the settings instead of geometric means, because
     * a few disturbed launches do not change a median */
    bool middle;
    void *state;
    /* sends one message from rank 0 with the candidate; called on all ranks */
    void (*send)(void *state, int candidate, char *buf, size_t nbytes);
    /* broadcasts a few bytes from [root], always by the same algorithm; called
     * on all ranks */
    void (*tell)(void *state, int root, void *bytes, size_t nbytes);
    /* true if the candidate can carry [nbytes]; the same on all ranks; if NULL,
     * every candidate can carry every size */
    bool (*possible)(const void *state, int candidate, size_t nbytes);
};

/* Results of sb_trials_run(), the same on all ranks. */
struct sb_scores {
    int launches[SB_SIZES_MOST]; /* launches of each candidate, by size; 0 if
                                  * time ran out before */
    /* seconds of a call by size and candidate: geometric mean over settings of
     * the median on the slowest rank; 0 if not tried, or dropped */
    double seconds[SB_SIZES_MOST][SB_CANDIDATES_MOST];
};

/* Runs the trials. Collective over a->comm, which must have no other traffic.
 * Returns MPI_SUCCESS, or the same error class on all ranks. */
int sb_trials_run(struct sb_agree *a, const struct sb_trials *t,
                  struct sb_scores *scores);

static inline int sb_by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Sorts [n] values and returns their median: the lower of the two middle values
 * if [n] is even, 0 if there are no values. */
static inline double sb_median(double *values, size_t n)
{
    if (n == 0)
        return 0;
    qsort(values, n, sizeof(*values), sb_by_value);
    return values[(n - 1) / 2];
}

#endif /* SHMBCAST_TRIALS_H */
