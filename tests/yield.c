/* yield.c: lets MPICH's ranks take turns where there are more than cores. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * MPICH polls without a pause: with three ranks on two cores every message
 * waits for the scheduler's next slice. Preloaded, this gives the core away
 * when a poll of UCX, below MPICH, found nothing: a tenth of the time, and no
 * other results. With more ranks than cores it sleeps: those that only yield
 * take turns to find nothing. Open MPI gives the core away by itself.
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
    unsigned n;

    if (next == NULL) {
        const char *size = getenv("PMI_SIZE");

        next = (progress_fn *)dlsym(RTLD_NEXT, "ucp_worker_progress");
        crowded = size != NULL && atol(size) > sysconf(_SC_NPROCESSORS_ONLN);
    }
    n = next(worker);
    if (n == 0 && crowded)
        nanosleep(&(struct timespec){.tv_nsec = 1}, NULL);
    else if (n == 0)
        sched_yield();
    return n;
}
