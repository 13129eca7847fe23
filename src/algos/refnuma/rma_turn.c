/* rma_turn.c: communicators of a host make their windows one after another. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/refnuma/rma.h"

double rn_rma_turn_limit = 10;

#ifdef RN_RMA_TURNS
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "clock.h"

/*
 * Open MPI 4 names the file behind a window on one host after the job and the
 * number of its communicator, and removes it when all ranks have it mapped.
 * Communicators without a common rank may have the same number: if they make
 * windows at the same time, they get each other's file. All ranks of this one
 * are in the call when its rank 0 waits, so that nobody waits for a rank that
 * waits for another turn.
 *
 * Who has locked the folder that mpiexec keeps for the job on this host has the
 * turn. Nobody but the user can open it. Without such a folder, as in a process
 * started alone, there are no turns.
 */
static int job_folder(void)
{
    const char *path = getenv("PMIX_SERVER_TMPDIR");
    int fd = path != NULL
                 ? open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                 : -1;
    struct stat st;

    if (fd < 0 || (fstat(fd, &st) == 0 && st.st_uid == geteuid() &&
                   (st.st_mode & 077) == 0))
        return fd;
    close(fd);
    return -1;
}

/* The folder; -1: without a turn. Whoever has waited in vain waits no more. */
static int take_turn(void)
{
    static atomic_bool in_vain; /* nothing is read that depends on it */
    const struct timespec pause = {.tv_nsec = 1000000};
    double start = rn_now();
    int fd = job_folder();

    while (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0) {
        bool busy = errno == EWOULDBLOCK;

        if (busy && rn_now() - start > rn_rma_turn_limit)
            atomic_store_explicit(&in_vain, true, memory_order_relaxed);
        if (!busy || atomic_load_explicit(&in_vain, memory_order_relaxed)) {
            close(fd);
            return -1;
        }
        nanosleep(&pause, NULL);
    }
    return fd;
}

int rn_rma_turn_begin(const struct rn_transport *t)
{
    int turn = t->rank == 0 ? take_turn() : -1;

    MPI_Barrier(t->comm);
    return turn;
}

void rn_rma_turn_end(int turn)
{
    if (turn < 0)
        return;
    flock(turn, LOCK_UN); /* a child may have a copy of the descriptor */
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
