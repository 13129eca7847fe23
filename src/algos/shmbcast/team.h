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

/* Where a rank is: the CPUs that it may run on, all of the set if they are too
 * many, and its NUMA node, 0 if the system does not tell. */
struct sb_place {
    cpu_set_t cpus;
    int node;
};

/*
 * True if some CPUs have more ranks than can run on them at a time: the ranks
 * that can run nowhere else, or all of them together.
 */
bool sb_oversubscribed(const struct sb_place *places, int nranks);

/* leaders[i] = lowest rank on the node of rank i */
void sb_leaders(int *leaders, const struct sb_place *places, int nranks);

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

/* What a rank knows of all ranks of a machine. */
struct sb_where {
    int *leaders;        /* of every rank: the lowest rank on its NUMA node */
    int node;            /* that this rank runs on */
    bool oversubscribed; /* ranks outnumber the CPUs that they may run on */
};

/* Ask all ranks of a->comm, which have to share one machine. Collective. On
 * success [leaders] is to be freed. */
int sb_team_ask(struct sb_agree *a, struct sb_where *where);

/* The shared memory, without a name and reserved by its owners: segment.c. */

/* A segment: [head] bytes of rank 0, the last 8 for the segment's own use, then
 * [stride] bytes of each rank, all whole pages. */
struct sb_extent {
    size_t head, stride, bytes;
    int nranks;
};

/* 0 or -EOVERFLOW. */
int sb_extent_init(struct sb_extent *e, size_t head, size_t stride, int nranks);

/*
 * Make and map the segment on all ranks of a->comm. The content is zero, but
 * for [leaders], if not NULL: a number for each rank at its begin. Every rank's
 * range has pages of the NUMA node that the rank runs on. Collective; no rank
 * returns before all are here. Fails on all ranks alike and then leaves nothing
 * behind. Unmapped by sb_segment_close().
 */
int sb_segment_open(struct sb_agree *a, const struct sb_extent *e,
                    const int *leaders, char **base);

/* Pages of the range of [rank] on [node] and on others; both -1 if the system
 * does not tell. */
void sb_segment_pages(const struct sb_extent *e, char *base, int rank, int node,
                      long *local, long *remote);

void sb_segment_close(char *base, const struct sb_extent *e);

/*
 * Make sure that [bytes] from [base] + [begin] on, of a shared mapping of [fd],
 * can be touched. Without a file, -1, kernels before Linux 5.14 cannot tell and
 * nothing is done. 0 or errno.
 */
int sb_reserve(int fd, char *base, size_t begin, size_t bytes);

#endif /* SHMBCAST_TEAM_H */
