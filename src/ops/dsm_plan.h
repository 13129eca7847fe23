/* dsm_plan.h: who has to get which of dsm-barrier's elements from whom. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_DSM_PLAN_H
#define OPS_DSM_PLAN_H

#include "ops/dsm.h"

/* The elements that go to another rank, or come from it: `count` of `type`,
 * from `displ` bytes on in the array, here and there. */
struct dsm_message {
    int peer, count;
    MPI_Datatype type;
    MPI_Aint displ;
    size_t elements;
};

/* All messages of a rank: of each that it changes to each other rank that can
 * read it. */
struct dsm_plan {
    int nout, nin;
    struct dsm_message *out, *in;
};

/* An MPI error code; dsm_plan_close() in any case. Local. */
int dsm_plan_open(struct dsm_plan *p, const struct dsm_case *c, int rank);
void dsm_plan_close(struct dsm_plan *p);

/* Of all messages sent. */
size_t dsm_plan_bytes(const struct dsm_plan *p);

#endif /* OPS_DSM_PLAN_H */
