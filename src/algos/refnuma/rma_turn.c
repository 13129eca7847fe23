/* rma_turn.c: communicators of a host make their windows one after another. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/refnuma/rma.h"

double rn_rma_turn_limit = 10;

#ifdef OPEN_MPI
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/*
 * Open MPI 4 names the file behind a window on one host after the job and the
 * number of its communicator, and removes it when all ranks have it mapped.
 * Communicators without a common rank may have the same number: if they make
 * windows at the same time, they get each other's file. All ranks of this one
 * are in the call when its rank 0 waits, so that nobody waits for a rank that
 * waits for another turn.
 *
 * Who has an abstract socket of the job's name has the turn. The kernel frees
 * the name with the process, and it is in no file system.
 */
static socklen_t job_address(struct sockaddr_un *a)
{
    const char *job = getenv("PMIX_NAMESPACE");
    int n;

    *a = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (job == NULL)
        return 0; /* a process started alone */
    n = snprintf(a->sun_path + 1, sizeof(a->sun_path) - 1, "refnuma-%ld-%s",
                 (long)getuid(), job);
    if (n < 0 || (size_t)n >= sizeof(a->sun_path) - 1)
        return 0;
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
}

/* The socket; -1: without a turn. */
static int take_turn(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    double start = MPI_Wtime();
    struct sockaddr_un address;
    socklen_t length = job_address(&address);
    int s = length > 0 ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;

    while (s >= 0 && bind(s, (struct sockaddr *)&address, length) != 0) {
        if (errno != EADDRINUSE || MPI_Wtime() - start > rn_rma_turn_limit) {
            close(s);
            return -1;
        }
        nanosleep(&pause, NULL);
    }
    return s;
}

int rn_rma_turn_begin(const struct rn_transport *t)
{
    int turn = t->rank == 0 ? take_turn() : -1;

    MPI_Barrier(t->comm);
    return turn;
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
