/* probe.h: runs a collective on pairs of nodes, to find out which node makes it
 * slow. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_PROBE_H
#define MEASURE_PROBE_H

#include "measure/case.h"
#include "measure/harness.h"
#include "verdict/culprits.h"

/* Times of the operation on pairs of nodes. */
struct probe {
    struct bench_case c;
    struct reading *v; /* from, to: nodes. Rank 0 only */
    size_t n;
    int rounds;
    double seconds; /* that the rounds took */
    long lost;      /* how often ranks lost their CPU to others in the rounds,
                       sum over ranks. Rank 0 only */
};

/* True if the case can be measured on pairs of nodes: a collective on all ranks
 * of three nodes or more. Equal on all ranks. */
bool probe_fits(const struct harness *h, const struct measuring *o,
                const struct bench_case *c);

/*
 * Makes rounds, at most PROBE_ROUNDS, for about `seconds`, or up
 * to three times as long for the least number that can name a node. In each
 * round every node has another partner, and the ranks of both run the operation
 * on a communicator of their own, all pairs at the same time. The time of a
 * pair is that of a launch in its fastest block of launches. Collective over
 * h->comm; returns an MPI error code.
 */
int probe_run(const struct harness *h, const struct measuring *o,
              double seconds, struct probe *p);

enum { PROBE_ROUNDS = 12, PROBE_LAUNCHES = 8 };

/* Returns the partner of a node in this round, or MPI_PROC_NULL. As in a
 * tournament, it meets all others before it meets one again. Pure. */
int probe_partner(int node, int nodes, int round);

void probe_free(struct probe *p);

#endif /* MEASURE_PROBE_H */
