/* put.h: microshmem-put: each rank puts bytes into the memory of the next. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef DSM_PUT_H
#define DSM_PUT_H

#include "dsm/pass.h"
#include "ops/op.h"

/* Each rank puts its source into the target of the next rank (the last rank
 * into that of rank 0); then a barrier follows. The operation's before()
 * changes the source. */
struct put {
    struct dsm_pass pass; /* only `launch` and `account` are used */
    size_t bytes;
    int rank, to, from;

    /* The algorithm sets these. */
    unsigned char *source, *target;
};

/* Sets all members except the algorithm's, and a->memory to p. */
void put_open(struct put *p, struct op_args *a);

#endif /* DSM_PUT_H */
