/* dsm_first.h: the read of dsm-first-touch, as all its algorithms have it. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The owner, the last rank that has a section and never rank 0, gives the first
 * element of its section another value before each launch, and rank 0 reads
 * that in the launch. An algorithm's before() is dsm_first_write(), wherever
 * the owner may write, and what lets rank 0's read be a first one; its run() is
 * dsm_first_read() on rank 0.
 */
#ifndef OPS_DSM_FIRST_H
#define OPS_DSM_FIRST_H

#include "ops/dsm.h"

struct dsm_first {
    struct dsm_case c; /* sections and pages; nothing else of it */
    int rank, owner;
    size_t element;
    uint64_t launch; /* the last one prepared; 0: none yet */
    double value;    /* that was read last */

    /* The algorithm sets these. */
    double *at; /* the element, as this rank sees it */
};

/* Sets all but what the algorithm sets, and a->memory to f. */
void dsm_first_open(struct dsm_first *f, struct op_args *a);

/* Begins the next launch; the owner writes. */
static inline void dsm_first_write(struct dsm_first *f)
{
    f->launch++;
    if (f->rank == f->owner)
        *f->at = dsm_value(f->launch, f->element);
}

/* By a load. */
static inline void dsm_first_read(struct dsm_first *f)
{
    f->value = *(volatile const double *)f->at;
}

#endif /* OPS_DSM_FIRST_H */
