/* patient.h: waits for messages without occupying a core. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPICOMMON_PATIENT_H
#define MPICOMMON_PATIENT_H

#include <mpi.h>

/*
 * MPI libraries spin while they wait. With more ranks than cores, a spinning
 * rank delays the messages of other ranks by scheduler time slices. So these
 * functions sleep between polls. For set-up, not for timed work. They return
 * MPI error codes.
 */
int patient_wait(MPI_Request *request);
int patient_recv(void *buf, int count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm);
int patient_barrier(MPI_Comm comm);

#endif /* MPICOMMON_PATIENT_H */
