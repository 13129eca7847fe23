/* fortran.h: the Fortran names of functions. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_FORTRAN_H
#define RECORD_FORTRAN_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Open MPI's Fortran calls PMPI functions, which nobody may replace, so its
 * entries are replaced themselves: mpif.h and `use mpi` call mpi_NAME, in the
 * spelling of the compiler, `use mpi_f08` calls mpi_NAME_f08_, whose handles
 * are structures of one integer and whose ierror is optional, a null pointer.
 * MPICH's Fortran calls the C functions, but for those of mpi_f08 that have no
 * buffer.
 */
typedef const MPI_Fint *fint;

#ifdef OPEN_MPI

/* The addresses that stand for MPI_BOTTOM and the statuses nobody wants. */
extern MPI_Fint mpi_fortran_bottom_ __attribute__((weak));
extern MPI_Fint mpi_fortran_status_ignore_ __attribute__((weak));
extern MPI_Fint mpi_fortran_statuses_ignore_ __attribute__((weak));

#define ENTRY(name, NAME, params)                                              \
    void mpi_##name##_f08_ params;                                             \
    void mpi_##name params __attribute__((alias("mpi_" #name "_f08_")));       \
    void mpi_##name##_ params __attribute__((alias("mpi_" #name "_f08_")));    \
    void mpi_##name##__ params __attribute__((alias("mpi_" #name "_f08_")));   \
    void MPI_##NAME params __attribute__((alias("mpi_" #name "_f08_")));       \
    void mpi_##name##_f08_ params

static inline void *buffer_of(void *buffer)
{
    return buffer == &mpi_fortran_bottom_ ? MPI_BOTTOM : buffer;
}

static inline bool no_status(const MPI_Fint *status)
{
    return status == &mpi_fortran_status_ignore_;
}

static inline bool no_statuses(const MPI_Fint *statuses)
{
    return statuses == &mpi_fortran_statuses_ignore_;
}

#else

#define ENTRY(name, NAME, params)                                              \
    void mpi_##name##_f08_ params;                                             \
    void mpi_##name##_f08_ params

/* Only programs of Fortran have these in every version. */
#pragma weak MPI_F08_STATUS_IGNORE
#pragma weak MPI_F08_STATUSES_IGNORE

static inline bool no_status(const MPI_Fint *status)
{
    return &MPI_F08_STATUS_IGNORE != NULL &&
           (const void *)status == (const void *)MPI_F08_STATUS_IGNORE;
}

static inline bool no_statuses(const MPI_Fint *statuses)
{
    return &MPI_F08_STATUSES_IGNORE != NULL &&
           (const void *)statuses == (const void *)MPI_F08_STATUSES_IGNORE;
}

#endif

static inline void give_error(MPI_Fint *ierror, int rc)
{
    if (ierror != NULL)
        *ierror = rc;
}

static inline void give_request(MPI_Fint *request, int rc, MPI_Request r)
{
    if (rc == MPI_SUCCESS)
        *request = PMPI_Request_c2f(r);
}

static inline void give_status(MPI_Fint *to, const MPI_Status *from)
{
    if (!no_status(to))
        PMPI_Status_c2f(from, to);
}

#endif /* RECORD_FORTRAN_H */
