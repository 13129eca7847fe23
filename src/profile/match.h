/* match.h: computes how long a communicator's ranks waited in a call. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_MATCH_H
#define PROFILE_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "profile/functions.h"

/*
 * The ranks of a communicator form a binomial tree: the parent of a rank is the
 * rank without its lowest bit, so that a subtree has consecutive ranks. For
 * each call, arrivals are sent up the tree, and summaries of all arrivals down.
 */

/* The arrivals of some ranks at a call: common times in seconds. */
struct arrivals {
    double first, last; /* arrivals */
    double root;        /* arrival of the root; -INFINITY if not included */
    int32_t ranks;      /* number of ranks that have kept the call */
    int32_t who;        /* rank that arrived last; -1 if there is none */
};

/* What a subtree receives. */
struct arrived {
    struct arrivals all; /* of all ranks */
    double before;       /* last arrival of ranks below the subtree */
    int64_t key;         /* key on the communicator's rank 0; -1 if not kept */
};

static inline int tree_parent(int rank)
{
    return rank & (rank - 1);
}

/* Returns the k-th child of [rank], k from 0; 0 if there are fewer children. */
static inline int tree_child(int rank, int k, int size)
{
    const int64_t bit = INT64_C(1) << k;

    return (rank & ((bit << 1) - 1)) == 0 && rank + bit < size
               ? (int)(rank + bit)
               : 0;
}

/* Return arrivals of no rank, and of [rank] only. */
struct arrivals arrivals_none(void);
struct arrivals arrivals_of(int rank, double arrival, bool is_root);

void arrivals_add(struct arrivals *to, const struct arrivals *from);

/* Returns the earliest time at which the rank's result can be available, which
 * is at least its own [arrival]. */
double arrived_until(enum depends depends, const struct arrived *a,
                     double arrival, bool is_root);

/* Returns the part of the time from [wait] to [leave] that is before [until],
 * in seconds. */
double waiting_until(double until, double wait, double leave);

#endif /* PROFILE_MATCH_H */
