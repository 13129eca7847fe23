/* kernel.c: what the kernel's files say of a machine that is measured on. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/check/kernel.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "mpiperf/machine/sysfile.h"

void kernel_governor(char *name, size_t size, const char *folder,
                     const struct cpumask *cpus)
{
    char path[PATH_MAX];

    *name = '\0';
    for (int cpu = 0; cpu < CPUMASK_CPUS; cpu++) {
        if (!cpumask_has(cpus, cpu))
            continue;
        snprintf(path, sizeof(path), "%s/cpu%d/cpufreq/scaling_governor",
                 folder, cpu);
        if (sysfile_line(path, name, size) == 0 &&
            strcmp(name, "performance") != 0)
            return;
    }
}

/* Idle and waiting for a disk do not count; guests are in user and nice. */
double kernel_busy(const char *file)
{
    double user, nice, system, irq, softirq, steal;
    char line[256];

    if (sysfile_line(file, line, sizeof(line)) != 0 ||
        sscanf(line, "cpu %lf %lf %lf %*f %*f %lf %lf %lf", &user, &nice,
               &system, &irq, &softirq, &steal) != 6)
        return NAN;
    return (user + nice + system + irq + softirq + steal) /
           (double)sysconf(_SC_CLK_TCK);
}
