/* merge.c: combines the profiles of all ranks, on rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/merge.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "profile/common_time.h"
#include "profile/match.h"
#include "profile/match_ranks.h"

static int copy(struct sums *to, const struct row *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct row *r = sums_row(to, &v[i].key);

        if (r == NULL)
            return MPI_ERR_NO_MEM;
        row_add(r, &v[i]);
    }
    return MPI_SUCCESS;
}

/* Adds the rows received from a child in the tree. */
static int receive(MPI_Comm comm, int child, struct sums *to)
{
    MPI_Status status;
    struct row *v;
    int bytes, rc = PMPI_Probe(child, TAG_MERGE, comm, &status);

    if (rc != MPI_SUCCESS)
        return rc;
    PMPI_Get_count(&status, MPI_BYTE, &bytes);
    v = malloc((size_t)bytes + 1);
    if (v == NULL)
        return MPI_ERR_NO_MEM;
    rc = PMPI_Recv(v, bytes, MPI_BYTE, child, TAG_MERGE, comm,
                   MPI_STATUS_IGNORE);
    if (rc == MPI_SUCCESS)
        rc = copy(to, v, (size_t)bytes / sizeof(*v));
    free(v);
    return rc;
}

int merge_sums(MPI_Comm comm, const struct sums *own, struct profile *p)
{
    int rank, child, rc = copy(&p->sums, own->v, own->n);

    PMPI_Comm_rank(comm, &rank);
    for (int k = 0;
         rc == MPI_SUCCESS && (child = tree_child(rank, k, p->ranks)) > 0; k++)
        rc = receive(comm, child, &p->sums);
    if (rc == MPI_SUCCESS && rank > 0)
        rc = PMPI_Send(p->sums.v, (int)(p->sums.n * sizeof(*p->sums.v)),
                       MPI_BYTE, tree_parent(rank), TAG_MERGE, comm);
    if (rank == 0)
        sums_by_seconds(&p->sums);
    return rc;
}

/* Returns how many rows, the longest ones, get delays. */
static int64_t delays_wanted(const struct profile *p)
{
    enum { ROWS = 256, LEAST = 8, VALUES = 1 << 21 };
    int64_t most = VALUES / p->ranks;

    most = most > ROWS ? ROWS : most < LEAST ? LEAST : most;
    return (int64_t)p->sums.n < most ? (int64_t)p->sums.n : most;
}

static void delays_of(struct sums *own, const struct key *keys, int64_t n,
                      struct delay *to)
{
    for (int64_t i = 0; i < n; i++) {
        const struct row *r = sums_row(own, &keys[i]);
        const bool any = r != NULL && r->n > 0;

        to[i].mean = any ? r->delay / (double)r->n : NAN;
        to[i].last = any ? (double)r->last : 0;
    }
}

int merge_delays(MPI_Comm comm, struct sums *own, struct profile *p)
{
    int64_t n = delays_wanted(p);
    struct delay *mine;
    struct key *keys;
    int rank, rc = PMPI_Bcast(&n, 1, MPI_INT64_T, 0, comm);

    PMPI_Comm_rank(comm, &rank);
    if (rc != MPI_SUCCESS)
        return rc;
    keys = calloc((size_t)n + 1, sizeof(*keys));
    mine = calloc((size_t)n + 1, sizeof(*mine));
    p->ndelays = (size_t)n;
    if (rank == 0)
        p->delays = calloc((size_t)n * (size_t)p->ranks + 1, sizeof(*mine));
    for (int64_t i = 0; rank == 0 && keys != NULL && i < n; i++)
        keys[i] = p->sums.v[i].key;
    if (keys == NULL || mine == NULL || (rank == 0 && p->delays == NULL))
        rc = MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS)
        rc = PMPI_Bcast(keys, (int)(n * (int64_t)sizeof(*keys)), MPI_BYTE, 0,
                        comm);
    if (rc == MPI_SUCCESS) {
        delays_of(own, keys, n, mine);
        rc = PMPI_Gather(mine, (int)(2 * n), MPI_DOUBLE, p->delays,
                         (int)(2 * n), MPI_DOUBLE, 0, comm);
    }
    free(keys);
    free(mine);
    return rc;
}

/* Writes "0-3,8". */
static void cpus_print(char *text, size_t room)
{
    cpu_set_t set;
    size_t at = 0;

    text[0] = '\0';
    if (sched_getaffinity(0, sizeof(set), &set) != 0)
        return;
    for (int i = 0, from; i < CPU_SETSIZE && at < room; i++) {
        if (!CPU_ISSET(i, &set))
            continue;
        from = i;
        while (i + 1 < CPU_SETSIZE && CPU_ISSET(i + 1, &set))
            i++;
        at += (size_t)snprintf(text + at, room - at, "%s%d", at > 0 ? "," : "",
                               from);
        if (i > from && at < room)
            at += (size_t)snprintf(text + at, room - at, "-%d", i);
    }
}

/* Computes the profile's totals from the facts of all ranks. */
static void sum_up(struct profile *p)
{
    p->in_mpi[1] = INFINITY;
    for (int r = 0; r < p->ranks; r++) {
        const struct rank_facts *f = &p->facts[r];

        p->seconds = fmax(p->seconds, f->seconds);
        p->in_mpi[0] += f->in_mpi / p->ranks;
        p->in_mpi[1] = fmin(p->in_mpi[1], f->in_mpi);
        p->in_mpi[2] = fmax(p->in_mpi[2], f->in_mpi);
        p->unmatched += f->unmatched;
    }
}

int merge_facts(MPI_Comm comm, struct rank_facts *own, struct profile *p)
{
    struct utsname host;
    int rank, rc;

    PMPI_Comm_rank(comm, &rank);
    if (uname(&host) == 0)
        snprintf(own->host, sizeof(own->host), "%.63s", host.nodename);
    cpus_print(own->cpus, sizeof(own->cpus));
    own->first = common_time.first;
    if (rank == 0)
        p->facts = calloc((size_t)p->ranks, sizeof(*own));
    if (rank == 0 && p->facts == NULL)
        return MPI_ERR_NO_MEM;
    rc = PMPI_Gather(own, sizeof(*own), MPI_BYTE, p->facts, sizeof(*own),
                     MPI_BYTE, 0, comm);
    if (rc == MPI_SUCCESS && rank == 0)
        sum_up(p);
    return rc;
}

void profile_free(struct profile *p)
{
    sums_free(&p->sums);
    free(p->delays);
    free(p->facts);
}
