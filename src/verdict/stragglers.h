/* stragglers.h: finds a rank that lacks its CPU, and a node that makes an
 * operation slow. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_STRAGGLERS_H
#define VERDICT_STRAGGLERS_H

#include "verdict/culprits.h"

/* A rank's CPU during measurements. */
struct rank_cpu {
    double stops; /* how often CPU quotas have stopped it */
    double cpu;   /* seconds that it had a CPU */
    double wall;  /* seconds that passed */
};

/* A rank that lacked its CPU. */
struct starved {
    size_t rank;
    double share;  /* of the time: it had a CPU */
    double others; /* the same of the other ranks, median; NAN if none */
    size_t also;   /* number of other ranks that quotas have stopped */
};

/* Finds, of the ranks that quotas have stopped, the one that had its CPU least.
 * Returns false if there is none. */
bool throttled_find(struct starved *s, const struct rank_cpu *v, size_t n);

/* Finds the rank whose CPU other programs use: it had the CPU for less than
 * three quarters of the time, and each other rank for nine tenths or more. If
 * several ranks lack their CPU, the machine is busy and nobody stands out. */
bool crowded_find(struct starved *s, const struct rank_cpu *v, size_t n);

/*
 * Finds the nodes (or, with switches, uplinks) that make an operation slow,
 * from its times on pairs of nodes; see culprits_find(). Of several times of
 * a pair the shortest counts: disturbances only lengthen them. With few
 * readings chance alone could make a node slow in all of them, so nobody is
 * named before each node has had SLOW_NODES_LEAST partners on average, nor if
 * the operation takes less than SLOW_NODES_TIMES as long, nor if half of the
 * nodes or more are slow. switch_of: of each node, or NULL. crowded: ranks
 * shared CPUs with other processes, which can make one take twice as long
 * throughout; then nobody is named for less than SLOW_NODES_CROWDED.
 */
struct culprits slow_nodes_find(const struct reading *v, size_t n, int nodes,
                                const long *switch_of, bool crowded);
enum { SLOW_NODES_LEAST = 6 };
#define SLOW_NODES_TIMES 1.5
#define SLOW_NODES_CROWDED 3

#endif /* VERDICT_STRAGGLERS_H */
