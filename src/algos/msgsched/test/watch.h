/* watch.h: observes this rank's MPI calls, and makes them fail or slow. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_WATCH_H
#define MSGSCHED_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Sends since watch_begin() to other nodes; ranks are of MPI_COMM_WORLD. */
struct watched {
    int64_t messages, bytes;
};

void watch_begin(const int *node);
struct watched watch_end(void);

/* Sets the physical machine of each rank of MPI_COMM_WORLD. Ranks on different
 * machines cannot share memory. NULL: the real machines. */
void watch_machines(const int *machine);

/* Makes MPI_Wtime() advance only in MPI_Isend(), by `send` seconds, and in
 * MPI_Startall(), by `start` seconds per request. Both 0: use real time. */
void watch_clock(double send, double start);
/* Makes MPI_Isend() send like MPI_Issend(): no send completes before its
 * receive is posted. */
void watch_synchronous(bool synchronous);

/* Number of calls of MPI_Send_init() and of MPI_Isend() so far. */
unsigned watch_inits(void);
unsigned watch_sends(void);

/* The next `calls` calls of this rank that make or post a request succeed, and
 * the one after them fails; -1: all succeed. watch_failed() is true if that
 * failing call was made. */
void watch_fail(int calls);
bool watch_failed(void);

#endif /* MSGSCHED_WATCH_H */
