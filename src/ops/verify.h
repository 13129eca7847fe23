/* verify.h: fills buffers with data that depends on its origin, and checks
 * every bit of what arrives. Never used during a timed launch. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_VERIFY_H
#define OPS_VERIFY_H

#include <stdint.h>
#include "ops/dtype.h"
#include "ops/op.h"

enum { VERIFY_TEXT = 160 };

/* What the data of a launch depends on; the same on all ranks, except `first`.
 */
struct verify {
    const struct op *op;
    const struct dtype *dtype;
    const struct redop *redop; /* of reductions */
    uint64_t launch;           /* each launch has other data */
    bool any_root;             /* the root changes with every launch */
    char *first; /* NULL, or VERIFY_TEXT bytes: while empty, verify_check()
                    writes there where it first found wrong data, what it
                    expected, and what it found */
};

/*
 * Writes this rank's input, and the inverse of the expected data into receive
 * buffers, so that data that never arrived cannot pass. Gaps in the data type
 * and between blocks, and the guard after each buffer, get a special byte.
 */
void verify_prepare(const struct verify *v, const struct op_args *a);

/* Fills this rank's input alone. */
void verify_input(const struct verify *v, const struct op_args *a);

/* Returns the number of blocks, gaps and guards that differ in any bit from
 * what is expected, including this rank's input, which must not change. */
long verify_check(const struct verify *v, const struct op_args *a);

/* Writes n bytes of the data stream with this key, starting at `offset`, a
 * multiple of 8. */
void verify_bytes(uint64_t key, uint64_t offset, unsigned char *out, size_t n);

#endif /* OPS_VERIFY_H */
