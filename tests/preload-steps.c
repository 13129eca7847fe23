/* preload-steps.c: for LD_PRELOAD: clocks that advance in steps of STEPS_NS
 * nanoseconds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long long step;
static int (*next)(clockid_t, struct timespec *);

__attribute__((constructor)) static void prepare(void)
{
    const char *text = getenv("STEPS_NS");

    *(void **)&next = dlsym(RTLD_NEXT, "clock_gettime");
    step = text != NULL ? atoll(text) : 1;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    int rc;

    if (next == NULL)
        prepare();
    rc = next(clock, t);
    t->tv_nsec -= t->tv_nsec % step;
    return rc;
}

int gettimeofday(struct timeval *tv, void *zone)
{
    struct timespec t;

    (void)zone;
    clock_gettime(CLOCK_REALTIME, &t);
    *tv = (struct timeval){.tv_sec = t.tv_sec, .tv_usec = t.tv_nsec / 1000};
    return 0;
}

double MPI_Wtime(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
