/* cache.c: the caches of a processor, as the kernel lists them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/cache.h"

#include <limits.h>
#include <stdio.h>
#include "mpiperf/machine/sysfile.h"

/* A level has two where instructions have one of their own. */
enum { CACHES_MOST = 10 };

static void cache_path(char *path, size_t size, const char *cpus, int cpu,
                       int index, const char *what)
{
    snprintf(path, size, "%s/cpu%d/cache/index%d/%s", cpus, cpu, index, what);
}

/* "32K" is what the kernel writes. */
bool cache_read(struct cache *c, const char *cpus, int cpu, int index)
{
    char path[PATH_MAX], type[32];
    long level, kib;

    cache_path(path, sizeof(path), cpus, cpu, index, "type");
    if (sysfile_line(path, type, sizeof(type)) != 0 || type[0] == 'I')
        return false;
    cache_path(path, sizeof(path), cpus, cpu, index, "level");
    level = sysfile_number(path);
    cache_path(path, sizeof(path), cpus, cpu, index, "size");
    kib = sysfile_number(path);
    if (level < 1 || kib < 1)
        return false;
    *c = (struct cache){(int)level, (size_t)kib * 1024};
    return true;
}

size_t cache_largest(const char *cpus, int cpu)
{
    size_t largest = 0;
    struct cache c;

    for (int i = 0; i < CACHES_MOST; i++)
        if (cache_read(&c, cpus, cpu, i) && c.bytes > largest)
            largest = c.bytes;
    return largest;
}
