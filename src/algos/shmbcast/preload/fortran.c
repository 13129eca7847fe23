/* fortran.c: the Fortran names of MPI_Bcast in Open MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "call.h"

/*
 * Open MPI's Fortran calls PMPI_Bcast(), which nobody may replace, so its
 * entries are replaced themselves: mpif.h and `use mpi` call mpi_bcast, in the
 * spelling of the compiler, `use mpi_f08` calls mpi_bcast_f08, whose handles
 * are structures of one integer and whose ierror is optional, a null pointer.
 * MPICH's Fortran calls MPI_Bcast() and MPI_Bcast_c() and needs none of this.
 */

/* The address that stands for MPI_BOTTOM. */
extern MPI_Fint mpi_fortran_bottom_ __attribute__((weak));

typedef void bcast_fn(void *buffer, const MPI_Fint *count,
                      const MPI_Fint *datatype, const MPI_Fint *root,
                      const MPI_Fint *comm, MPI_Fint *ierror);

bcast_fn mpi_bcast_f08_;

void mpi_bcast_f08_(void *buffer, const MPI_Fint *count,
                    const MPI_Fint *datatype, const MPI_Fint *root,
                    const MPI_Fint *comm, MPI_Fint *ierror)
{
    struct call call = {
        .buf = buffer == &mpi_fortran_bottom_ ? MPI_BOTTOM : buffer,
        .count = *count,
        .type = PMPI_Type_f2c(*datatype),
        .root = *root,
        .comm = PMPI_Comm_f2c(*comm),
        .native = native_bcast,
    };
    int rc = preload_bcast(&call);

    if (ierror != NULL)
        *ierror = rc;
}

bcast_fn mpi_bcast __attribute__((alias("mpi_bcast_f08_")));
bcast_fn mpi_bcast_ __attribute__((alias("mpi_bcast_f08_")));
bcast_fn mpi_bcast__ __attribute__((alias("mpi_bcast_f08_")));
bcast_fn MPI_BCAST __attribute__((alias("mpi_bcast_f08_")));
