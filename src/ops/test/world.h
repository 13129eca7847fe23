/* world.h: the ranks of a make-believe communicator, without MPI, which do what
 * a descriptor says, as a right library would, or a wrong one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_TEST_WORLD_H
#define OPS_TEST_WORLD_H

#include "ops/layout.h"
#include "ops/verify.h"

enum { WORLD_MAX = 8 };

/* What a call is made with; what is not set is as it would be by default. */
struct world_spec {
    const struct op *op;
    int size, root;
    MPI_Count count;
    const struct dtype *dtype;        /* NULL: byte, double, int64 */
    const struct redop *redop;        /* NULL: sum */
    const struct counts_rule *counts; /* NULL: equal */
    const char *n; /* the operation's own number, if it has one; NULL: 3 */
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

/* ---- what a descriptor says, done rightly or not ------------------------ */

/* How an execution goes wrong. */
enum mistake {
    RIGHT,
    OTHER_RANK, /* data of the rank after the one they should be of; in a
                   reduction one rank has no part */
    BACKWARDS,  /* the ranks of a reduction in reverse order */
};

/* Buffers as they were before the call: where inputs come from. */
struct before {
    unsigned char *send[WORLD_MAX], *recv[WORLD_MAX];
};

/* Makes every rank's buffers ready for the launch of w->v, and keeps a copy. */
void before_open(struct before *b, struct world *w);
void before_close(struct before *b, const struct world *w);

/* Every block that is received, from the inputs as they were before. */
void execute(struct world *w, const struct before *b, enum mistake mistake);

/* Where the rank has received the block. */
unsigned char *result(const struct world *w, int rank, int block);
/* Of either buffer of a rank, with the guard behind it. */
size_t memory_bytes(const struct world *w, int rank, bool receive);
/* A whole number as an element of that type, and back. */
int64_t element_load(const struct dtype *t, const unsigned char *p);
void element_store(const struct dtype *t, int64_t x, unsigned char *p);
/* Malloced. */
unsigned char *copy_of(const void *p, size_t n);

#endif /* OPS_TEST_WORLD_H */
