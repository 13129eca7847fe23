/* placement.c: on which CPUs and NUMA nodes ranks run and pages lie. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "placement.h"

#include <numaif.h>
#include <string.h>

#include "page.h"

enum { BATCH = 512 };

int sb_node_here(void)
{
    unsigned cpu, node;

    return getcpu(&cpu, &node) == 0 ? (int)node : 0;
}

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

struct sb_pages sb_pages_count(char *begin, size_t bytes, int node)
{
    size_t page = sb_page_size(), npages = bytes / page;
    struct sb_pages count = {0, 0};

    for (size_t done = 0; done < npages;) {
        void *pages[BATCH];
        int status[BATCH];
        size_t n = npages - done < BATCH ? npages - done : BATCH;

        for (size_t i = 0; i < n; i++)
            pages[i] = begin + (done + i) * page;
        /* without nodes to move to, move_pages() only asks where they are */
        if (move_pages(0, n, pages, NULL, status, 0) != 0)
            return (struct sb_pages){-1, -1};
        for (size_t i = 0; i < n; i++) {
            count.local += status[i] == node;
            count.remote += status[i] >= 0 && status[i] != node;
        }
        done += n;
    }
    return count;
}

void sb_leaders(int *leaders, const int *nodes, int size)
{
    for (int i = 0; i < size; i++) {
        int j = 0;

        while (nodes[j] != nodes[i])
            j++;
        leaders[i] = j;
    }
}
