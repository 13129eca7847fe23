/* match.h: what the ranks of a communicator waited for in a call. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_MATCH_H
#define PROFILE_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/functions.h"

/*
 * The ranks of a communicator form a binomial tree: the parent of a rank is the
 * rank without its lowest bit, so that a subtree has consecutive ranks. For
 * each call they send arrivals up, and what is known of all of them down.
 */

/* A call, as some ranks saw it. Times are common times in seconds. */
struct arrivals {
    double first, last; /* arrivals */
    double root;        /* arrival of the root; -INFINITY: not among them */
    int32_t ranks;      /* that have kept the call */
    int32_t who;        /* rank that came last; -1: none */
};

/* What a subtree gets. */
struct arrived {
    struct arrivals all; /* of all ranks */
    double before;       /* last arrival of ranks below the subtree */
    int64_t key;         /* of the communicator's rank 0; -1: call not kept */
};

static inline int tree_parent(int rank)
{
    return rank & (rank - 1);
}

/* Returns the k-th child of [rank], k from 0; 0: there are fewer. */
static inline int tree_child(int rank, int k, int size)
{
    const int64_t bit = INT64_C(1) << k;

    return (rank & ((bit << 1) - 1)) == 0 && rank + bit < size
               ? (int)(rank + bit)
               : 0;
}

/* No rank's arrivals; those of [rank]. */
struct arrivals arrivals_none(void);
struct arrivals arrivals_of(int rank, double arrival, bool is_root);

void arrivals_add(struct arrivals *to, const struct arrivals *from);

/* Returns the time until when [rank]'s result could not be there: at least its
 * own [arrival]. */
double arrived_until(enum depends depends, const struct arrived *a,
                     double arrival, bool is_root);

/* Returns the seconds of the time from wait to leave that were spent until
 * then. */
double waiting_until(double until, double wait, double leave);

#endif /* PROFILE_MATCH_H */
