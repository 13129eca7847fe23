/* rma_turn.c: communicators of a host make their windows one after another. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/refnuma/rma.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#ifdef OPEN_MPI
/*
 * Open MPI 4 names the file behind a window on one host after the job and the
 * number of its communicator, and removes it when all ranks have it mapped.
 * Communicators without a common rank may have the same number: if they make
 * windows at the same time, they get each other's file. All ranks of this one
 * are in the call when its rank 0 waits, so that nobody waits for a rank that
 * waits for another turn. The lock is on the program's own file, if there are
 * locks for that.
 */
int rn_rma_turn_begin(const struct rn_transport *t)
{
    int fd = t->rank == 0 ? open("/proc/self/exe", O_RDONLY | O_CLOEXEC) : -1;

    if (fd >= 0)
        flock(fd, LOCK_EX);
    MPI_Barrier(t->comm);
    return fd;
}

void rn_rma_turn_end(int turn)
{
    if (turn >= 0)
        close(turn);
}
#else
int rn_rma_turn_begin(const struct rn_transport *t)
{
    (void)t;
    return -1;
}

void rn_rma_turn_end(int turn)
{
    (void)turn;
}
#endif
