/* common_time.c: this rank's clock, and a time common to all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/common_time.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "clocksync/methods.h"
#include "lib/digest.h"
#include "lib/xmalloc.h"
#include "timers/timers.h"

struct common_time common_time;

/* Timers that need a few nanoseconds, the fastest first. The last one can
 * always be opened. */
static const struct timer *const timers[] = {&timer_tsc_loose, &timer_cntvct,
                                             &timer_monotonic};
enum { TIMERS = sizeof(timers) / sizeof(timers[0]) };
static int first_timer; /* set before the clock is opened */

/* Each comparison needs the clocks' offsets at one moment only, so hca3 may
 * estimate the drift imprecisely in a short time. With several points, hca3
 * ignores delayed ones. */
static const struct clocksync_config brief = {
    .d = 30, .points = 8, .span = 0.02};

bool time_prefer(const char *timer)
{
    for (first_timer = 0; first_timer < TIMERS; first_timer++)
        if (strcmp(timers[first_timer]->name, timer) == 0)
            return true;
    first_timer = 0;
    return false;
}

/* Returns a number that ranks of a node have in common. Hosts that were cloned
 * may have one name, and virtual hosts one kernel. */
static int64_t node_digest(void)
{
    char boot[64];
    struct utsname host = {.nodename = ""};
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, boot, sizeof(boot)) : 0;
    uint64_t digest = digest_bytes(DIGEST_BEGIN, boot, n > 0 ? (size_t)n : 0);

    if (fd >= 0)
        close(fd);
    uname(&host);
    return (int64_t)digest_bytes(digest, host.nodename, strlen(host.nodename));
}

/* Opens the first timer that can be opened. A node's lowest rank decides on the
 * timer and its rate: if its ranks used different rates, their common clock
 * would seem to drift. All ranks calibrate at the same time, because ranks that
 * wait for one that does may keep it from its processor. */
static int clock_agree(MPI_Comm comm)
{
    struct found {
        double ticks_per_sec;
        int64_t timer, node;
    } own = {.timer = first_timer, .node = node_digest()}, *all;
    struct common_time *t = &common_time;
    const char *cause;
    int ranks, here = 0, rc;

    while (clock_open(&t->clock, timers[own.timer], &cause) != 0 &&
           own.timer < TIMERS - 1)
        own.timer++;
    own.ticks_per_sec = t->clock.ticks_per_sec;
    PMPI_Comm_size(comm, &ranks);
    all = xmalloc((size_t)ranks * sizeof(*all));
    rc = PMPI_Allgather(&own, sizeof(own), MPI_BYTE, all, sizeof(own), MPI_BYTE,
                        comm);
    for (int r = ranks - 1; rc == MPI_SUCCESS && r >= 0; r--)
        if (all[r].node == own.node) {
            t->first = r;
            here++;
        }
    if (rc == MPI_SUCCESS) {
        t->clock.timer = timers[all[t->first].timer];
        t->clock.ticks_per_sec = all[t->first].ticks_per_sec;
        t->compared = here < ranks || here <= sysconf(_SC_NPROCESSORS_ONLN);
    }
    free(all);
    return rc;
}

/* Compares the clocks; k is 0 for the first comparison, 1 for the second. */
static int compare(MPI_Comm comm, int k)
{
    struct common_time *t = &common_time;
    struct clocksync_info info = {0};
    struct clock_model model = {0};
    double local, bound;
    int rc = MPI_SUCCESS;

    if (t->compared)
        rc = clocksync_auto.sync(comm, &t->clock, &brief, &model, &info);
    t->at[k] = time_now();
    t->common[k] = local = clock_seconds(&t->clock, t->at[k]);
    if (rc != MPI_SUCCESS || !t->compared)
        return rc;
    t->common[k] = clock_to_global(&model, local);
    bound = clock_bound(&model, local);
    bound = fmax(t->bound, isnan(bound) ? 0 : bound);
    return PMPI_Allreduce(&bound, &t->bound, 1, MPI_DOUBLE, MPI_MAX, comm);
}

int time_begin(MPI_Comm comm)
{
    int rc = clock_agree(comm);

    return rc == MPI_SUCCESS ? compare(comm, 0) : rc;
}

int time_end(MPI_Comm comm)
{
    struct common_time *t = &common_time;
    double zero = t->common[0];
    int rc = compare(comm, 1);

    if (rc == MPI_SUCCESS)
        rc = PMPI_Bcast(&zero, 1, MPI_DOUBLE, 0, comm);
    t->common[0] -= zero;
    t->common[1] -= zero;
    return rc;
}

double time_seconds(ticks_t ticks)
{
    return clock_seconds(&common_time.clock, ticks);
}

double time_common(ticks_t reading)
{
    const struct common_time *t = &common_time;
    double rate = (t->common[1] - t->common[0]) / (double)(t->at[1] - t->at[0]);

    return t->common[0] + (double)(reading - t->at[0]) * rate;
}
