/* hca3.h: the tree over the nodes, for those who want to know what it found. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_HCA3_H
#define CLOCKSYNC_HCA3_H

#include <mpi.h>
#include <stdbool.h>
#include "clocksync/clocksync.h"

/* Do the ranks of a node read one clock? By severity. */
enum sharing {
    SHARING_ONE,         /* every envelope contains 0 */
    SHARING_OTHER_CLOCK, /* some rank's excludes 0 */
    SHARING_OWN_CLOCK,   /* the timer means nothing to another process */
};

struct sharing_found {
    bool several;       /* there is more than one node */
    enum sharing worst; /* of all nodes */
};

/* As `hca3`'s sync(). On one node with one clock all models are its. */
int hca3_by_node(MPI_Comm comm, const struct clock *clock,
                 const struct clocksync_config *config,
                 struct clock_model *model, struct sharing_found *found);

#endif /* CLOCKSYNC_HCA3_H */
