/* placement.h: on which NUMA nodes ranks run and pages lie. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_PLACEMENT_H
#define SHMBCAST_PLACEMENT_H

#include <stddef.h>

/* NUMA node that the caller runs on; 0 if the system does not tell. */
int sb_node_here(void);

/*
 * Count the pages of [bytes] at [begin] (page aligned) on [node] and on other
 * nodes. Both are -1 if the system does not tell.
 */
void sb_pages_count(char *begin, size_t bytes, size_t page, int node,
                    long *pages_local, long *pages_remote);

/* leaders[i] = lowest rank j with nodes[j] == nodes[i] */
void sb_leaders(int *leaders, const int *nodes, int size);

#endif /* SHMBCAST_PLACEMENT_H */
