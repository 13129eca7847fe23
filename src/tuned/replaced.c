/* replaced.c: the MPI functions that this library replaces. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tuned/tuned.h"

/* MPI_Bcast of libshmbcast-preload, renamed. */
int tuned_bcast(void *buffer, int count, MPI_Datatype datatype, int root,
                MPI_Comm comm);

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

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count,
                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)
{
    struct profile_range *r = tuned_range(ALLREDUCE, count, datatype, comm);
    int rc;

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

    return tuned_mock(r, ARGS(NULL, NULL, 0, MPI_BYTE, MPI_SUM, comm), &rc)
               ? rc
               : next_mpi.Barrier(comm);
}

#ifdef HAVE_MPI_LARGE_COUNTS

int tuned_bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype,
                  int root, MPI_Comm comm);

int MPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root,
                MPI_Comm comm)
{
    return (tuned_shared(tuned_range(BCAST, count, datatype, comm))
                ? tuned_bcast_c
                : next_mpi.Bcast_c)(buffer, count, datatype, root, comm);
}

#endif

/* ---- Fortran ------------------------------------------------------------- */

/*
 * Open MPI's Fortran functions call PMPI, so they are replaced, too (see
 * libshmbcast-preload). So are some functions of MPICH's `use mpi_f08`.
 */
#ifdef FORTRAN_NAMES
#define SAME(name) __attribute__((alias("mpi_" #name "_f08_")))
#define FORTRAN(name, NAME, ...)                                               \
    void mpi_##name##_f08_(__VA_ARGS__);                                       \
    void mpi_##name(__VA_ARGS__) SAME(name);                                   \
    void mpi_##name##_(__VA_ARGS__) SAME(name);                                \
    void mpi_##name##__(__VA_ARGS__) SAME(name);                               \
    void MPI_##NAME(__VA_ARGS__) SAME(name);                                   \
    void mpi_##name##_f08_(__VA_ARGS__)
#else
#define FORTRAN(name, NAME, ...)                                               \
    void mpi_##name##_f08_(__VA_ARGS__);                                       \
    void mpi_##name##_f08_(__VA_ARGS__)
#endif

static void error_set(MPI_Fint *ierror, int rc)
{
    if (ierror != NULL)
        *ierror = rc;
}

FORTRAN(barrier, BARRIER, const MPI_Fint *comm, MPI_Fint *ierror)
{
    error_set(ierror, MPI_Barrier(PMPI_Comm_f2c(*comm)));
}

#ifdef FORTRAN_NAMES

extern MPI_Fint mpi_fortran_bottom_ __attribute__((weak));
extern MPI_Fint mpi_fortran_in_place_ __attribute__((weak));

static void *buffer_of(void *buffer)
{
    return buffer == &mpi_fortran_bottom_     ? MPI_BOTTOM
           : buffer == &mpi_fortran_in_place_ ? MPI_IN_PLACE
                                              : buffer;
}

FORTRAN(bcast, BCAST, void *buffer, const MPI_Fint *count,
        const MPI_Fint *datatype, const MPI_Fint *root, const MPI_Fint *comm,
        MPI_Fint *ierror)
{
    error_set(ierror,
              MPI_Bcast(buffer_of(buffer), *count, PMPI_Type_f2c(*datatype),
                        *root, PMPI_Comm_f2c(*comm)));
}

#define REDUCTION(name, NAME, call)                                            \
    FORTRAN(name, NAME, void *sendbuf, void *recvbuf, const MPI_Fint *count,   \
            const MPI_Fint *datatype, const MPI_Fint *op,                      \
            const MPI_Fint *comm, MPI_Fint *ierror)                            \
    {                                                                          \
        error_set(ierror, call(buffer_of(sendbuf), buffer_of(recvbuf), *count, \
                               PMPI_Type_f2c(*datatype), PMPI_Op_f2c(*op),     \
                               PMPI_Comm_f2c(*comm)));                         \
    }

REDUCTION(allreduce, ALLREDUCE, MPI_Allreduce)
REDUCTION(reduce_scatter_block, REDUCE_SCATTER_BLOCK, MPI_Reduce_scatter_block)

#endif
