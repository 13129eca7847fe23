/* culprits.h: finds the ranks, nodes and uplinks that make pairs of ranks slow.
 * Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_CULPRITS_H
#define VERDICT_CULPRITS_H

#include <stdbool.h>
#include <stddef.h>

/* A part of the machine that a message between two ranks may use. */
enum part_kind {
    PART_RANK,   /* used by all messages of the rank */
    PART_NODE,   /* the node's link: by messages that leave or enter it */
    PART_UPLINK, /* of a switch: by messages that leave or enter its nodes */
    PART_INSIDE, /* the inside of a node: by messages within it */
    PART_PORT,   /* the node's link, where only messages to other nodes at its
                    switch show it, as uplinks are slower than this link */
    PART_KINDS
};

/* Where the ranks are. */
struct places {
    long ranks;
    const long *node;      /* node of each rank, from 0 */
    const long *switch_of; /* switch of each rank, from 0; NULL if unknown */
};

/* Time of the messages between two ranks, seconds; NAN if there is none. */
struct reading {
    long from, to;
    double time;
};

enum way { WAY_BOTH, WAY_OUT, WAY_IN, WAYS };

/* A part that is slower than most others of its kind. */
struct culprit {
    enum part_kind kind;
    long id;         /* rank, node or switch */
    enum way way;    /* whether it slows what it sends, what it gets, or both */
    double times;    /* its typical time / that of parts that are not slow */
    size_t slow, of; /* readings that show it, and all readings of this part */
};

struct culprits {
    struct culprit *v; /* free with free(); those with most readings first */
    size_t n;
};

/* A reading is slow if its time exceeds the typical one by this factor. */
#define CULPRIT_SLOW 1.25

/*
 * Finds the slow parts. `directed`: a reading tells of one direction, from
 * `from` to `to`; false: of both.
 *
 * Readings are of three kinds: within a node, between nodes of a switch (of all
 * nodes if switches are unknown), and between switches. The typical time of a
 * kind is the median over ranks of the lower quartile of the rank's readings. A
 * part is slow if at least four fifths of its readings are slow. Of several
 * such parts the one that explains most (the sum of the logarithms of its slow
 * readings' factors) is named, its readings are set aside, and the search
 * begins again. So a switch is named rather than its nodes if only their
 * messages to other switches are slow.
 *
 * In the end a part stays only if so many slow readings are no coincidence, at
 * the rate of slow readings that are left (0.1 % for all parts together), or if
 * all of its three or more readings exceed all that are left by CULPRIT_SLOW.
 */
struct culprits culprits_find(const struct reading *v, size_t n,
                              const struct places *p, bool directed);

#endif /* VERDICT_CULPRITS_H */
