/* yield.c: for LD_PRELOAD: makes MPICH's ranks give up their cores while they
 * wait for messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPICH polls without a pause: with three ranks on two cores, every message
 * waits for the scheduler's next time slice. This library gives up the core
 * when a poll of UCX, which MPICH uses, has found nothing. That takes a tenth
 * of the time, with the same results. With more ranks than cores it sleeps
 * instead, since ranks that only yield would go on polling in turns. Otherwise
 * it sleeps at every fourth such poll, since other programs may have the core
 * of the rank that is awaited. Open MPI yields by itself.
 */
#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef unsigned progress_fn(void *worker);

unsigned ucp_worker_progress(void *worker);

unsigned ucp_worker_progress(void *worker)
{
    static progress_fn *next;
    static int crowded;
    static unsigned empty;
    unsigned n;

    if (next == NULL) {
        const char *size = getenv("PMI_SIZE");

        next = (progress_fn *)dlsym(RTLD_NEXT, "ucp_worker_progress");
        if (next == NULL) /* not visible here if an interpreter loaded it */
            next = (progress_fn *)dlsym(
                dlopen("libucp.so.0", RTLD_LAZY | RTLD_NOLOAD),
                "ucp_worker_progress");
        crowded = size != NULL && atol(size) > sysconf(_SC_NPROCESSORS_ONLN);
    }
    n = next(worker);
    if (n == 0 && (crowded || ++empty % 4 == 0))
        nanosleep(&(struct timespec){.tv_nsec = 1}, NULL);
    else if (n == 0)
        sched_yield();
    return n;
}
