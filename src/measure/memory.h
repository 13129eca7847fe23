/* memory.h: the buffers of a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_MEMORY_H
#define MEASURE_MEMORY_H

#include "measure/session.h"

/*
 * Allocates the buffers of the case. Collective over b->control. A failure on
 * one rank is a failure on all ranks of the session: returns -errno with *cause
 * malloced.
 */
int memory_open(struct buffers *buffers, const struct session *b,
                const struct bench_case *c, const struct op_args *a,
                char **cause);

/* Returns how many bytes a rank may allocate for buffers, if the node has
 * ranks_per_node ranks. */
size_t memory_room(int ranks_per_node);

#endif /* MEASURE_MEMORY_H */
