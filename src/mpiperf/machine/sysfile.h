/* sysfile.h: what the kernel says of the machine and of a rank. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_SYSFILE_H
#define MPIPERF_SYSFILE_H

#include <hwloc/bitmap.h>
#include <stddef.h>

#define SYSFILE_CPUS "/sys/devices/system/cpu"

/* The first line of the file, whose path is printed, without its newline; -1
 * when it cannot be read. */
int sysfile_line(char *buf, size_t size, const char *path, ...)
    __attribute__((format(printf, 3, 4)));

/* Bytes of the largest cache that the CPU reaches, in a folder such as
 * SYSFILE_CPUS; 0: none is listed. */
size_t sysfile_cache(const char *cpus, int cpu);

/*
 * What changes the frequency of these CPUs, in such a folder: "performance" if
 * that is so of all, else what it is on the first other one. Empty: not known.
 */
void sysfile_governor(char *name, size_t size, const char *folder,
                      hwloc_const_bitmap_t cpus);

/* Seconds that all CPUs together were busy since the machine began, or were
 * taken by a hypervisor, by a file such as /proc/stat. NAN: not known. */
double sysfile_busy(const char *file);

/* Of the calling thread, since it began; `cpu` is where it runs. */
struct usage {
    long faults;     /* pages that had to be mapped or fetched */
    long switches;   /* times the core was taken from it */
    long migrations; /* times it was found on another CPU: 0 or 1 a step */
    int cpu;         /* -1: not known */
};

void usage_read(struct usage *u);

/* What happened from `before` to `after`. */
struct usage usage_since(const struct usage *before, const struct usage *after);

#endif /* MPIPERF_SYSFILE_H */
