/* slow-rank.c: for LD_PRELOAD: on rank 1 the clock that gauges read is three
 * times as fast, as if that rank's core were slow. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int is_slow(void)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");

    if (rank == NULL)
        rank = getenv("PMI_RANK");
    return rank != NULL && strcmp(rank, "1") == 0;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
    long rc = syscall(SYS_clock_gettime, clock, t);

    if (rc == 0 && clock == CLOCK_MONOTONIC_RAW && is_slow()) {
        long long ns = 3 * (t->tv_sec * 1000000000LL + t->tv_nsec);

        *t = (struct timespec){.tv_sec = ns / 1000000000,
                               .tv_nsec = ns % 1000000000};
    }
    return (int)rc;
}
