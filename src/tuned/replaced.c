/* replaced.c: the MPI functions that this library replaces. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tuned/tuned.h"

#include "algos/preload/fortran.h"

/* Functions of libshmbcast-preload, renamed. */
int tuned_bcast(void *buffer, int count, MPI_Datatype datatype, int root,
                MPI_Comm comm);
int tuned_allreduce(const void *sendbuf, void *recvbuf, int count,
                    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int tuned_reduce(const void *sendbuf, void *recvbuf, int count,
                 MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm);
int tuned_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                    void *recvbuf, int recvcount, MPI_Datatype recvtype,
                    MPI_Comm comm);
int tuned_barrier(MPI_Comm comm);

#define ARGS(in, out, n, datatype, operation, communicator)                    \
    (struct op_args)                                                           \
    {                                                                          \
        .sendbuf = (void *)(in), .recvbuf = (out), .count = (n),               \
        .type = (datatype), .op = (operation), .comm = (communicator)          \
    }

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root,
              MPI_Comm comm)
{
    return (tuned_shared(tuned_range(BCAST, count, datatype, comm))
                ? tuned_bcast
                : next_mpi.Bcast)(buffer, count, datatype, root, comm);
}

int MPI_Reduce(const void *sendbuf, void *recvbuf, int count,
               MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
    return (tuned_shared(tuned_range(REDUCE, count, datatype, comm))
                ? tuned_reduce
                : next_mpi.Reduce)(sendbuf, recvbuf, count, datatype, op, root,
                                   comm);
}

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm)
{
    return (tuned_shared(tuned_range(ALLGATHER, recvcount, recvtype, comm))
                ? tuned_allgather
                : next_mpi.Allgather)(sendbuf, sendcount, sendtype, recvbuf,
                                      recvcount, recvtype, comm);
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count,
                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    struct profile_range *r = tuned_range(ALLREDUCE, count, datatype, comm);
    int rc;

    if (tuned_shared(r))
        return tuned_allreduce(sendbuf, recvbuf, count, datatype, op, comm);
    return tuned_mock(r, ARGS(sendbuf, recvbuf, count, datatype, op, comm), &rc)
               ? rc
               : next_mpi.Allreduce(sendbuf, recvbuf, count, datatype, op,
                                    comm);
}

int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    struct profile_range *r =
        tuned_range(REDUCE_SCATTER_BLOCK, recvcount, datatype, comm);
    int rc;

    return tuned_mock(r, ARGS(sendbuf, recvbuf, recvcount, datatype, op, comm),
                      &rc)
               ? rc
               : next_mpi.Reduce_scatter_block(sendbuf, recvbuf, recvcount,
                                               datatype, op, comm);
}

int MPI_Barrier(MPI_Comm comm)
{
    struct profile_range *r = tuned_range(BARRIER, 0, MPI_BYTE, comm);
    int rc;

    if (tuned_shared(r))
        return tuned_barrier(comm);
    return tuned_mock(r, ARGS(NULL, NULL, 0, MPI_BYTE, MPI_SUM, comm), &rc)
               ? rc
               : next_mpi.Barrier(comm);
}

#ifdef HAVE_MPI_LARGE_COUNTS

int tuned_bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype,
                  int root, MPI_Comm comm);
int tuned_allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                      MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int tuned_reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                   MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm);
int tuned_allgather_c(const void *sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                      MPI_Datatype recvtype, MPI_Comm comm);

int MPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root,
                MPI_Comm comm)
{
    return (tuned_shared(tuned_range(BCAST, count, datatype, comm))
                ? tuned_bcast_c
                : next_mpi.Bcast_c)(buffer, count, datatype, root, comm);
}

int MPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    return (tuned_shared(tuned_range(ALLREDUCE, count, datatype, comm))
                ? tuned_allreduce_c
                : next_mpi.Allreduce_c)(sendbuf, recvbuf, count, datatype, op,
                                        comm);
}

int MPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count,
                 MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)
{
    return (tuned_shared(tuned_range(REDUCE, count, datatype, comm))
                ? tuned_reduce_c
                : next_mpi.Reduce_c)(sendbuf, recvbuf, count, datatype, op,
                                     root, comm);
}

int MPI_Allgather_c(const void *sendbuf, MPI_Count sendcount,
                    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm)
{
    return (tuned_shared(tuned_range(ALLGATHER, recvcount, recvtype, comm))
                ? tuned_allgather_c
                : next_mpi.Allgather_c)(sendbuf, sendcount, sendtype, recvbuf,
                                        recvcount, recvtype, comm);
}

#endif

/* ---- Fortran ------------------------------------------------------------- */

FORTRAN_BARRIER(MPI_Barrier)

#ifdef FORTRAN_NAMES
FORTRAN_BCAST(MPI_Bcast)
FORTRAN_REDUCTION(allreduce, ALLREDUCE, MPI_Allreduce)
FORTRAN_REDUCTION(reduce_scatter_block, REDUCE_SCATTER_BLOCK,
                  MPI_Reduce_scatter_block)
FORTRAN_REDUCE(MPI_Reduce)
FORTRAN_ALLGATHER(MPI_Allgather)
#endif
