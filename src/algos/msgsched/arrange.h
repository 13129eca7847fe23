/* arrange.h: in which order messages go, and which ones together. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_ARRANGE_H
#define MSGSCHED_ARRANGE_H

#include <stdlib.h>

#include "algos/msgsched/msgsched.h"

/* How a schedule orders messages, cuts them into wire messages and posts them.
 */
struct ms_schedule {
    enum {
        MS_BY_CALL, /* as given */
        MS_BY_UNIT, /* as given, but what may go together is adjacent */
        MS_BY_RULE  /* Algorithm 1, as ms_compare() says */
    } order;
    enum {
        MS_CUT_EACH,   /* every message by itself */
        MS_CUT_PEER,   /* all of a peer in one, without a copy */
        MS_CUT_BUNDLE, /* in bundles of `fixed` bytes */
        MS_CUT_GROW    /* in bundles that grow */
    } cut;
    enum {
        MS_POST_WINDOW, /* at most `inflight` sends at a time, 64 unless said */
        MS_POST_ALL,    /* the same, but all unless said */
        MS_POST_THROTTLE, /* so many of a rank, and from few ranks of a node */
        MS_POST_AT_ONCE,  /* all */
        MS_POST_PERSISTENT, /* all, by MPI_Startall() */
        MS_POST_COLLECTIVE  /* all, by one call of MPI_Ineighbor_alltoallw() */
    } post;
};

const struct ms_schedule *ms_schedule_of(const struct msgsched_options *o);

/* Does it copy messages that are below tcopy? */
bool ms_merges(const struct msgsched_options *o);
/* ... for several ranks of a node into one wire message? */
bool ms_merges_nodes(const struct msgsched_options *o);

/* A message as reordering and merging see it. */
struct ms_item {
    int src, dst; /* ranks */
    int src_node, dst_node;
    int seq; /* place in the caller's list */
    int64_t bytes;
    int64_t weight; /* of its pair of processes, as options->weight says */
    int64_t
        heaviest; /* weight of the heaviest pair of processes of its nodes */
    int64_t distance; /* of the nodes; 0 within one */
    double alpha;     /* growth of wire messages of its pair of nodes */
    int64_t tcopy;    /* from here on it goes alone, without a copy */
    int first;        /* least seq of those it may go with; by ms_arrange() */
};

/* Items first ... first + n - 1 of the arranged array go in one wire message.
 */
struct ms_cut {
    size_t first, n;
    int64_t bytes;
    bool packed; /* through a buffer: n > 1; else from where they are, n = 1 but
                    with `datatype` and `neighbor`: one cut a peer */
    size_t turn; /* its place among those to the same node; with `rr` only */
};

/* Algorithm 1 with the readings of the options: below 0, above 0, and 0 only
 * for the same message. A strict total order. */
int ms_compare(const struct msgsched_options *o, const struct ms_item *a,
               const struct ms_item *b);

/*
 * Arranges the n messages of one rank as options->schedule says, and cuts them
 * into wire messages, in the order in which they are to be sent; cuts[] has
 * room for n. Returns how many there are. A cut never mixes ranks (scope pair)
 * or nodes (scope node); in one to a node those to a rank are adjacent.
 * Messages between two ranks with the same tag stay in order, and a message of
 * no bytes is carried like any other.
 */
size_t ms_arrange(const struct msgsched_options *o, struct ms_item *items,
                  size_t n, struct ms_cut *cuts);

/* 1.5 + log2(max(out, in)), degrees of the nodes; 1.5 for degrees below 1. */
double ms_alpha(int out, int in);

/* Sorting in place, at no cost where all is in order. */
static inline int ms_order(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static inline void ms_sort(void *base, size_t n, size_t size,
                           int (*compare)(const void *, const void *, void *),
                           void *arg)
{
    const char *at = base;

    for (size_t i = 1; i < n; i++, at += size)
        if (compare(at, at + size, arg) > 0) {
            qsort_r(base, n, size, compare, arg);
            return;
        }
}

#endif /* MSGSCHED_ARRANGE_H */
