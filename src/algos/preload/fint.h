/* fint.h: Fortran's integers and handles. The MPI ABI has functions of other
 * names that convert handles, and no MPI_Fint. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_FINT_H
#define PRELOAD_FINT_H

#include "config.h"

#include <mpi.h>

#ifndef HAVE_MPI_FINT
typedef int MPI_Fint;
#define PMPI_Comm_f2c PMPI_Comm_fromint
#define PMPI_Message_f2c PMPI_Message_fromint
#define PMPI_Op_f2c PMPI_Op_fromint
#define PMPI_Request_f2c PMPI_Request_fromint
#define PMPI_Type_f2c PMPI_Type_fromint
#endif

#endif /* PRELOAD_FINT_H */
