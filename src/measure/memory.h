/* memory.h: the buffers of a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MEMORY_H
#define MPIPERF_MEMORY_H

#include "measure/session.h"
#include "ops/buffers.h"

/*
 * Opens the buffers the case needs on every rank of the session, or on none:
 * then it returns -errno on all of them, with *cause malloced.
 * Collective over b->control.
 */
int memory_open(struct buffers *buffers, const struct session *b,
                const struct bench_case *c, const struct op_args *a,
                char **cause);

/* Bytes that each of so many ranks of this node may take for buffers. */
size_t memory_room(int ranks_per_node);

#endif /* MPIPERF_MEMORY_H */
