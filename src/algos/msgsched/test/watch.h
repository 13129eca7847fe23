/* watch.h: what this rank sends, as MPI sees it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_WATCH_H
#define MSGSCHED_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Sends since watch_begin() to ranks of the world whose node is another. */
struct watched {
    int64_t messages, bytes;
};

void watch_begin(const int *node);
struct watched watch_end(void);

/* Machine of each rank of the world, from now on: ranks of different ones do
 * not share memory. NULL: as it is. */
void watch_machines(const int *machine);

/* From now on MPI_Wtime() moves by so many seconds in each MPI_Isend(), for
 * each request in MPI_Startall(), and nowhere else. Both 0: it tells the time.
 */
void watch_clock(double send, double start);
/* Calls of MPI_Send_init() and of MPI_Isend() so far. */
unsigned watch_inits(void);
unsigned watch_sends(void);

/* Of this rank's next calls that post or make a message, so many work and then
 * one fails; -1: all work. watch_fails() is asked in each call, and
 * watch_failed() says whether it came to the one that fails. */
void watch_fail(int calls);
bool watch_fails(void);
bool watch_failed(void);

#endif /* MSGSCHED_WATCH_H */
