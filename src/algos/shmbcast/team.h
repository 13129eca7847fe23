/* team.h: CPUs and NUMA nodes of ranks; creation of handles and segments. */
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

/* Rounds [n] bytes up to whole pages. */
static inline size_t sb_whole_pages(size_t n)
{
    size_t page = sb_page_size();

    return (n + page - 1) / page * page;
}

/* The CPUs that a rank may run on (all CPUs if there are too many for a
 * cpu_set_t) and its NUMA node (0 if the system does not report it). */
struct sb_place {
    cpu_set_t cpus;
    int node;
};

/*
 * True if ranks outnumber CPUs: all ranks together, or those confined to the
 * CPU set of some rank.
 */
bool sb_oversubscribed(const struct sb_place *places, int nranks);

/* Sets leaders[i] to the lowest rank on the NUMA node of rank i. */
void sb_leaders(int *leaders, const struct sb_place *places, int nranks);

/* A kind of handle: its size in bytes and its functions. */
struct sb_handle_kind {
    size_t bytes;
    /* Initializes [h], which is all zero. Collective over a->comm, a private
     * duplicate. Returns the same error class on all ranks. */
    int (*init)(struct sb_agree *a, void *h, const void *params);
    void (*destroy)(void *h); /* frees what init() made, even if init()
                               * failed */
};

/*
 * Creates a handle for the ranks of the intracommunicator [comm]. The handle
 * owns a duplicate of [comm] whose errors return and which does not inherit the
 * info hints. Collective; on failure *[h] is unchanged and the duplicate is
 * freed. A NULL [h] is a bad argument.
 */
int sb_create(const struct sb_handle_kind *kind, MPI_Comm comm,
              const void *params, void **h, struct shmbcast_failure *why);

/* Placement of the ranks on a machine. */
struct sb_where {
    int *leaders;        /* for every rank: the lowest rank on its NUMA node */
    int node;            /* NUMA node of this rank */
    bool oversubscribed; /* ranks outnumber the CPUs that they may run on */
};

/* Gathers the placement of all ranks of a->comm, which must share one machine.
 * Collective. On success the caller frees [leaders]. */
int sb_team_ask(struct sb_agree *a, struct sb_where *where);

/* The functions below are in segment.c. The segment has no file name. */

/* Layout of a segment: a head of [head] bytes, the last 8 of them for internal
 * use, then [stride] bytes for each rank. All are whole pages. */
struct sb_extent {
    size_t head, stride, bytes;
    int nranks;
};

/* Fills in a layout. Returns 0 or -EOVERFLOW. */
int sb_extent_init(struct sb_extent *e, size_t head, size_t stride, int nranks);

/*
 * Creates and maps the segment on all ranks of a->comm. Its content is zero,
 * except that [leaders], if not NULL, is copied to its start: one number for
 * each rank. The pages of a rank's range lie on its NUMA node. Collective; acts
 * as a barrier. A failure is the same on all ranks and leaves nothing behind.
 * sb_segment_close() unmaps the segment.
 */
int sb_segment_open(struct sb_agree *a, const struct sb_extent *e,
                    const int *leaders, char **base);

/* Counts the pages of the range of [rank] on [node] and on other nodes. Sets
 * both counts to -1 if the system does not report the nodes. */
void sb_segment_pages(const struct sb_extent *e, char *base, int rank, int node,
                      long *local, long *remote);

void sb_segment_close(char *base, const struct sb_extent *e);

#endif /* SHMBCAST_TEAM_H */
