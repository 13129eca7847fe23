/* sysfile.c: reads what the kernel reports about the machine and a rank. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/sysfile.h"

#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "mpi/simulated.h"
#include "timers/timer.h"

/* Maximum caches of a CPU. A level may have two: data and instructions. */
enum { CACHES_MOST = 10 };

static FILE *file_open(const char *path, va_list ap)
{
    char name[PATH_MAX];

    vsnprintf(name, sizeof(name), path, ap);
    return fopen(name, "re");
}

int sysfile_line(char *buf, size_t size, const char *path, ...)
{
    char *line;
    va_list ap;
    FILE *f;

    va_start(ap, path);
    f = file_open(path, ap);
    va_end(ap);
    if (f == NULL)
        return -1;
    line = fgets(buf, (int)size, f);
    fclose(f);
    if (line == NULL)
        return -1;
    buf[strcspn(buf, "\n")] = '\0';
    return 0;
}

double sysfile_number(const char *format, const char *path, ...)
{
    double number = NAN;
    char line[256];
    va_list ap;
    FILE *f;

    va_start(ap, path);
    f = file_open(path, ap);
    va_end(ap);
    while (f != NULL && isnan(number) && fgets(line, sizeof(line), f) != NULL)
        sscanf(line, format, &number);
    if (f != NULL)
        fclose(f);
    return number;
}

/* The kernel writes sizes as "32K". */
size_t sysfile_cache(const char *cpus, int cpu)
{
    static const char path[] = "%s/cpu%d/cache/index%d/%s";
    long largest = 0;
    char line[64];

    for (int i = 0; i < CACHES_MOST; i++) {
        long kib;

        if (sysfile_line(line, sizeof(line), path, cpus, cpu, i, "type") != 0 ||
            line[0] == 'I' || /* an instruction cache */
            sysfile_line(line, sizeof(line), path, cpus, cpu, i, "size") != 0)
            continue;
        kib = strtol(line, NULL, 10);
        largest = kib > largest ? kib : largest;
    }
    return (size_t)largest * 1024;
}

void sysfile_governor(char *name, size_t size, const char *folder,
                      hwloc_const_bitmap_t cpus)
{
    *name = '\0';
    for (int cpu = hwloc_bitmap_first(cpus); cpu >= 0;
         cpu = hwloc_bitmap_next(cpus, cpu))
        if (sysfile_line(name, size, "%s/cpu%d/cpufreq/scaling_governor",
                         folder, cpu) == 0 &&
            strcmp(name, "performance") != 0)
            return;
}

/* Idle time and waits for a disk do not count as busy. user and nice already
 * include the time of guests. */
double sysfile_busy(const char *file)
{
    double user, nice, system, irq, softirq, steal;
    char line[256];

    if (sysfile_line(line, sizeof(line), "%s", file) != 0 ||
        sscanf(line, "cpu %lf %lf %lf %*f %*f %lf %lf %lf", &user, &nice,
               &system, &irq, &softirq, &steal) != 6)
        return NAN;
    return (user + nice + system + irq + softirq + steal) /
           (double)sysconf(_SC_CLK_TCK);
}

/* In a simulation everything is 0, because the usage of the simulator's process
 * says nothing about a rank. */
void usage_read(struct usage *u)
{
    struct rusage r = {0}, all = {0};

    *u = (struct usage){.cpu = -1};
    if (time_is_simulated())
        return;
    getrusage(RUSAGE_SELF, &all);
    getrusage(RUSAGE_THREAD, &r);
    *u = (struct usage){
        .faults = r.ru_minflt + r.ru_majflt,
        .switches = r.ru_nivcsw,
        .others = all.ru_nvcsw + all.ru_nivcsw - r.ru_nvcsw - r.ru_nivcsw,
        .cpu = sched_getcpu(),
    };
}

struct usage usage_since(const struct usage *before, const struct usage *after)
{
    return (struct usage){
        .faults = after->faults - before->faults,
        .switches = after->switches - before->switches,
        .migrations = after->cpu != before->cpu,
        .others = after->others - before->others,
        .cpu = after->cpu,
    };
}
