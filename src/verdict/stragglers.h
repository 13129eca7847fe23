/* stragglers.h: finds a rank that lacks its CPU, and a node that makes an
 * operation slow. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_STRAGGLERS_H
#define VERDICT_STRAGGLERS_H

#include <stdbool.h>
#include <stddef.h>

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

#endif /* VERDICT_STRAGGLERS_H */
