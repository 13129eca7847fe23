/* team.h: on which CPUs and NUMA nodes ranks run and pages lie; how handles and
 * segments are made for them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TEAM_H
#define SHMBCAST_TEAM_H

#include "agree.h"

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static inline size_t sb_page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* [n] bytes, rounded up. */
static inline size_t sb_whole_pages(size_t n)
{
    size_t page = sb_page_size();

    return (n + page - 1) / page * page;
}

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

/* A kind of handle. */
struct sb_handle_kind {
    size_t bytes;
    /* Collective, with agreements on a->comm, a private duplicate; [h] is all
     * zero. An error class on all ranks alike. */
    int (*init)(struct sb_agree *a, void *h, const void *params);
    void (*destroy)(void *h); /* what init() made, also if it failed */
};

/*
 * Make a handle for the ranks of [comm], an intracommunicator, which is
 * duplicated: errors come back, and nothing that the user asserts of [comm]
 * holds for it. The duplicate is the handle's. Collective; on failure [*h] is
 * untouched and there is no duplicate. [h] NULL is a bad argument.
 */
int sb_create(const struct sb_handle_kind *kind, MPI_Comm comm,
              const void *params, void **h, struct shmbcast_failure *why);

/* Do all ranks of a->comm share one machine? Collective. */
int sb_team_check(struct sb_agree *a);

/* Where all ranks are. */
struct sb_where {
    int *nodes;          /* the NUMA node that each runs on */
    bool oversubscribed; /* ranks outnumber the CPUs that they may run on */
};

/* Ask all ranks. Collective; nothing to free on failure. */
int sb_team_ask(struct sb_agree *a, struct sb_where *where);
void sb_where_free(struct sb_where *where);

/* The shared memory, without a name and reserved by its owners: segment.c. */

/* A segment: [head] bytes of rank 0, then [stride] bytes of each rank, all
 * whole pages. */
struct sb_extent {
    size_t head, stride, bytes;
    size_t cookie; /* where the head has 8 bytes for the segment's own use */
};

/* Fills in [bytes]: 0 or -EOVERFLOW. */
int sb_extent_init(struct sb_extent *e, size_t head, size_t stride, int nranks);

/*
 * Make and map the segment on all ranks of a->comm. The content is zero, and
 * read-ahead is off. Every rank has touched its own range, whose pages come
 * from its NUMA node and can be touched again. Collective; fails on all ranks
 * alike and then leaves nothing behind. Unmapped by sb_segment_close().
 */
int sb_segment_open(struct sb_agree *a, const struct sb_extent *e, char **base);

/*
 * The content is initialized: back to the kernel's usual read-ahead.
 * Collective; no rank returns before all are here. Counts the pages of this
 * rank's range, as seen from [node].
 */
int sb_segment_ready(struct sb_agree *a, const struct sb_extent *e, char *base,
                     int node, struct sb_pages *pages);

void sb_segment_close(char *base, const struct sb_extent *e);

/*
 * Make sure that [bytes] from [base] + [begin] on, of a shared mapping of [fd],
 * can be touched. Without a file, -1, kernels before Linux 5.14 cannot tell and
 * nothing is done. 0 or errno.
 */
int sb_reserve(int fd, char *base, size_t begin, size_t bytes);

#endif /* SHMBCAST_TEAM_H */
