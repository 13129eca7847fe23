/* landing.h: memory that the ranks of a machine share, where bundles land that
 * are for several of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_LANDING_H
#define MSGSCHED_LANDING_H

#include "share.h"

struct ms_landing {
    MPI_Win win;
    char *memory; /* this rank's */
    size_t bytes; /* of it, and of each other rank's */
};

/* Collective. Every carrier gets a place for each of its bundles, and slips for
 * each of their owners. To be closed in any case. */
int ms_landing_open(const struct msgsched_plan *plan, struct ms_shares *shares,
                    struct ms_landing *landing, struct ms_agree *a);
void ms_landing_close(struct ms_landing *landing);

/* Between what this rank wrote or read there and the message that says so, and
 * between such a message and what it reads or writes. */
int ms_landing_sync(const struct ms_landing *landing);

#endif /* MSGSCHED_LANDING_H */
