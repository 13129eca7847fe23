/* first_touch.h: dsm-first-touch: a read of an element of another rank. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef DSM_FIRST_TOUCH_H
#define DSM_FIRST_TOUCH_H

#include "dsm/case.h"
#include "dsm/pass.h"
#include "ops/op.h"

/* The owner is the last rank that has a section, but never rank 0. Before each
 * launch it changes the first element of its section; in the launch, rank 0
 * reads this element. An algorithm's before() calls dsm_first_write() when the
 * owner may write, and makes rank 0's next read a first touch again. Its run()
 * calls dsm_first_read() on rank 0. */
struct dsm_first {
    struct dsm_pass pass; /* only `launch` is used: the latest prepared
                           * launch */
    struct dsm_case c;    /* gives sections and pages */
    int rank, owner;
    size_t element;
    double value; /* the value read last */

    /* The algorithm sets this. */
    double *at; /* the element in this rank's view */
};

/* Sets all members except the algorithm's, and a->memory to f. */
void dsm_first_open(struct dsm_first *f, struct op_args *a);

/* Prepares the next launch; the owner writes the element. */
static inline void dsm_first_write(struct dsm_first *f)
{
    f->pass.launch++;
    if (f->rank == f->owner)
        *f->at = dsm_value(f->pass.launch, f->element);
}

/* Reads the element with a load instruction. */
static inline void dsm_first_read(struct dsm_first *f)
{
    f->value = *(volatile const double *)f->at;
}

#endif /* DSM_FIRST_TOUCH_H */
