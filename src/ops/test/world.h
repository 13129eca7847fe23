/* world.h: ranks of a simulated communicator, without MPI. They execute an
 * operation from its descriptor, correctly or with a mistake. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_TEST_WORLD_H
#define OPS_TEST_WORLD_H

#include "ops/layout.h"
#include "ops/verify.h"

enum { WORLD_MAX = 64 };

/* Arguments of a call. A member that is not set has its default. */
struct world_spec {
    const struct op *op;
    int size, root;
    MPI_Count count;
    const struct dtype *dtype;        /* NULL: the operation's default */
    const struct redop *redop;        /* NULL: sum */
    const struct counts_rule *counts; /* NULL: equal */
    const char *n;                    /* value of integer parameters; NULL: 3 */
    const char *pattern;              /* of exchange; NULL: default */
    bool in_place, line;              /* line: grids instead of tori */
};

struct world {
    struct world_spec spec;
    struct verify v;
    struct op_args a[WORLD_MAX];
    void *params; /* the operation's parameter values */
};

/* Sets arguments and layout on every rank. Pairs are 0 and 1, 2 and 3, ... */
void world_open(struct world *w, const struct world_spec *spec);
void world_close(struct world *w);

/*
 * Returns the address, in one of the rank's buffers, where block `block` of its
 * input is before the call, and sets *count to its elements; NULL if it has no
 * such input.
 */
unsigned char *world_input(struct world *w, int rank, int block,
                           MPI_Count *count);

/* Copies of the buffers from before the call; inputs are taken from these. */
struct before {
    unsigned char *send[WORLD_MAX], *recv[WORLD_MAX];
};

/* A test in a world, after all inputs have been written. */
typedef void trial_fn(struct world *w, const struct before *b);

/* Runs a trial, unless results of the operation cannot be checked. */
void world_try(const struct world_spec *spec, trial_fn *trial);
/* Runs it with every operation, for 1 to `most` ranks, with and without
 * MPI_IN_PLACE, and with every rule of counts. */
void world_all(int most, MPI_Count count, trial_fn *trial);

/* Mistakes to make in an execution. */
enum mistake {
    RIGHT,
    OTHER_RANK, /* data of the next rank instead of the right one; a reduction
                   leaves out one rank */
    BACKWARDS,  /* a reduction in the reverse order of ranks */
};

/* Fills every rank's buffers for launch w->v.launch, and copies them. */
void before_open(struct before *b, struct world *w);
void before_close(struct before *b, const struct world *w);

/* Sets every block that is received, from the inputs in `b`. */
void execute(struct world *w, const struct before *b, enum mistake mistake);

/* Returns the address of a block that the rank received. */
unsigned char *result(const struct world *w, int rank, int block);
/* Returns the size of one of a rank's buffers, with its guard. */
size_t memory_bytes(const struct world *w, int rank, bool receive);
/* Convert between a whole number and an element of this type. */
int64_t element_load(const struct dtype *t, const unsigned char *p);
void element_store(const struct dtype *t, int64_t x, unsigned char *p);
/* Returns a copy of n bytes, malloced. */
unsigned char *copy_of(const void *p, size_t n);

#endif /* OPS_TEST_WORLD_H */
