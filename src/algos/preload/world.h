/* world.h: all ranks of MPI_COMM_WORLD agree, for a library that is not linked
 * with MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_WORLD_H
#define PRELOAD_WORLD_H

#include <stdbool.h>

/* Returns the program's symbol of that name, or NULL. */
typedef void *world_find(const char *name, void *caller);

/* Returns the number of ranks, or 0. */
int world_size(world_find *find, void *caller);

/*
 * Returns true if [mine] is true on all ranks. If a rank does not call this,
 * the others wait forever. Even then no message of the program is mistaken for
 * one of these: the messages of MPI_Comm_create_group() match no others.
 */
bool world_agree(bool mine, world_find *find, void *caller);

#endif /* PRELOAD_WORLD_H */
