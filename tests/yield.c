/* yield.c: for LD_PRELOAD: makes ranks give up their cores while they wait for
 * messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPICH polls without a pause: with three ranks on two cores, every message
 * waits for the scheduler's next time slice. This library gives up the core
 * when a poll of UCX, which MPICH uses, has found nothing. Open MPI calls
 * sched_yield() then. With more ranks than cores both sleep instead, since
 * ranks that only yield would go on polling in turns. Otherwise they sleep at
 * every fourth such poll, since other programs may have the core of the rank
 * that is awaited. That takes a fraction of the time, with the same results.
 */
#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* More ranks than cores: MPICH and Open MPI say how many there are. */
static int is_crowded(void)
{
    const char *size = getenv("PMI_SIZE");

    if (size == NULL)
        size = getenv("OMPI_COMM_WORLD_SIZE");
    return size != NULL && atol(size) > sysconf(_SC_NPROCESSORS_ONLN);
}

int sched_yield(void)
{
    static int crowded = -1;
    static unsigned calls;

    if (crowded < 0)
        crowded = is_crowded();
    if (!crowded && ++calls % 4 != 0)
        return (int)syscall(SYS_sched_yield);
    nanosleep(&(struct timespec){.tv_nsec = 1}, NULL);
    return 0;
}

typedef unsigned progress_fn(void *worker);

unsigned ucp_worker_progress(void *worker);

unsigned ucp_worker_progress(void *worker)
{
    static progress_fn *next;
    unsigned n;

    if (next == NULL) {
        next = (progress_fn *)dlsym(RTLD_NEXT, "ucp_worker_progress");
        if (next == NULL) /* not visible here if an interpreter loaded it */
            next = (progress_fn *)dlsym(
                dlopen("libucp.so.0", RTLD_LAZY | RTLD_NOLOAD),
                "ucp_worker_progress");
    }
    n = next(worker);
    if (n == 0)
        sched_yield();
    return n;
}
