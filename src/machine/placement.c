/* placement.c: finds which ranks are on which nodes and share which CPUs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/placement.h"

#include <math.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/xmalloc.h"
#include "machine/sysfile.h"
#include "mpi/nodes.h"
#include "mpi/simulated.h"

int placement_open(struct placement *p, MPI_Comm comm)
{
    int rc;

    *p = (struct placement){.comm = comm, .node = MPI_COMM_NULL};
    rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                             &p->node);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_set_errhandler(p->node, MPI_ERRORS_RETURN);
    if (rc != MPI_SUCCESS) {
        placement_close(p);
        return rc;
    }
    comm_position(p->comm, &p->rank, &p->n);
    comm_position(p->node, &p->noderank, &p->nnode);
    return MPI_SUCCESS;
}

void placement_close(struct placement *p)
{
    if (p->node != MPI_COMM_NULL)
        MPI_Comm_free(&p->node);
}

/* Sets *node to the number of this rank's node. Nodes are numbered in the order
 * of their lowest ranks. Not by MPI_Scan(): that of a simulator sends a message
 * between each two ranks. */
static int placement_number(const struct placement *p, int *node, int *nnodes)
{
    int *all = xcalloc((size_t)p->n, sizeof(*all)), lowest = p->rank, rc;

    rc = MPI_Bcast(&lowest, 1, MPI_INT, 0, p->node);
    if (rc == MPI_SUCCESS)
        rc = MPI_Gather(&lowest, 1, MPI_INT, all, 1, MPI_INT, 0, p->comm);
    *nnodes = p->rank == 0 ? nodes_number(all, p->n) : 0;
    if (rc == MPI_SUCCESS)
        rc = MPI_Scatter(all, 1, MPI_INT, node, 1, MPI_INT, 0, p->comm);
    if (rc == MPI_SUCCESS)
        rc = MPI_Bcast(nnodes, 1, MPI_INT, 0, p->comm);
    free(all);
    return rc;
}

/* Words in a CPU set of the kernel. */
enum { CPU_WORDS = 8192 / 8 / sizeof(unsigned long) };

static hwloc_bitmap_t cpus_new(void)
{
    hwloc_bitmap_t cpus = hwloc_bitmap_alloc();

    if (cpus == NULL)
        out_of_memory();
    return cpus;
}

/* Returns all CPUs if the kernel does not tell which ones this process has. */
hwloc_bitmap_t cpus_get(void)
{
    unsigned long words[CPU_WORDS] = {0};
    hwloc_bitmap_t cpus = cpus_new();

    if (sched_getaffinity(0, sizeof(words), (cpu_set_t *)words) == 0)
        hwloc_bitmap_from_ulongs(cpus, CPU_WORDS, words);
    else
        hwloc_bitmap_set_range(cpus, 0, (int)sysconf(_SC_NPROCESSORS_ONLN) - 1);
    return cpus;
}

void cpus_format(hwloc_const_bitmap_t cpus, char *buf, size_t size)
{
    char *end = buf + size - sizeof("...");

    if (hwloc_bitmap_list_snprintf(buf, size, cpus) < (int)size)
        return;
    while (end > buf && *end != ',')
        end--;
    strcpy(end, "...");
}

/* Checks each sets[i] against the number of ranks whose sets it contains; and
 * the union of all sets against the number of all ranks. */
bool cpus_oversubscribed(const hwloc_bitmap_t *sets, int n)
{
    hwloc_bitmap_t all = cpus_new();
    bool few = false;

    for (int i = 0; i < n; i++) {
        int confined = 0;

        for (int k = 0; k < n; k++)
            confined += hwloc_bitmap_isincluded(sets[k], sets[i]);
        few = few || confined > hwloc_bitmap_weight(sets[i]);
        hwloc_bitmap_or(all, all, sets[i]);
    }
    few = few || n > hwloc_bitmap_weight(all);
    hwloc_bitmap_free(all);
    return few;
}

bool cpus_collide(const hwloc_bitmap_t *sets, int n)
{
    hwloc_bitmap_t taken = cpus_new();
    bool collide = false;

    for (int i = 0; i < n; i++) {
        if (hwloc_bitmap_weight(sets[i]) != 1)
            continue;
        collide = collide || hwloc_bitmap_intersects(taken, sets[i]);
        hwloc_bitmap_or(taken, taken, sets[i]);
    }
    hwloc_bitmap_free(taken);
    return collide;
}

/* A core is identified by its first CPU. A CPU that is not in the topology
 * counts as a core. */
hwloc_bitmap_t cpus_cores(hwloc_const_bitmap_t cpus, hwloc_topology_t t)
{
    hwloc_bitmap_t cores = cpus_new();

    for (int cpu = hwloc_bitmap_first(cpus); cpu >= 0;
         cpu = hwloc_bitmap_next(cpus, cpu)) {
        hwloc_obj_t pu =
            t == NULL ? NULL : hwloc_get_pu_obj_by_os_index(t, (unsigned)cpu);
        hwloc_obj_t core =
            pu == NULL ? NULL
                       : hwloc_get_ancestor_obj_by_type(t, HWLOC_OBJ_CORE, pu);

        hwloc_bitmap_set(
            cores, core == NULL ? (unsigned)cpu
                                : (unsigned)hwloc_bitmap_first(core->cpuset));
    }
    return cores;
}

#if HWLOC_API_VERSION >= 0x00020400
int cpus_kind(hwloc_const_bitmap_t cpus, hwloc_topology_t t)
{
    return t != NULL && hwloc_cpukinds_get_nr(t, 0) > 1
               ? hwloc_cpukinds_get_by_cpuset(t, cpus, 0)
               : -1;
}
#else
int cpus_kind(hwloc_const_bitmap_t cpus, hwloc_topology_t t)
{
    (void)cpus, (void)t;
    return -1;
}
#endif

/* Returns all cores and CPUs of this node; NULL if they are unknown. */
static hwloc_topology_t cores_find(void)
{
    hwloc_topology_t t;

    if (hwloc_topology_init(&t) != 0)
        out_of_memory();
    hwloc_topology_set_all_types_filter(t, HWLOC_TYPE_FILTER_KEEP_NONE);
    hwloc_topology_set_type_filter(t, HWLOC_OBJ_CORE,
                                   HWLOC_TYPE_FILTER_KEEP_ALL);
    hwloc_topology_set_flags(t, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
    if (hwloc_topology_load(t) != 0) {
        hwloc_topology_destroy(t);
        return NULL;
    }
    return t;
}

enum { OVERSUBSCRIBED, SHARED_CPU, SHARED_CORE, UNPINNED, NFLAGS };

/* Sets flags and kinds from the CPU sets of all ranks of a node. */
static void node_examine(const unsigned long *words, int n, int *flags,
                         int *kinds)
{
    hwloc_bitmap_t *sets = xcalloc((size_t)n, sizeof(*sets));
    hwloc_bitmap_t *cores = xcalloc((size_t)n, sizeof(*cores));
    hwloc_topology_t t = cores_find();

    for (int i = 0; i < n; i++) {
        sets[i] = cpus_new();
        hwloc_bitmap_from_ulongs(sets[i], CPU_WORDS,
                                 words + (size_t)i * CPU_WORDS);
        cores[i] = cpus_cores(sets[i], t);
        kinds[i] = cpus_kind(sets[i], t);
        flags[UNPINNED] |= hwloc_bitmap_weight(cores[i]) > 1;
    }
    flags[OVERSUBSCRIBED] = cpus_oversubscribed(sets, n);
    flags[SHARED_CPU] = cpus_collide(sets, n);
    flags[SHARED_CORE] =
        cpus_oversubscribed(cores, n) || cpus_collide(cores, n);
    for (int i = 0; i < n; i++) {
        hwloc_bitmap_free(sets[i]);
        hwloc_bitmap_free(cores[i]);
    }
    if (t != NULL)
        hwloc_topology_destroy(t);
    free(cores);
    free(sets);
}

static int placement_flags(const struct placement *p, hwloc_const_bitmap_t cpus,
                           int *flags, int *kind)
{
    unsigned long own[CPU_WORDS];
    unsigned long *all = xcalloc((size_t)p->nnode, sizeof(own));
    int *kinds = xcalloc((size_t)p->nnode, sizeof(*kinds));
    int mine[NFLAGS] = {0}, rc;

    hwloc_bitmap_to_ulongs(cpus, CPU_WORDS, own);
    rc = MPI_Gather(own, CPU_WORDS, MPI_UNSIGNED_LONG, all, CPU_WORDS,
                    MPI_UNSIGNED_LONG, 0, p->node);
    if (rc == MPI_SUCCESS && p->noderank == 0)
        node_examine(all, p->nnode, mine, kinds);
    if (rc == MPI_SUCCESS)
        rc = MPI_Scatter(kinds, 1, MPI_INT, kind, 1, MPI_INT, 0, p->node);
    free(kinds);
    free(all);
    if (rc == MPI_SUCCESS)
        rc = MPI_Allreduce(mine, flags, NFLAGS, MPI_INT, MPI_LOR, p->comm);
    return rc;
}

/* If time is simulated, MPI's processor name is used. */
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

/* Not called in a simulation, where each rank has a processor to itself. */
static int placement_cpus(const struct placement *p, struct rank_info *mine,
                          int *flags)
{
    hwloc_bitmap_t cpus = cpus_get();
    int rc;

    cpus_format(cpus, mine->cpus, sizeof(mine->cpus));
    mine->quota = cgroup_quota("");
    sysfile_governor(mine->governor, sizeof(mine->governor), SYSFILE_CPUS,
                     cpus);
    rc = placement_flags(p, cpus, flags, &mine->kind);
    hwloc_bitmap_free(cpus);
    return rc;
}

static int placement_gather(struct runinfo *ri, const struct placement *p,
                            const struct rank_info *mine)
{
    int rc;

    if (p->rank == 0)
        ri->ranks = xcalloc((size_t)p->n, sizeof(*ri->ranks));
    rc = MPI_Gather(mine, sizeof(*mine), MPI_BYTE, ri->ranks, sizeof(*mine),
                    MPI_BYTE, 0, p->comm);
    ri->quota = INFINITY;
    for (int i = 0; ri->ranks != NULL && i < p->n; i++)
        if (ri->ranks[i].quota < ri->quota) {
            ri->quota = ri->ranks[i].quota;
            ri->quota_ranks = mapping_count(ri->ranks, p->n, ri->ranks[i].node);
        }
    return rc;
}

int placement_describe(struct runinfo *ri, const struct placement *p,
                       double init)
{
    struct rank_info mine = {.kind = -1, .quota = INFINITY, .init = init};
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
    ri->shared_cpu = flags[SHARED_CPU];
    ri->shared_core = flags[SHARED_CORE];
    ri->unpinned = flags[UNPINNED];
    return MPI_SUCCESS;
}

int mapping_count(const struct rank_info *ranks, int nranks, int node)
{
    int count = 0;

    for (int i = 0; i < nranks; i++)
        count += ranks[i].node == node;
    return count;
}

/* True if node numbers never decrease from one rank to the next. */
static bool is_block(const struct rank_info *ranks, int nranks)
{
    for (int i = 1; i < nranks; i++)
        if (ranks[i].node < ranks[i - 1].node)
            return false;
    return true;
}

/* Number the ranks of each node: k = 0, 1, ... Cyclic means that k never
 * decreases from one rank to the next, and nodes are ascending for equal k. */
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
