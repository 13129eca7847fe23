/* place.c: which rank sits on which node, and with whom it shares what. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/place.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/xmalloc.h"
#include "mpiperf/machine/cpumask.h"
#include "mpiperf/machine/runinfo.h"
#include "mpiperf/machine/sysfile.h"

static int place_ranks(struct place *p)
{
    int rc = MPI_Comm_rank(p->comm, &p->rank);

    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_size(p->comm, &p->n);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_rank(p->node, &p->noderank);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_size(p->node, &p->nnode);
    return rc;
}

int place_open(struct place *p, MPI_Comm comm)
{
    int rc;

    *p = (struct place){.comm = comm, .node = MPI_COMM_NULL};
    rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                             &p->node);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_set_errhandler(p->node, MPI_ERRORS_RETURN);
    if (rc == MPI_SUCCESS)
        rc = place_ranks(p);
    if (rc != MPI_SUCCESS)
        place_close(p);
    return rc;
}

void place_close(struct place *p)
{
    if (p->node != MPI_COMM_NULL)
        MPI_Comm_free(&p->node);
}

/* Nodes are numbered in the order of their first ranks. */
static int place_number(const struct place *p, int *node, int *nnodes)
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

/* Hardware threads of one core are one place to be. */
static bool place_is_one_core(const struct cpumask *m)
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

static int place_flags(const struct place *p, const struct cpumask *m,
                       int *flags)
{
    struct cpumask *masks = xcalloc((size_t)p->nnode, sizeof(*masks));
    int mine[NFLAGS] = {[UNPINNED] = !place_is_one_core(m)}, rc;

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
static void place_mask(struct cpumask *m)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    if (cpumask_get(m) == 0)
        return;
    memset(m, 0, sizeof(*m));
    for (int cpu = 0; cpu < n && cpu < CPUMASK_CPUS; cpu++)
        cpumask_add(m, cpu);
}

/* As the simulator calls the host, where there is one. */
static void place_host(char *host, size_t size)
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
static int place_cpus(const struct place *p, struct rank_info *mine, int *flags)
{
    struct cpumask mask;

    mine->cpu = sched_getcpu();
    place_mask(&mask);
    cpumask_format(&mask, mine->cpus, sizeof(mine->cpus));
    return place_flags(p, &mask, flags);
}

static int place_gather(struct runinfo *ri, const struct place *p,
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

int place_describe(struct runinfo *ri, const struct place *p)
{
    struct rank_info mine = {.cpu = -1};
    int flags[NFLAGS] = {0}, rc;

    place_host(mine.host, sizeof(mine.host));
    rc = place_number(p, &mine.node, &ri->nnodes);
    if (rc == MPI_SUCCESS && !time_is_simulated())
        rc = place_cpus(p, &mine, flags);
    if (rc == MPI_SUCCESS)
        rc = place_gather(ri, p, &mine);
    if (rc != MPI_SUCCESS)
        return rc;
    ri->nranks = p->n;
    ri->oversubscribed = flags[OVERSUBSCRIBED];
    ri->shared_cpu = flags[COLLIDE];
    ri->unpinned = flags[UNPINNED];
    return MPI_SUCCESS;
}
