/* sysfile.c: reads what the kernel reports about the machine and a rank. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/sysfile.h"

#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
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

/* ---- control groups ------------------------------------------------------ */

/* A limit applies to all groups below its own, so the tightest limit of a
 * process may be several levels above the process's group. */

/* A control group of one controller. */
struct groups {
    char folder[2 * PATH_MAX]; /* the group of this process */
    size_t top;                /* length of the outermost group's path */
    bool unified;              /* version 2 */
};

/* True if the comma-separated list contains the word. */
static bool has_word(const char *list, const char *word)
{
    size_t n = strlen(word);

    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, word, n) == 0 && (at[n] == ',' || at[n] == '\0'))
            return true;
    }
    return false;
}

static FILE *proc_open(const char *root, const char *name)
{
    char path[PATH_MAX];

    snprintf(path, sizeof(path), "%s/proc/self/%s", root, name);
    return fopen(path, "re");
}

/* Sets path to the process's group: in the version 1 hierarchy that has the
 * controller, or else in version 2, whose line is "0::PATH". */
static bool path_find(struct groups *g, char path[PATH_MAX], const char *root,
                      const char *controller)
{
    FILE *f = proc_open(root, "cgroup");
    char *line = NULL, *list, *at;
    size_t size = 0;
    bool found = false;

    while (f != NULL && getline(&line, &size, f) > 0) {
        list = strchr(line, ':');
        at = list != NULL ? strchr(list + 1, ':') : NULL;
        if (at == NULL)
            continue;
        *at++ = '\0';
        at[strcspn(at, "\n")] = '\0';
        if (list[1] != '\0' ? !has_word(list + 1, controller)
                            : found) /* version 1 has precedence */
            continue;
        found = true;
        g->unified = list[1] == '\0';
        snprintf(path, PATH_MAX, "%s", at);
        if (!g->unified)
            break;
    }
    free(line);
    if (f != NULL)
        fclose(f);
    return found;
}

/* Sets the folder to the place of the group `path` in the file system. A
 * container sees only part of the hierarchy; the outermost group it sees may be
 * the process's own. */
static bool mount_find(struct groups *g, const char *path, const char *root,
                       const char *controller)
{
    FILE *f = proc_open(root, "mountinfo");
    char *line = NULL, shown[PATH_MAX], at[PATH_MAX];
    char type[32], *rest, options[PATH_MAX];
    size_t size = 0, n;
    bool found = false;

    while (f != NULL && !found && getline(&line, &size, f) > 0) {
        rest = strstr(line, " - ");
        found = rest != NULL &&
                sscanf(line, "%*s %*s %*s %4095s %4095s", shown, at) == 2 &&
                sscanf(rest, " - %31s %*s %4095s", type, options) == 2 &&
                (g->unified ? strcmp(type, "cgroup2") == 0
                            : strcmp(type, "cgroup") == 0 &&
                                  has_word(options, controller));
    }
    free(line);
    if (f != NULL)
        fclose(f);
    if (!found)
        return false;
    n = strcmp(shown, "/") == 0 ? 0 : strlen(shown);
    path = strncmp(path, shown, n) == 0 && (path[n] == '/' || path[n] == '\0')
               ? path + n
               : "";
    g->top = (size_t)snprintf(g->folder, sizeof(g->folder), "%s%s", root, at);
    snprintf(g->folder + g->top, sizeof(g->folder) - g->top, "%s",
             strcmp(path, "/") == 0 ? "" : path);
    return true;
}

static bool groups_find(struct groups *g, const char *root,
                        const char *controller)
{
    char path[PATH_MAX];

    return path_find(g, path, root, controller) &&
           mount_find(g, path, root, controller);
}

/* Moves to the enclosing group. Returns false if this one is the outermost. */
static bool groups_up(struct groups *g)
{
    char *slash = strrchr(g->folder, '/');

    if (strlen(g->folder) <= g->top || slash == NULL)
        return false;
    *slash = '\0';
    return true;
}

/* Version 2 has quota and period in one file: "150000 100000", "max 100000". */
double cgroup_quota(const char *root)
{
    double least = INFINITY;
    struct groups g;
    bool more;

    for (more = groups_find(&g, root, "cpu"); more; more = groups_up(&g)) {
        double quota = -1, period = 0;
        char line[64];

        if (!g.unified) {
            quota = sysfile_number("%lf", "%s/cpu.cfs_quota_us", g.folder);
            period = sysfile_number("%lf", "%s/cpu.cfs_period_us", g.folder);
        } else if (sysfile_line(line, sizeof(line), "%s/cpu.max", g.folder) !=
                       0 ||
                   sscanf(line, "%lf %lf", &quota, &period) != 2)
            continue;
        if (quota > 0 && period > 0)
            least = fmin(least, quota / period);
    }
    return least;
}

long cgroup_throttled(const char *root)
{
    double sum = 0;
    struct groups g;
    bool more;

    for (more = groups_find(&g, root, "cpu"); more; more = groups_up(&g)) {
        double n = sysfile_number("nr_throttled %lf", "%s/cpu.stat", g.folder);

        sum += n > 0 ? n : 0;
    }
    return (long)sum;
}

size_t cgroup_memory(const char *root)
{
    double least = INFINITY;
    struct groups g;
    bool more;

    for (more = groups_find(&g, root, "memory"); more; more = groups_up(&g)) {
        double max = sysfile_number(
            "%lf", g.unified ? "%s/memory.max" : "%s/memory.limit_in_bytes",
            g.folder);
        double used = sysfile_number(
            "%lf", g.unified ? "%s/memory.current" : "%s/memory.usage_in_bytes",
            g.folder);
        double files = sysfile_number(g.unified ? "inactive_file %lf"
                                                : "total_inactive_file %lf",
                                      "%s/memory.stat", g.folder);

        if (!isnan(max) && !isnan(used))
            least = fmin(least, fmax(0, max - used + (files > 0 ? files : 0)));
    }
    return least < (double)SIZE_MAX ? (size_t)least : SIZE_MAX;
}
