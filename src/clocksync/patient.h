/* patient.h: waiting for a message without taking a core from the others. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_PATIENT_H
#define CLOCKSYNC_PATIENT_H

#include <mpi.h>
#include "timers/timer.h"

/*
 * MPI libraries spin while they wait. Where ranks outnumber cores, those that
 * wait for their turn would make the round trips of the others scheduler
 * slices, so these sleep between polls. For set-up, not for what is timed.
 * MPI error codes.
 */
int patient_wait(MPI_Request *request);
/* The same, but without sleep for the first `seconds`, for what is timed. */
int patient_wait_after(MPI_Request *request, const struct clock *clock,
                       double seconds);
int patient_recv(void *buf, int count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm);
int patient_barrier(MPI_Comm comm);

/* Sleeps until the clock shows `seconds`, or a little longer; not where that is
 * more than `most` away, since the clock was set back. */
void patient_until(const struct clock *clock, double seconds, double most);

#endif /* CLOCKSYNC_PATIENT_H */
