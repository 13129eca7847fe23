/* world.h: the ranks of a simulated communicator, without MPI. They execute an
 * operation from its descriptor, rightly or with a mistake. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_TEST_WORLD_H
#define OPS_TEST_WORLD_H

#include "ops/layout.h"
#include "ops/verify.h"

enum { WORLD_MAX = 64 };

/* Arguments of a call; members that are not set have defaults. */
struct world_spec {
    const struct op *op;
    int size, root;
    MPI_Count count;
    const struct dtype *dtype;        /* NULL: the default of the operation */
    const struct redop *redop;        /* NULL: sum */
    const struct counts_rule *counts; /* NULL: equal */
    const char *n;       /* value of its integer parameters; NULL: 3 */
    const char *pattern; /* of exchange; NULL: the default */
    bool in_place, line; /* topologies: a grid with ends, not a torus */
};

struct world {
    struct world_spec spec;
    struct verify v;
    struct op_args a[WORLD_MAX];
    void *params; /* values of the operation's parameters */
};

/* Sets arguments and layout on every rank. Pairs are 0 and 1, 2 and 3, ... */
void world_open(struct world *w, const struct world_spec *spec);
void world_close(struct world *w);

/*
 * Returns where the rank has block `block` of its input before the call: an
 * address in one of its buffers, with *count elements. NULL: it has no such
 * input.
 */
unsigned char *world_input(struct world *w, int rank, int block,
                           MPI_Count *count);

/* Copies of the buffers before the call, from which inputs are taken. */
struct before {
    unsigned char *send[WORLD_MAX], *recv[WORLD_MAX];
};

/* A test in a world whose inputs have been written. */
typedef void trial_fn(struct world *w, const struct before *b);

/* Makes a trial, unless results of the operation cannot be checked. */
void world_try(const struct world_spec *spec, trial_fn *trial);
/* Makes it with every operation, for 1 to `most` ranks, with and without
 * MPI_IN_PLACE, and by every rule of counts. */
void world_all(int most, MPI_Count count, trial_fn *trial);

/* Mistakes in an execution. */
enum mistake {
    RIGHT,
    OTHER_RANK, /* data of the rank after the right one; in a reduction one rank
                   is left out */
    BACKWARDS,  /* the ranks of a reduction in reverse order */
};

/* Fills every rank's buffers for the launch of w->v, and keeps a copy. */
void before_open(struct before *b, struct world *w);
void before_close(struct before *b, const struct world *w);

/* Sets every received block from the inputs before the call. */
void execute(struct world *w, const struct before *b, enum mistake mistake);

/* Returns the address of a received block of the rank. */
unsigned char *result(const struct world *w, int rank, int block);
/* Returns the bytes of one of a rank's buffers, with its guard. */
size_t memory_bytes(const struct world *w, int rank, bool receive);
/* Convert between a whole number and an element of this type. */
int64_t element_load(const struct dtype *t, const unsigned char *p);
void element_store(const struct dtype *t, int64_t x, unsigned char *p);
/* Returns a copy of n bytes, malloced. */
unsigned char *copy_of(const void *p, size_t n);

#endif /* OPS_TEST_WORLD_H */
