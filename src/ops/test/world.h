/* world.h: the ranks of a make-believe communicator, without MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_TEST_WORLD_H
#define OPS_TEST_WORLD_H

#include "ops/layout.h"
#include "ops/verify.h"

enum { WORLD_MAX = 8 };
#define WORLD_GAP "100" /* of exchange */

/* What a call is made with; what is not set is as it would be by default. */
struct world_spec {
    const struct op *op;
    int size, root;
    MPI_Count count;
    const struct dtype *dtype;        /* NULL: byte, double, int64 */
    const struct redop *redop;        /* NULL: sum */
    const struct counts_rule *counts; /* NULL: equal */
    bool in_place, line; /* topologies: a grid with ends, not a torus */
};

struct world {
    struct world_spec spec;
    struct verify v;
    struct op_args a[WORLD_MAX];
    void *params; /* the operation's */
};

/* Arguments and layout on every rank. Pairs are 0 and 1, 2 and 3, ... */
void world_open(struct world *w, const struct world_spec *spec);
void world_close(struct world *w);

/*
 * Where the rank has block `block` of its input, before the call: in which of
 * its buffers, at how many elements, how many. NULL: it has no such input.
 */
unsigned char *world_input(struct world *w, int rank, int block,
                           MPI_Count *count);

/* Calls f for every operation there is, for 1 to `most` ranks, with and without
 * MPI_IN_PLACE, by every rule of counts. */
void world_all(int most, MPI_Count count, void (*f)(const struct world_spec *));

#endif /* OPS_TEST_WORLD_H */
