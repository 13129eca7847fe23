/* patient.h: waits for messages without occupying a core. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_PATIENT_H
#define CLOCKSYNC_PATIENT_H

#include <mpi.h>
#include "timers/timer.h"

/*
 * MPI libraries spin while they wait. If there are more ranks than cores, ranks
 * that spin delay messages of others by time slices of the scheduler. So these
 * functions sleep between polls. For set-up, not for timed work. They return
 * MPI error codes.
 */
int patient_wait(MPI_Request *request);
/* First polls without sleeping for `seconds`, for exchanges that are timed. */
int patient_wait_after(MPI_Request *request, const struct clock *clock,
                       double seconds);
int patient_recv(void *buf, int count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm);
int patient_barrier(MPI_Comm comm);

/* Sleeps until the clock shows `seconds`, or slightly longer. Returns at once
 * if that is more than `most` seconds ahead: the clock was set back then. */
void patient_until(const struct clock *clock, double seconds, double most);

#endif /* CLOCKSYNC_PATIENT_H */
