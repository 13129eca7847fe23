/* team.c: where ranks and pages are; make handles for the ranks of a
 * communicator. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Section 4.1 needs to know which ranks share a NUMA node, and waiting needs to
 * know whether ranks outnumber CPUs. Both are asked once, when a handle is
 * made. Cost: three collective calls.
 */
#include "team.h"

#include <errno.h>
#include <numaif.h>
#include <stdlib.h>
#include <string.h>

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

/*
 * Errors of [comm] itself have to come back too: by default they abort. Nor is
 * its info inherited: what the user asserts of [comm], such as that nobody
 * probes it with wildcards, is not true of the duplicate.
 */
static int duplicate(MPI_Comm comm, MPI_Comm *out)
{
    MPI_Errhandler users;
    int rc = MPI_Comm_get_errhandler(comm, &users);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    rc = MPI_Comm_dup_with_info(comm, MPI_INFO_NULL, out);
    MPI_Comm_set_errhandler(comm, users);
    MPI_Errhandler_free(&users); /* the reference */
    if (rc == MPI_SUCCESS)
        MPI_Comm_set_errhandler(*out, MPI_ERRORS_RETURN);
    return rc;
}

static int join(MPI_Comm comm, struct sb_agree *a)
{
    int rc, inter = 0;

    *a = (struct sb_agree){.comm = MPI_COMM_NULL, .why.rank = -1};
    if (comm == MPI_COMM_NULL)
        return sb_result(a, "no communicator", MPI_ERR_COMM);
    rc = MPI_Comm_test_inter(comm, &inter);
    if (rc == MPI_SUCCESS && inter)
        return sb_result(a, "an intercommunicator", MPI_ERR_COMM);
    if (rc == MPI_SUCCESS)
        rc = duplicate(comm, &a->comm);
    if (rc == MPI_SUCCESS)
        MPI_Comm_rank(a->comm, &a->rank);
    return sb_result(a, "cannot duplicate the communicator", rc);
}

int sb_create(const struct sb_handle_kind *kind, MPI_Comm comm,
              const void *params, void **h, struct shmbcast_failure *why)
{
    struct sb_agree a;
    void *made = NULL;
    int rc = join(comm, &a);

    if (rc == MPI_SUCCESS) {
        if (h != NULL)
            made = calloc(1, kind->bytes);
        sb_note(&a, SB_ARGUMENT,
                h == NULL      ? EINVAL
                : made == NULL ? ENOMEM
                               : 0);
        rc = sb_agree(&a);
        if (rc == MPI_SUCCESS)
            rc = kind->init(&a, made, params);
        if (rc != MPI_SUCCESS)
            MPI_Comm_free(&a.comm);
    }
    if (rc == MPI_SUCCESS)
        *h = made;
    else if (made != NULL)
        kind->destroy(made);
    if (why != NULL)
        *why = a.why;
    return rc;
}

int sb_team_check(struct sb_agree *a)
{
    MPI_Comm machine;
    int here = 0, size, rc;

    rc = MPI_Comm_split_type(a->comm, MPI_COMM_TYPE_SHARED, a->rank,
                             MPI_INFO_NULL, &machine);
    if (rc != MPI_SUCCESS)
        return sb_result(a, "cannot find the ranks of this machine", rc);
    MPI_Comm_size(a->comm, &size);
    MPI_Comm_size(machine, &here);
    MPI_Comm_free(&machine);
    sb_note(a, SB_MACHINE, here != size ? EXDEV : 0);
    return MPI_SUCCESS;
}

/* Everybody's CPUs and node. */
static int ask(struct sb_agree *a, cpu_set_t *cpus, int *nodes)
{
    int node = sb_node_here(), rc;
    cpu_set_t mine;

    sb_cpus_here(&mine);
    rc = MPI_Allgather(&mine, sizeof(mine), MPI_BYTE, cpus, sizeof(mine),
                       MPI_BYTE, a->comm);
    if (rc == MPI_SUCCESS)
        rc = MPI_Allgather(&node, 1, MPI_INT, nodes, 1, MPI_INT, a->comm);
    return sb_result(a, "cannot ask the other ranks where they are", rc);
}

int sb_team_ask(struct sb_agree *a, struct sb_where *where)
{
    struct sb_where w = {0};
    cpu_set_t *cpus;
    int size, rc;

    MPI_Comm_size(a->comm, &size);
    w.nodes = calloc((size_t)size, sizeof(*w.nodes));
    cpus = calloc((size_t)size, sizeof(*cpus));
    sb_note(a, SB_MEMORY, w.nodes == NULL || cpus == NULL ? ENOMEM : 0);
    rc = sb_agree(a);
    if (rc == MPI_SUCCESS)
        rc = ask(a, cpus, w.nodes);
    if (rc == MPI_SUCCESS)
        w.oversubscribed = sb_oversubscribed(cpus, size);
    free(cpus);
    if (rc == MPI_SUCCESS)
        *where = w;
    else
        sb_where_free(&w);
    return rc;
}

void sb_where_free(struct sb_where *where)
{
    free(where->nodes);
    *where = (struct sb_where){0};
}
