/* preload-bring.c: for LD_PRELOAD: MPI_Get, MPI_Isend, MPI_Allgather and
 * MPI_Allgatherv deliver wrong data. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stddef.h>

/* Reads one byte further on, and not the last element, so that nothing outside
 * the window is accessed. */
int MPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
            int target_rank, MPI_Aint target_disp, int target_count,
            MPI_Datatype target_datatype, MPI_Win win)
{
    if (origin_count > 0)
        return PMPI_Get(origin_addr, origin_count - 1, origin_datatype,
                        target_rank, target_disp + 1, target_count - 1,
                        target_datatype, win);
    return PMPI_Get(origin_addr, origin_count, origin_datatype, target_rank,
                    target_disp, target_count, target_datatype, win);
}

/* Leaves out the last element. */
int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest,
              int tag, MPI_Comm comm, MPI_Request *request)
{
    return PMPI_Isend(buf, count > 0 ? count - 1 : 0, datatype, dest, tag, comm,
                      request);
}

/* Changes a bit in the second word of rank 0's data. Words are 8 bytes, so
 * counts that are gathered as int do not change. */
static void spoil(void *recvbuf, int count, int displ, MPI_Datatype type)
{
    if (count > 1 && (type == MPI_DOUBLE || type == MPI_UINT64_T))
        ((unsigned char *)recvbuf)[8 * ((size_t)displ + 1)] ^= 1;
}

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm)
{
    int rc = PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                            recvtype, comm);

    spoil(recvbuf, recvcount, 0, recvtype);
    return rc;
}

int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                   void *recvbuf, const int recvcounts[], const int displs[],
                   MPI_Datatype recvtype, MPI_Comm comm)
{
    int rc = PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                             displs, recvtype, comm);

    spoil(recvbuf, recvcounts[0], displs[0], recvtype);
    return rc;
}
