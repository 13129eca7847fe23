/* team.c: join the ranks of a communicator and ask where they are. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "team.h"

#include <errno.h>
#include <stdlib.h>

#include "crowd.h"
#include "placement.h"

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

int sb_join(MPI_Comm comm, struct sb_agree *a)
{
    int rc, inter = 0;

    *a = (struct sb_agree){.comm = MPI_COMM_NULL, .why.rank = -1};
    if (comm == MPI_COMM_NULL)
        return sb_fail(a, "no communicator", MPI_ERR_COMM);
    rc = MPI_Comm_test_inter(comm, &inter);
    if (rc == MPI_SUCCESS && inter)
        return sb_fail(a, "an intercommunicator", MPI_ERR_COMM);
    if (rc == MPI_SUCCESS)
        rc = duplicate(comm, &a->comm);
    if (rc != MPI_SUCCESS)
        return sb_fail(a, "cannot duplicate the communicator", rc);
    MPI_Comm_rank(a->comm, &a->rank);
    return MPI_SUCCESS;
}

int sb_team_check(struct sb_agree *a)
{
    MPI_Comm machine;
    int here = 0, size, rc;

    rc = MPI_Comm_split_type(a->comm, MPI_COMM_TYPE_SHARED, a->rank,
                             MPI_INFO_NULL, &machine);
    if (rc != MPI_SUCCESS)
        return sb_fail(a, "cannot find the ranks of this machine", rc);
    MPI_Comm_size(a->comm, &size);
    MPI_Comm_size(machine, &here);
    MPI_Comm_free(&machine);
    sb_note(a, SB_MACHINE, here != size ? EXDEV : 0);
    return MPI_SUCCESS;
}

/* Where a rank runs. */
struct placement {
    cpu_set_t cpus; /* that it may run on */
    int node;       /* that it is on now */
};

int sb_team_open(struct sb_agree *a, struct sb_team *team)
{
    struct placement mine = {.node = sb_node_here()}, *places;
    cpu_set_t *cpus;
    size_t size;
    int rc;

    MPI_Comm_size(a->comm, &team->size);
    size = (size_t)team->size;
    team->nodes = calloc(size, sizeof(*team->nodes));
    places = calloc(size, sizeof(*places));
    cpus = calloc(size, sizeof(*cpus));
    if (team->nodes == NULL || places == NULL || cpus == NULL)
        sb_note(a, SB_MEMORY, ENOMEM);
    rc = sb_agree(a);
    if (rc != MPI_SUCCESS)
        goto out;
    sb_cpus_here(&mine.cpus);
    rc = MPI_Allgather(&mine, sizeof(mine), MPI_BYTE, places, sizeof(mine),
                       MPI_BYTE, a->comm);
    if (rc != MPI_SUCCESS) {
        rc = sb_fail(a, "cannot ask the other ranks where they are", rc);
        goto out;
    }
    for (size_t i = 0; i < size; i++) {
        cpus[i] = places[i].cpus;
        team->nodes[i] = places[i].node;
    }
    team->oversubscribed = sb_oversubscribed(cpus, team->size);
out:
    free(cpus);
    free(places);
    if (rc != MPI_SUCCESS)
        sb_team_close(team);
    return rc;
}

void sb_team_close(struct sb_team *team)
{
    free(team->nodes);
    team->nodes = NULL;
}
