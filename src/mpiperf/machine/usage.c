/* usage.c: page faults, lost cores and moves, from getrusage() and the CPU. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/usage.h"

#include <sched.h>
#include <sys/resource.h>
#include "timers/timer.h"

/* What becomes of the simulator's process is none of the ranks' business. */
void usage_read(struct usage *u)
{
    struct rusage r = {0};

    *u = (struct usage){.cpu = -1};
    if (time_is_simulated())
        return;
    getrusage(RUSAGE_THREAD, &r);
    *u = (struct usage){
        .faults = r.ru_minflt + r.ru_majflt,
        .switches = r.ru_nivcsw,
        .cpu = sched_getcpu(),
    };
}

struct usage usage_since(const struct usage *before, const struct usage *after)
{
    return (struct usage){
        .faults = after->faults - before->faults,
        .switches = after->switches - before->switches,
        .migrations = after->cpu != before->cpu,
        .cpu = after->cpu,
    };
}
