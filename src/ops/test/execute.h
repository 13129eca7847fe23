/* execute.h: do what a descriptor says, as a right library would, or a wrong
 * one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_TEST_EXECUTE_H
#define OPS_TEST_EXECUTE_H

#include "ops/test/world.h"

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

#endif /* OPS_TEST_EXECUTE_H */
