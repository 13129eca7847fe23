/* put.h: the bytes of microshmem-put, as all its algorithms have them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PUT_H
#define OPS_PUT_H

#include "ops/op.h"

/* Each rank puts its source into the target of the next one, round to the
 * first; then all meet. The operation's before() renews the source. */
struct put {
    size_t bytes;
    int rank, to, from;
    uint64_t launch; /* the last one prepared; 0: none yet */

    /* The algorithm sets these. */
    unsigned char *source, *target;
    double sent, messages; /* by this rank in a launch; NAN: not known */
};

/* Sets all but what the algorithm sets, and a->memory to p. */
void put_open(struct put *p, struct op_args *a);

#endif /* OPS_PUT_H */
