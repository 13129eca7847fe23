/* team.c: placement of the ranks; creation of handles. */
/* SPDX-License-Identifier: BSD-3-Clause */

/* The segment's layout (section 4.1) depends on which ranks share a NUMA node,
 * and waits depend on whether ranks outnumber CPUs. Both are determined once,
 * when a handle is created. Cost: four collective calls. */
#include "team.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Returns the number of ranks that can run only on CPUs of [cpus]. */
static int confined_to(const cpu_set_t *cpus, const struct sb_place *places,
                       int nranks)
{
    int n = 0;

    for (int i = 0; i < nranks; i++) {
        cpu_set_t both;

        CPU_AND(&both, &places[i].cpus, cpus);
        n += CPU_EQUAL(&both, &places[i].cpus) != 0;
    }
    return n;
}

bool sb_oversubscribed(const struct sb_place *places, int nranks)
{
    cpu_set_t any = places[0].cpus;

    for (int i = 0; i < nranks; i++) {
        const cpu_set_t *cpus = &places[i].cpus;

        if (confined_to(cpus, places, nranks) > CPU_COUNT(cpus))
            return true;
        CPU_OR(&any, &any, cpus);
    }
    return nranks > CPU_COUNT(&any);
}

void sb_leaders(int *leaders, const struct sb_place *places, int nranks)
{
    for (int i = 0; i < nranks; i++) {
        int j = 0;

        while (places[j].node != places[i].node)
            j++;
        leaders[i] = j;
    }
}

/*
 * Duplicates [comm], with errors that return. Errors of this call return too,
 * although errors on [comm] abort by default. The duplicate does not inherit
 * the info hints of [comm], because hints such as "no wildcard receives" do not
 * hold for it.
 */
static int duplicate(MPI_Comm comm, MPI_Comm *out)
{
    MPI_Errhandler users;
    int rc = PMPI_Comm_get_errhandler(comm, &users);

    if (rc != MPI_SUCCESS)
        return rc;
    PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    rc = PMPI_Comm_dup_with_info(comm, MPI_INFO_NULL, out);
    PMPI_Comm_set_errhandler(comm, users);
    PMPI_Errhandler_free(&users); /* only drops our reference; the user has
                                   * another */
    if (rc == MPI_SUCCESS)
        PMPI_Comm_set_errhandler(*out, MPI_ERRORS_RETURN);
    return rc;
}

static int join(MPI_Comm comm, struct sb_agree *a)
{
    int rc, inter = 0;

    *a = (struct sb_agree){.comm = MPI_COMM_NULL, .why.rank = -1};
    if (comm == MPI_COMM_NULL)
        return sb_result(a, "no communicator", MPI_ERR_COMM);
    rc = PMPI_Comm_test_inter(comm, &inter);
    if (rc == MPI_SUCCESS && inter)
        return sb_result(a, "an intercommunicator", MPI_ERR_COMM);
    if (rc == MPI_SUCCESS)
        rc = duplicate(comm, &a->comm);
    if (rc == MPI_SUCCESS)
        PMPI_Comm_rank(a->comm, &a->rank);
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
            PMPI_Comm_free(&a.comm);
    }
    if (rc == MPI_SUCCESS && h != NULL)
        *h = made;
    else if (made != NULL)
        kind->destroy(made);
    if (why != NULL)
        *why = a.why;
    return rc;
}

/* Records a failure if the ranks are not all on one machine. */
static int check_machine(struct sb_agree *a, int size)
{
    MPI_Comm machine;
    int here = 0, rc;

    rc = PMPI_Comm_split_type(a->comm, MPI_COMM_TYPE_SHARED, a->rank,
                              MPI_INFO_NULL, &machine);
    if (rc != MPI_SUCCESS)
        return sb_result(a, "cannot find the ranks of this machine", rc);
    PMPI_Comm_size(machine, &here);
    PMPI_Comm_free(&machine);
    sb_note(a, SB_MACHINE, here != size ? EXDEV : 0);
    return MPI_SUCCESS;
}

static struct sb_place place_here(void)
{
    struct sb_place here = {0};
    unsigned cpu, node;

    /* EINVAL: more CPUs than a cpu_set_t holds; assume enough CPUs for all
     * ranks */
    if (sched_getaffinity(0, sizeof(here.cpus), &here.cpus) != 0)
        memset(&here.cpus, 0xff, sizeof(here.cpus));
    here.node = getcpu(&cpu, &node) == 0 ? (int)node : 0;
    return here;
}

int sb_team_ask(struct sb_agree *a, struct sb_where *where)
{
    struct sb_place here = place_here(), *places;
    int size, rc, bytes = sizeof(here);

    PMPI_Comm_size(a->comm, &size);
    rc = check_machine(a, size);
    if (rc != MPI_SUCCESS)
        return rc;
    places = calloc((size_t)size, sizeof(*places));
    where->leaders = calloc((size_t)size, sizeof(*where->leaders));
    sb_note(a, SB_MEMORY,
            places == NULL || where->leaders == NULL ? ENOMEM : 0);
    rc = sb_agree(a);
    if (rc == MPI_SUCCESS)
        rc = sb_result(a, "cannot gather the placement of the ranks",
                       PMPI_Allgather(&here, bytes, MPI_BYTE, places, bytes,
                                      MPI_BYTE, a->comm));
    if (rc == MPI_SUCCESS) {
        sb_leaders(where->leaders, places, size);
        where->node = here.node;
        where->oversubscribed = sb_oversubscribed(places, size);
    } else {
        free(where->leaders);
    }
    free(places);
    return rc;
}
