/* verify.h: fill buffers with data that tells where it came from, and check
 * every bit of what arrived. Never inside a timed region. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_VERIFY_H
#define OPS_VERIFY_H

#include <stdint.h>
#include "ops/dtype.h"
#include "ops/op.h"

/* What the data of a launch is made from; the same on all ranks but for `a`. */
struct verify {
    const struct op *op;
    const struct dtype *dtype;
    const struct redop *redop; /* reductions */
    uint64_t launch;           /* another launch has other data */
    bool any_root;             /* the root moves on with every launch */
};

/*
 * Writes this rank's input, and into receive buffers the inverse of what has
 * to arrive, so that not a byte can be right by standing still. Gaps of the
 * data type and between blocks, and the guard behind each buffer, get a byte of
 * their own.
 */
void verify_prepare(const struct verify *v, const struct op_args *a);

/* The same of this rank's input alone. */
void verify_input(const struct verify *v, const struct op_args *a);

/* The number of blocks, gaps and guards that are not bit by bit what they
 * have to be; the input must be unchanged too. 0 is right. */
long verify_check(const struct verify *v, const struct op_args *a);

/* n bytes of moved data by its key, from `offset` on, a multiple of 8. */
void verify_bytes(uint64_t key, uint64_t offset, unsigned char *out, size_t n);

#endif /* OPS_VERIFY_H */
