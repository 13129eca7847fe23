/* fortran.h: defines Fortran functions that an MPI part replaces. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_FORTRAN_H
#define PRELOAD_FORTRAN_H

#include <stddef.h>

#include "fint.h"

/* Begins the definition of mpi_NAME, in the spellings that front.h explains. */
#ifdef FORTRAN_NAMES
#define FORTRAN_SAME(name) __attribute__((alias("mpi_" #name "_f08_")))
#define FORTRAN(name, NAME, ...)                                               \
    void mpi_##name##_f08_(__VA_ARGS__);                                       \
    void mpi_##name(__VA_ARGS__) FORTRAN_SAME(name);                           \
    void mpi_##name##_(__VA_ARGS__) FORTRAN_SAME(name);                        \
    void mpi_##name##__(__VA_ARGS__) FORTRAN_SAME(name);                       \
    void MPI_##NAME(__VA_ARGS__) FORTRAN_SAME(name);                           \
    void mpi_##name##_f08_(__VA_ARGS__)

/* The addresses of MPI_BOTTOM and MPI_IN_PLACE in Fortran. */
extern MPI_Fint mpi_fortran_bottom_ __attribute__((weak));
extern MPI_Fint mpi_fortran_in_place_ __attribute__((weak));

static inline void *fortran_buffer(void *buffer)
{
    return buffer == &mpi_fortran_bottom_     ? MPI_BOTTOM
           : buffer == &mpi_fortran_in_place_ ? MPI_IN_PLACE
                                              : buffer;
}
#else
#define FORTRAN(name, NAME, ...)                                               \
    void mpi_##name##_f08_(__VA_ARGS__);                                       \
    void mpi_##name##_f08_(__VA_ARGS__)
#endif

static inline void fortran_error(MPI_Fint *ierror, int rc)
{
    if (ierror != NULL)
        *ierror = rc;
}

/* Define the functions of an operation, which call [function]. All but the
 * barrier are for Open MPI only. */
#define FORTRAN_BARRIER(function)                                              \
    FORTRAN(barrier, BARRIER, const MPI_Fint *comm, MPI_Fint *ierror)          \
    {                                                                          \
        fortran_error(ierror, function(PMPI_Comm_f2c(*comm)));                 \
    }
#define FORTRAN_BCAST(function)                                                \
    FORTRAN(bcast, BCAST, void *buffer, const MPI_Fint *count,                 \
            const MPI_Fint *type, const MPI_Fint *root, const MPI_Fint *comm,  \
            MPI_Fint *ierror)                                                  \
    {                                                                          \
        fortran_error(ierror, function(fortran_buffer(buffer), *count,         \
                                       PMPI_Type_f2c(*type), *root,            \
                                       PMPI_Comm_f2c(*comm)));                 \
    }
#define FORTRAN_REDUCTION(name, NAME, function)                                \
    FORTRAN(name, NAME, void *sendbuf, void *recvbuf, const MPI_Fint *count,   \
            const MPI_Fint *type, const MPI_Fint *op, const MPI_Fint *comm,    \
            MPI_Fint *ierror)                                                  \
    {                                                                          \
        fortran_error(ierror, function(fortran_buffer(sendbuf),                \
                                       fortran_buffer(recvbuf), *count,        \
                                       PMPI_Type_f2c(*type), PMPI_Op_f2c(*op), \
                                       PMPI_Comm_f2c(*comm)));                 \
    }
#define FORTRAN_REDUCE(function)                                               \
    FORTRAN(reduce, REDUCE, void *sendbuf, void *recvbuf,                      \
            const MPI_Fint *count, const MPI_Fint *type, const MPI_Fint *op,   \
            const MPI_Fint *root, const MPI_Fint *comm, MPI_Fint *ierror)      \
    {                                                                          \
        fortran_error(ierror, function(fortran_buffer(sendbuf),                \
                                       fortran_buffer(recvbuf), *count,        \
                                       PMPI_Type_f2c(*type), PMPI_Op_f2c(*op), \
                                       *root, PMPI_Comm_f2c(*comm)));          \
    }
#define FORTRAN_ALLGATHER(function)                                            \
    FORTRAN(allgather, ALLGATHER, void *sendbuf, const MPI_Fint *sendcount,    \
            const MPI_Fint *sendtype, void *recvbuf,                           \
            const MPI_Fint *recvcount, const MPI_Fint *recvtype,               \
            const MPI_Fint *comm, MPI_Fint *ierror)                            \
    {                                                                          \
        fortran_error(ierror, function(fortran_buffer(sendbuf), *sendcount,    \
                                       PMPI_Type_f2c(*sendtype),               \
                                       fortran_buffer(recvbuf), *recvcount,    \
                                       PMPI_Type_f2c(*recvtype),               \
                                       PMPI_Comm_f2c(*comm)));                 \
    }

#endif /* PRELOAD_FORTRAN_H */
