/* shmbcast_coll.h: barrier, allreduce, reduce and allgather through shared
 * memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_COLL_H
#define SHMBCAST_COLL_H

/*
 * Collectives for the ranks of one machine, on a handle of shmbcast_auto.h:
 * they use its segment, in which each rank has slots and a ring, and may be
 * mixed with shmbcast_auto_bcast() on the same handle. Every rank writes its
 * block into its own slot or ring, as a root of a broadcast does, and reads the
 * blocks of the other ranks from theirs.
 *
 * Arguments are those of the MPI functions with the same names, with MPI_Count
 * instead of int; MPI_IN_PLACE, derived datatypes and operations of the user
 * are allowed. The blocks of a reduction are combined in rank order. The result
 * of an allreduce has the same bits on all ranks, and in each call with the
 * same arguments.
 *
 * Errors, threads and printing: as in shmbcast.h. After an error on one rank
 * the results of that call are undefined on all ranks.
 */

#include "shmbcast_auto.h"

#ifdef __cplusplus
extern "C" {
#endif

int shmbcast_auto_barrier(struct shmbcast_auto *h);

int shmbcast_auto_allreduce(const void *sendbuf, void *recvbuf, MPI_Count count,
                            MPI_Datatype type, MPI_Op op,
                            struct shmbcast_auto *h);

int shmbcast_auto_reduce(const void *sendbuf, void *recvbuf, MPI_Count count,
                         MPI_Datatype type, MPI_Op op, int root,
                         struct shmbcast_auto *h);

int shmbcast_auto_allgather(const void *sendbuf, MPI_Count sendcount,
                            MPI_Datatype sendtype, void *recvbuf,
                            MPI_Count recvcount, MPI_Datatype recvtype,
                            struct shmbcast_auto *h);

#ifdef __cplusplus
}
#endif

#endif /* SHMBCAST_COLL_H */
