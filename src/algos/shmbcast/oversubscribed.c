/* oversubscribed.c: do ranks outnumber the CPUs that they may run on? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "oversubscribed.h"

#include <string.h>

void sb_cpus_here(cpu_set_t *cpus)
{
    /* EINVAL: more CPUs than a cpu_set_t holds, enough for all ranks */
    if (sched_getaffinity(0, sizeof(*cpus), cpus) != 0)
        memset(cpus, 0xff, sizeof(*cpus));
}

/* Number of ranks that have no CPU outside [cpus]. */
static int confined_to(const cpu_set_t *cpus, const cpu_set_t *all, int nranks)
{
    int n = 0;

    for (int i = 0; i < nranks; i++) {
        cpu_set_t both;

        CPU_AND(&both, &all[i], cpus);
        n += CPU_EQUAL(&both, &all[i]) != 0;
    }
    return n;
}

bool sb_oversubscribed(const cpu_set_t *cpus, int nranks)
{
    cpu_set_t any = cpus[0];

    for (int i = 0; i < nranks; i++) {
        if (confined_to(&cpus[i], cpus, nranks) > CPU_COUNT(&cpus[i]))
            return true;
        CPU_OR(&any, &any, &cpus[i]);
    }
    return nranks > CPU_COUNT(&any);
}
