/* machine_sysfs.c: sockets, cores and caches as the kernel lists them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "mpiperf/machine/machine.h"

#ifndef HAVE_HWLOC

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "mpiperf/machine/cache.h"
#include "mpiperf/machine/cpumask.h"
#include "mpiperf/machine/sysfile.h"

static void topology_model(json_t *machine)
{
    static const char key[] = "model name";
    FILE *f = fopen("/proc/cpuinfo", "re");
    char line[256];

    while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
        const char *colon = strchr(line, ':');

        if (colon == NULL || strncmp(line, key, sizeof(key) - 1) != 0)
            continue;
        line[strcspn(line, "\n")] = '\0';
        json_object_set_new(machine, "cpu",
                            json_text(colon + strspn(colon, ": ")));
        break;
    }
    if (f != NULL)
        fclose(f);
}

static int list_read(struct cpumask *m, const char *path)
{
    char line[4096];

    memset(m, 0, sizeof(*m));
    if (sysfile_line(path, line, sizeof(line)) != 0)
        return -1;
    return cpumask_parse(m, line);
}

static int cpu_list_read(struct cpumask *m, int cpu, const char *what)
{
    char path[128];

    snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/topology/%s",
             cpu, what);
    return list_read(m, path);
}

/* A core, a package: counted at the first of its CPUs. */
static void topology_count(json_t *machine, const char *key,
                           const struct cpumask *online, const char *what)
{
    int count = 0;

    for (int cpu = 0; cpu < CPUMASK_CPUS; cpu++) {
        struct cpumask group;

        if (!cpumask_has(online, cpu))
            continue;
        if (cpu_list_read(&group, cpu, what) != 0)
            return;
        count += cpumask_first(&group) == cpu;
    }
    json_object_set_new(machine, key, json_integer(count));
}

static void cache_add(json_t *caches, int index)
{
    struct cache c;
    char name[16];

    if (!cache_read(&c, CACHE_CPUS, 0, index))
        return;
    snprintf(name, sizeof(name), c.level == 1 ? "L%dd" : "L%d", c.level);
    json_object_set_new(caches, name, json_integer((json_int_t)c.bytes));
}

void machine_topology(json_t *machine)
{
    json_t *caches = json_object();
    struct cpumask online, nodes;

    topology_model(machine);
    if (list_read(&online, "/sys/devices/system/cpu/online") == 0) {
        topology_count(machine, "cores", &online, "thread_siblings_list");
        topology_count(machine, "sockets", &online, "core_siblings_list");
        json_object_set_new(machine, "threads",
                            json_integer(cpumask_count(&online)));
    }
    if (list_read(&nodes, "/sys/devices/system/node/online") == 0)
        json_object_set_new(machine, "numa_nodes",
                            json_integer(cpumask_count(&nodes)));
    for (int i = 0; i < 10; i++)
        cache_add(caches, i);
    json_object_set_new(machine, "caches", caches);
}

#endif
