/* verify.h: fills buffers with data that depends on where it comes from, and
 * checks every bit of what arrives. Not used during a timed launch. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_VERIFY_H
#define OPS_VERIFY_H

#include <stdint.h>
#include "ops/dtype.h"
#include "ops/op.h"

enum { VERIFY_TEXT = 160 };

/* Determines the data of a launch; equal on all ranks, except `first`. */
struct verify {
    const struct op *op;
    const struct dtype *dtype;
    const struct redop *redop; /* for reductions */
    uint64_t launch;           /* data differs in each launch */
    bool any_root;             /* the root changes from launch to launch */
    char *first; /* NULL, or VERIFY_TEXT bytes. If empty, verify_check() writes
                  * the place of the first wrong data into it, with the expected
                  * and the actual value */
};

/*
 * Writes this rank's input. Fills receive buffers with the inverse of the
 * expected data, which reveals data that never arrives. Gaps in the data type
 * and between blocks, and the guard after each buffer, get a special byte.
 */
void verify_prepare(const struct verify *v, const struct op_args *a);

/* Writes this rank's input only. */
void verify_input(const struct verify *v, const struct op_args *a);

/* Returns how many blocks, gaps and guards differ in any bit from the expected
 * value. Includes this rank's input, which must not change. */
long verify_check(const struct verify *v, const struct op_args *a);

/* Writes n bytes of the data stream with this key, starting at `offset`, which
 * must be a multiple of 8. */
void verify_bytes(uint64_t key, uint64_t offset, unsigned char *out, size_t n);

#endif /* OPS_VERIFY_H */
