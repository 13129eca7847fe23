/* placement.c: which rank sits on which node, and with whom it shares what. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/placement.h"

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "clocksync/nodes.h"
#include "lib/xmalloc.h"
#include "mpiperf/machine/cpumask.h"
#include "mpiperf/machine/sysfile.h"

int placement_open(struct placement *p, MPI_Comm comm)
{
    int rc;

    *p = (struct placement){.comm = comm, .node = MPI_COMM_NULL};
    rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                             &p->node);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_set_errhandler(p->node, MPI_ERRORS_RETURN);
    if (rc == MPI_SUCCESS)
        rc = comm_position(p->comm, &p->rank, &p->n);
    if (rc == MPI_SUCCESS)
        rc = comm_position(p->node, &p->noderank, &p->nnode);
    if (rc != MPI_SUCCESS)
        placement_close(p);
    return rc;
}

void placement_close(struct placement *p)
{
    if (p->node != MPI_COMM_NULL)
        MPI_Comm_free(&p->node);
}

/* Nodes are numbered in the order of their first ranks. */
static int placement_number(const struct placement *p, int *node, int *nnodes)
{
    int *first = xcalloc((size_t)p->n, sizeof(*first)), mine = p->rank, rc;

    rc = MPI_Bcast(&mine, 1, MPI_INT, 0, p->node);
    if (rc == MPI_SUCCESS)
        rc = MPI_Allgather(&mine, 1, MPI_INT, first, 1, MPI_INT, p->comm);
    *nnodes = 0;
    for (int i = 0; i < p->n && rc == MPI_SUCCESS; i++) {
        if (first[i] != i)
            continue;
        if (i == mine)
            *node = *nnodes;
        (*nnodes)++;
    }
    free(first);
    return rc;
}

/* Hardware threads of one core count as one CPU. */
static bool placement_is_one_core(const struct cpumask *m)
{
    struct cpumask core = {{0}};
    char path[96], list[256];

    if (cpumask_count(m) <= 1)
        return true;
    snprintf(path, sizeof(path),
             "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
             cpumask_first(m));
    return sysfile_line(path, list, sizeof(list)) == 0 &&
           cpumask_parse(&core, list) == 0 && cpumask_within(m, &core);
}

enum { OVERSUBSCRIBED, COLLIDE, UNPINNED, NFLAGS };

static int placement_flags(const struct placement *p, const struct cpumask *m,
                           int *flags)
{
    struct cpumask *masks = xcalloc((size_t)p->nnode, sizeof(*masks));
    int mine[NFLAGS] = {[UNPINNED] = !placement_is_one_core(m)}, rc;

    rc = MPI_Gather(m->words, CPUMASK_WORDS, MPI_UINT64_T, masks, CPUMASK_WORDS,
                    MPI_UINT64_T, 0, p->node);
    if (rc == MPI_SUCCESS && p->noderank == 0) {
        mine[OVERSUBSCRIBED] = cpumasks_oversubscribed(masks, (size_t)p->nnode);
        mine[COLLIDE] = cpumasks_collide(masks, (size_t)p->nnode);
    }
    free(masks);
    if (rc == MPI_SUCCESS)
        rc = MPI_Allreduce(mine, flags, NFLAGS, MPI_INT, MPI_LOR, p->comm);
    return rc;
}

/* All CPUs there are, should the kernel not tell which are ours. */
static void placement_mask(struct cpumask *m)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    if (cpumask_get(m) == 0)
        return;
    memset(m, 0, sizeof(*m));
    for (int cpu = 0; cpu < n && cpu < CPUMASK_CPUS; cpu++)
        cpumask_add(m, cpu);
}

/* As the simulator calls the host, where there is one. */
static void placement_host(char *host, size_t size)
{
    char name[MPI_MAX_PROCESSOR_NAME];
    int length;

    if (!time_is_simulated() && gethostname(host, size - 1) == 0)
        return;
    if (MPI_Get_processor_name(name, &length) != MPI_SUCCESS)
        strcpy(name, "unknown");
    snprintf(host, size, "%.*s", (int)size - 1, name);
}

/* A simulated node has a processor for each of its ranks. */
static int placement_cpus(const struct placement *p, struct rank_info *mine,
                          int *flags)
{
    struct cpumask mask;

    mine->cpu = sched_getcpu();
    placement_mask(&mask);
    cpumask_format(&mask, mine->cpus, sizeof(mine->cpus));
    return placement_flags(p, &mask, flags);
}

static int placement_gather(struct runinfo *ri, const struct placement *p,
                            const struct rank_info *mine)
{
    struct rank_info *ranks = NULL;
    int rc;

    if (p->rank == 0)
        ranks = xcalloc((size_t)p->n, sizeof(*ranks));
    rc = MPI_Gather(mine, sizeof(*mine), MPI_BYTE, ranks, sizeof(*mine),
                    MPI_BYTE, 0, p->comm);
    ri->ranks = ranks;
    return rc;
}

int placement_describe(struct runinfo *ri, const struct placement *p)
{
    struct rank_info mine = {.cpu = -1};
    int flags[NFLAGS] = {0}, rc;

    placement_host(mine.host, sizeof(mine.host));
    rc = placement_number(p, &mine.node, &ri->nnodes);
    if (rc == MPI_SUCCESS && !time_is_simulated())
        rc = placement_cpus(p, &mine, flags);
    if (rc == MPI_SUCCESS)
        rc = placement_gather(ri, p, &mine);
    if (rc != MPI_SUCCESS)
        return rc;
    ri->nranks = p->n;
    ri->oversubscribed = flags[OVERSUBSCRIBED];
    ri->shared_cpu = flags[COLLIDE];
    ri->unpinned = flags[UNPINNED];
    return MPI_SUCCESS;
}

/* ---- mapping ---------------------------------------------------------------
 */

int mapping_count(const struct rank_info *ranks, int nranks, int node)
{
    int count = 0;

    for (int i = 0; i < nranks; i++)
        count += ranks[i].node == node;
    return count;
}

/* Nodes are numbered in the order of their first ranks. */
static bool is_block(const struct rank_info *ranks, int nranks)
{
    for (int i = 1; i < nranks; i++)
        if (ranks[i].node < ranks[i - 1].node)
            return false;
    return true;
}

/* A rank is its node's k-th: then k never falls from one rank to the next, and
 * the nodes of one k rise. */
static bool is_cyclic(const struct rank_info *ranks, int nranks, int nnodes)
{
    int *had = xcalloc((size_t)nnodes, sizeof(*had));
    bool cyclic = true;

    for (int i = 0, turn = 0, last = -1; i < nranks && cyclic; i++) {
        int node = ranks[i].node, k = had[node]++;

        cyclic = k > turn || (k == turn && node > last);
        turn = k;
        last = node;
    }
    free(had);
    return cyclic;
}

const char *mapping_name(const struct rank_info *ranks, int nranks, int nnodes)
{
    if (is_block(ranks, nranks))
        return "block";
    return is_cyclic(ranks, nranks, nnodes) ? "cyclic" : "irregular";
}
