/* hca3.h: the method hca3 with details of its result, for the method auto. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_HCA3_H
#define CLOCKSYNC_HCA3_H

#include <mpi.h>
#include <stdbool.h>
#include "clocksync/clocksync.h"

/* Whether the ranks of a node read one clock, in order of severity. */
enum sharing {
    SHARING_ONE,         /* yes: every envelope contains 0 */
    SHARING_OTHER_CLOCK, /* no: the envelope of some rank excludes 0 */
    SHARING_OWN_CLOCK,   /* no: the timer is private to each process */
};

struct sharing_found {
    bool several;       /* there is more than one node */
    enum sharing worst; /* most severe case of all nodes */
};

/* Does what sync() of hca3 does, and sets *found. On one node with one clock
 * all models are the identity. */
int hca3_by_node(MPI_Comm comm, const struct clock *clock,
                 const struct clocksync_config *config,
                 struct clock_model *model, struct sharing_found *found);

#endif /* CLOCKSYNC_HCA3_H */
