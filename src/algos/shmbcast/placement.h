/* placement.h: on which NUMA nodes ranks run and pages lie. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_PLACEMENT_H
#define SHMBCAST_PLACEMENT_H

#include <stddef.h>

/* NUMA node that the caller runs on; 0 if the system does not tell. */
int sb_node_here(void);

/* Pages on a node and on others; both -1 if the system does not tell. */
struct sb_pages {
    long local, remote;
};

/* Where the pages of [bytes] at [begin] (page aligned) are, seen from [node]. */
struct sb_pages sb_pages_count(char *begin, size_t bytes, int node);

/* leaders[i] = lowest rank j with nodes[j] == nodes[i] */
void sb_leaders(int *leaders, const int *nodes, int size);

#endif /* SHMBCAST_PLACEMENT_H */
