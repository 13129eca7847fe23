/* placement.h: on which CPUs and NUMA nodes ranks run and pages lie. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_PLACEMENT_H
#define SHMBCAST_PLACEMENT_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

/* NUMA node that the caller runs on; 0 if the system does not tell. */
int sb_node_here(void);

/* CPUs that the caller may run on; all of the set if there are too many. */
void sb_cpus_here(cpu_set_t *cpus);

/*
 * True if some CPUs have more ranks than can run on them at a time: the ranks
 * that can run nowhere else, or all of them together.
 */
bool sb_oversubscribed(const cpu_set_t *cpus, int nranks);

/* Pages on a node and on others; both -1 if the system does not tell. */
struct sb_pages {
    long local, remote;
};

/* Of [bytes] at [begin] (page aligned), seen from [node]. */
struct sb_pages sb_pages_count(char *begin, size_t bytes, int node);

/* leaders[i] = lowest rank j with nodes[j] == nodes[i] */
void sb_leaders(int *leaders, const int *nodes, int size);

#endif /* SHMBCAST_PLACEMENT_H */
