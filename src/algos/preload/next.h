/* next.h: the functions to which an MPI part passes the program's calls on, as
 * front.h describes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_NEXT_H
#define PRELOAD_NEXT_H

#include "config.h"

#include <mpi.h>

#include "world.h"

#ifdef HAVE_MPI_LARGE_COUNTS
#define NEXT_LARGE(FUNCTION)                                                   \
    FUNCTION(Bcast_c)                                                          \
    FUNCTION(Allreduce_c)                                                      \
    FUNCTION(Reduce_c)                                                         \
    FUNCTION(Allgather_c)
#else
#define NEXT_LARGE(FUNCTION)
#endif
#define NEXT_FUNCTIONS(FUNCTION)                                               \
    FUNCTION(Bcast)                                                            \
    FUNCTION(Allreduce)                                                        \
    FUNCTION(Reduce)                                                           \
    FUNCTION(Allgather)                                                        \
    FUNCTION(Reduce_scatter_block)                                             \
    FUNCTION(Barrier)                                                          \
    NEXT_LARGE(FUNCTION)

struct next_mpi {
#define MEMBER(name) __typeof__(PMPI_##name) *name;
    NEXT_FUNCTIONS(MEMBER)
#undef MEMBER
};

/* Global, because functions that replace MPI functions have no argument to pass
 * it in. Constant after preload_start(). */
extern struct next_mpi next_mpi;

/* Sets all members of next_mpi. */
void next_find(world_find *find, void *caller);

#endif /* PRELOAD_NEXT_H */
