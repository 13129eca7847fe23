/* loads.h: ranks that run a load beside the measured operation. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_LOADS_H
#define MEASURE_LOADS_H

#include "measure/harness.h"

struct load_open;

/*
 * The ranks of --load-ranks, and those that are measured. Before each turn,
 * rank 0 says which load runs in it; the turn begins when the load runs, and
 * the load ends when the next turn is ordered. Without load in a turn, and with
 * a load of nothing, its ranks sleep: such turns differ in nothing.
 */
struct loads {
    MPI_Comm all;  /* the harness's: both sets of ranks */
    MPI_Comm part; /* this rank's set */
    bool serves;   /* this rank is in --load-ranks */
    int lead;      /* first one of these, in `all` */
    const struct variant **variants; /* those with a load */
    size_t n;
    struct load_open *open; /* n loads, on ranks in --load-ranks */
    struct harness harness; /* of this rank's set */
    int *node, *switch_of;  /* places of its ranks, or NULL */
};

/*
 * Splits the ranks and opens the loads of all variants in the cases. Collective
 * over h->comm. Returns an MPI error code on all ranks, with *cause malloced or
 * NULL. Call loads_close(), collective too, in both cases.
 */
int loads_open(struct loads *l, const struct harness *h,
               const struct load_ranks *ranks, const struct bench_case *cases,
               size_t n, char **cause);
void loads_close(struct loads *l);

/* Runs the loads that rank 0 orders, until loads_end(). On the ranks of
 * --load-ranks. */
void loads_serve(struct loads *l);

/* On rank 0: ends the current load, if any, and starts the variant's; NULL, or
 * a variant without load: none. Returns when it runs on all its ranks. Returns
 * the first MPI error code of a call in this load. */
int loads_switch(struct loads *l, const struct variant *v);
void loads_end(struct loads *l);

#endif /* MEASURE_LOADS_H */
