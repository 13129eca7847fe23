/* flat.h: an exchange whose requests are all there at once. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_FLAT_H
#define MSGSCHED_FLAT_H

#include "plan.h"

/*
 * nsend requests of sends, then those of receives, one for each wire message of
 * set->in, or one for all of them. What engines of this kind have as set->state
 * begins with it.
 */
struct ms_flat {
    MPI_Request *request;
    int nsend, nrecv;
    int *done;    /* room for their numbers */
    bool *landed; /* of each receive's */
    bool whole;   /* one request receives everything */
};

bool ms_flat_open(struct ms_flat *flat, size_t nsend, size_t nrecv);
void ms_flat_close(struct ms_flat *flat);

/* Before the requests of an exchange are started. */
void ms_flat_begin(struct ms_flat *flat);

/* For struct ms_engine. */
int ms_flat_progress(struct msgsched_plan *plan, enum ms_until until);

void ms_flat_drop(struct msgsched_plan *plan);

#endif /* MSGSCHED_FLAT_H */
