/* world.h: agreement of all ranks of MPI_COMM_WORLD, in a library that is not
 * linked with MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_WORLD_H
#define PRELOAD_WORLD_H

#include <stdbool.h>

/* Returns the program's symbol of that name, or NULL. */
typedef void *world_find(const char *name, void *caller);

/* Returns the number of ranks, or 0. */
int world_size(world_find *find, void *caller);

/*
 * Returns true if [mine] is true on all ranks. If a rank does not call it, the
 * others wait for ever, but nothing that the program sends or receives is
 * touched: what makes a communicator of a group uses messages that match
 * nothing else.
 */
bool world_agree(bool mine, world_find *find, void *caller);

#endif /* PRELOAD_WORLD_H */
