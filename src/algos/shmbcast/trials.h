/* trials.h: candidates for a broadcast, timed between the ranks at hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TRIALS_H
#define SHMBCAST_TRIALS_H

#include <stdbool.h>
#include <stddef.h>

#include "agree.h"

/* So few candidates that a number for each fits in the line of a slot. */
enum { SB_CANDIDATES_MOST = 14, SB_SIZES_MOST = 15 };

/*
 * Candidates 0, 1 ... broadcast messages of some sizes from rank 0 in six
 * settings. Every rank fills this in alike.
 */
struct sb_trials {
    const size_t *sizes; /* in the order in which they are tried */
    int nsizes, ncandidates;
    bool warm,
        cold;       /* buffers that were used in the last call; that were not */
    bool crowded;   /* ranks outnumber CPUs: launches are single calls */
    double seconds; /* that all may take, but for the first launches */
    /* Slower than the best by this factor after one launch: not tried again at
     * that size. 0: all are tried to the end. */
    double drop;
    void *state;
    /* All ranks: one message from rank 0. */
    void (*send)(void *state, int candidate, char *buf, size_t nbytes);
    /* All ranks: some bytes from [root], the same way in all trials. */
    void (*tell)(void *state, int root, void *bytes, size_t nbytes);
    /* Can it carry [nbytes]? The same on all ranks; NULL: all can. */
    bool (*possible)(const void *state, int candidate, size_t nbytes);
};

/* What sb_trials_run() found, the same on all ranks. */
struct sb_scores {
    int launches[SB_SIZES_MOST]; /* of each candidate: 0 if time was over */
    /* by size and candidate: seconds of a call on the slowest rank, geometric
     * mean over settings of the medians; 0: not tried to the end */
    double seconds[SB_SIZES_MOST][SB_CANDIDATES_MOST];
};

/* Collective over a->comm, on which nothing else goes on. MPI_SUCCESS, or an
 * error class on all ranks. */
int sb_trials_run(struct sb_agree *a, const struct sb_trials *t,
                  struct sb_scores *scores);

#endif /* SHMBCAST_TRIALS_H */
