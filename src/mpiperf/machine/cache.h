/* cache.h: the caches of a processor, as the kernel lists them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CACHE_H
#define MPIPERF_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#define CACHE_CPUS "/sys/devices/system/cpu"

struct cache {
    int level;
    size_t bytes;
};

/* Cache number `index` of the CPU, counted from 0, in a folder as CACHE_CPUS.
 * False: it is not listed, or holds instructions only. */
bool cache_read(struct cache *c, const char *cpus, int cpu, int index);

/* Bytes of the largest cache that the CPU reaches; 0: none is listed. */
size_t cache_largest(const char *cpus, int cpu);

#endif /* MPIPERF_CACHE_H */
