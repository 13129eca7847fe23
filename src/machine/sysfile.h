/* sysfile.h: reads what the kernel reports about the machine and a rank. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_SYSFILE_H
#define MACHINE_SYSFILE_H

#include <hwloc/bitmap.h>
#include <stddef.h>

#define SYSFILE_CPUS "/sys/devices/system/cpu"

/* Reads the first line of a file, without its newline; path is a printf()
 * format. Returns 0, or -1 if the file cannot be read. */
int sysfile_line(char *buf, size_t size, const char *path, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns the number in the first line of the file that matches `format`, a
 * scanf() format with one %lf; NAN if none does. path is a printf() format. */
double sysfile_number(const char *format, const char *path, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the size in bytes of the largest cache of a CPU, from a folder such
 * as SYSFILE_CPUS; 0 if there is none. */
size_t sysfile_cache(const char *cpus, int cpu);

/*
 * Sets name to the frequency governor of these CPUs, from a folder such as
 * SYSFILE_CPUS: "performance" if they all have it, else the first other one; ""
 * if unknown.
 */
void sysfile_governor(char *name, size_t size, const char *folder,
                      hwloc_const_bitmap_t cpus);

/* Returns how many CPU seconds since boot all CPUs together were busy, or
 * stolen by a hypervisor, from a file like /proc/stat; NAN if unknown. */
double sysfile_busy(const char *file);

/* Resource usage of the calling thread since its start. */
struct usage {
    long faults;     /* page faults, minor and major */
    long switches;   /* involuntary context switches */
    long migrations; /* 1 if `cpu` changed between two readings, else 0; summed
                        over intervals */
    long others;     /* context switches of the process's other threads */
    int cpu;         /* CPU that it runs on; -1 if unknown */
};

void usage_read(struct usage *u);

/* Returns what was used between two readings. */
struct usage usage_since(const struct usage *before, const struct usage *after);

/* ---- control groups ------------------------------------------------------ */

/* Limits imposed by this process's control groups (version 1 or 2) and their
 * enclosing groups. root: "", or a folder that contains /proc and the file
 * systems of the groups. */

/* Returns the smallest CPU quota, in CPUs; INFINITY if there is none. */
double cgroup_quota(const char *root);

/* Returns how often CPU quotas have stopped the processes of the groups. */
long cgroup_throttled(const char *root);

/* Returns how many bytes this process may still allocate, including file caches
 * that the kernel can reclaim; SIZE_MAX if there is no limit. */
size_t cgroup_memory(const char *root);

#endif /* MACHINE_SYSFILE_H */
