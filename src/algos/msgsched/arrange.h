/* arrange.h: in which order messages go, and which ones together. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_ARRANGE_H
#define MSGSCHED_ARRANGE_H

#include "algos/msgsched/msgsched.h"

/* A message as reordering and merging see it. */
struct ms_item {
    int src, dst; /* ranks */
    int src_node, dst_node;
    int seq; /* place in the caller's list */
    int64_t bytes;
    int64_t weight;   /* of its pair of processes, as options->weight says */
    int64_t heaviest; /* weight of the heaviest pair of processes of its nodes */
    int64_t distance; /* of the nodes; 0 within one */
    double alpha;     /* growth of wire messages of its pair of nodes */
    int64_t tcopy;    /* from here on it goes alone, without a copy */
    int first;        /* least seq of those it may go with; by ms_arrange() */
};

/* Items first ... first + n - 1 of the arranged array go in one wire message. */
struct ms_cut {
    size_t first, n;
    int64_t bytes;
    bool packed; /* through a buffer: n > 1; else from where they are, n = 1 but
                    with `datatype` and `neighbor`: one cut a peer */
    size_t turn; /* its place among those to the same node; with `rr` only */
};

/* Algorithm 1 with the readings of the options: below 0, above 0, and 0 only for
 * the same message. A strict total order. */
int ms_compare(const struct msgsched_options *o, const struct ms_item *a,
               const struct ms_item *b);

/*
 * Arranges the n messages of one rank as options->schedule says, and cuts them
 * into wire messages, in the order in which they are to be sent; cuts[] has room
 * for n. Returns how many there are. A cut never mixes ranks (scope pair) or nodes
 * (scope node), messages between two ranks with the same tag stay in order, and
 * a message of no bytes is carried like any other.
 */
size_t ms_arrange(const struct msgsched_options *o, struct ms_item *items,
                  size_t n, struct ms_cut *cuts);

/* 1.5 + log2(max(out, in)), degrees of the nodes; 1.5 for degrees below 1. */
double ms_alpha(int out, int in);

#endif /* MSGSCHED_ARRANGE_H */
