/* arrange.h: orders messages and decides which are merged. Pure functions. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_ARRANGE_H
#define MSGSCHED_ARRANGE_H

#include <stdlib.h>

#include "algos/msgsched/msgsched.h"

/* Properties of a schedule: the order of its messages, how it cuts them into
 * wire messages, and how it posts these. */
struct ms_schedule {
    enum {
        MS_BY_CALL, /* the caller's order */
        MS_BY_UNIT, /* like BY_CALL, but with the messages of a unit adjacent */
        MS_BY_RULE  /* order of ms_compare(): Algorithm 1 */
    } order;
    enum {
        MS_CUT_EACH,   /* each message is a wire message */
        MS_CUT_PEER,   /* one wire message per peer, by a derived datatype */
        MS_CUT_BUNDLE, /* bundles of `fixed` bytes */
        MS_CUT_GROW    /* bundles that grow by a factor alpha */
    } cut;
    enum {
        MS_POST_WINDOW,   /* at most `inflight` sends at a time; default: 64 */
        MS_POST_ALL,      /* at most `inflight` sends at a time; default: all */
        MS_POST_THROTTLE, /* at most `throttle` sends in flight, few senders
                           * per node */
        MS_POST_AT_ONCE,  /* all requests in msgsched_start() */
        MS_POST_PERSISTENT, /* like AT_ONCE, by MPI_Startall() */
        MS_POST_COLLECTIVE  /* like AT_ONCE, by MPI_Ineighbor_alltoallw() */
    } post;
};

const struct ms_schedule *ms_schedule_of(const struct msgsched_options *o);

/* True if the schedule copies small messages into bundles. */
bool ms_merges(const struct msgsched_options *o);
/* True if a bundle may be for several ranks of a node. */
bool ms_merges_nodes(const struct msgsched_options *o);

/* A message to send, with the values that decide its order and merging. */
struct ms_item {
    int src, dst; /* ranks */
    int src_node, dst_node;
    int seq; /* index in the caller's list */
    int64_t bytes;
    int64_t weight;   /* weight of the pair of processes */
    int64_t heaviest; /* greatest weight of all pairs between the two nodes */
    int64_t distance; /* distance between its nodes; 0 within a node */
    double alpha;     /* growth factor of wire messages between its nodes */
    int64_t tcopy;    /* messages of this size or more are not merged */
    int first;        /* smallest seq of its unit; set by ms_arrange() */
};

/* Items first ... first + n - 1 of the arranged array form one wire message. */
struct ms_cut {
    size_t first, n;
    int64_t bytes;
    bool packed; /* sent from a buffer; needed if n > 1, except with DATATYPE
                  * and NEIGHBOR */
};

/* Compares two messages by Algorithm 1, as modified by the options. Returns
 * less than 0 if a is sent first, and 0 only for the same message. */
int ms_compare(const struct msgsched_options *o, const struct ms_item *a,
               const struct ms_item *b);

/*
 * Sorts the n messages of one rank by options->schedule, and cuts them into
 * wire messages in the order of sending. cuts[] has room for n. Returns the
 * number of cuts. All messages of a cut are for one rank (scope pair) or one
 * node (scope node); within a cut for a node, messages to the same rank are
 * adjacent. Messages between two ranks with the same tag keep their order.
 * Messages of 0 bytes are sent too.
 */
size_t ms_arrange(const struct msgsched_options *o, struct ms_item *items,
                  size_t n, struct ms_cut *cuts);

/* Returns alpha = 1.5 + log2(max(out, in)) for the numbers of nodes that a node
 * sends to (out) and another receives from (in); 1.5 if both are below 1. */
double ms_alpha(int out, int in);

/* For ms_sort(), which sorts in place, by n comparisons if the array is
 * sorted. */
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
