/* skew.c: for LD_PRELOAD: adds an offset and a drift to CLOCK_MONOTONIC. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * SKEW="SECONDS:PPM ..." has an item for each rank. If the rank's clock shows
 * t, it is made to show t + SECONDS + t * PPM / 10^6. Ranks without an item
 * keep their clock. Functions that sleep are not changed.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int gettime_fn(clockid_t id, struct timespec *ts);

static gettime_fn *next;
static int64_t offset;
static double drift;

static int own_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const char *rank = getenv(names[i]);

        if (rank != NULL)
            return atoi(rank);
    }
    return 0;
}

/* Runs before the first thread starts, and before the first reading except
 * those in other constructors, which see the clock unchanged. */
__attribute__((constructor)) static void skew_read(void)
{
    const char *item = getenv("SKEW");
    char *end;

    for (int rank = own_rank(); rank > 0 && item != NULL; rank--) {
        item = strchr(item, ' ');
        if (item != NULL)
            item++;
    }
    if (item == NULL)
        return;
    offset = (int64_t)(strtod(item, &end) * 1e9);
    if (*end == ':')
        drift = strtod(end + 1, NULL) * 1e-6;
}

int clock_gettime(clockid_t id, struct timespec *ts)
{
    int64_t t;
    int rc;

    if (next == NULL)
        next = (gettime_fn *)dlsym(RTLD_NEXT, "clock_gettime");
    rc = next(id, ts);
    if (rc != 0 || id != CLOCK_MONOTONIC)
        return rc;
    t = (int64_t)ts->tv_sec * 1000000000 + ts->tv_nsec;
    t += offset + (int64_t)((double)t * drift);
    ts->tv_sec = (time_t)(t / 1000000000);
    ts->tv_nsec = (long)(t % 1000000000);
    return 0;
}
