/* beside.h: loads: what some ranks run beside the measured operation. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_BESIDE_H
#define OPS_BESIDE_H

#include "ops/op.h"

/* Algorithm beside/NAME of all operations: the operation's own call, while the
 * ranks of --load-ranks repeat an operation among themselves. */
struct load {
    struct algo algo;
    const char *op;            /* what these ranks repeat; NULL: nothing */
    const char *option, *word; /* its option --OPTION=WORD */
};

/* Begins the names of these algorithms. */
#define LOAD_PREFIX "beside/"

/* The algorithms of all loads; NULL-terminated. */
extern const struct algo *const load_algos[];

/* Returns the load of an algorithm, or NULL if it has none. */
const struct load *load_of(const struct algo *algo);

/* Parameter beside.bytes: bytes of a message of the load. */
struct load_params {
    int64_t bytes;
};

#endif /* OPS_BESIDE_H */
