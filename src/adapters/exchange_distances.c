/* exchange_distances.c: distances of nodes out of a file that rank 0 reads. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/exchange_distances.h"

#include <stdlib.h>
#include "algos/msgsched/msgsched.h"
#include "lib/digest.h"
#include "lib/file.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* On rank 0: *d, without the digest, or NULL there and *cause. */
static void file_read(const char *file, struct distances *d, char **cause)
{
    const char *why = "not a regular file";
    int line = 0;

    if (!file_irregular(file) &&
        msgsched_distance_read(file, &d->nodes, &d->at, &line, &why) == 0)
        return;
    d->at = NULL;
    *cause = line > 0 ? xasprintf("%s:%d: %s", SHOWN_FILE(file), line, why)
                      : xasprintf("%s: %s", SHOWN_FILE(file), why);
}

int distances_load(const char *file, MPI_Comm comm, struct distances *d,
                   char **cause)
{
    int rank, rc;

    *d = (struct distances){0};
    if (file == NULL)
        return MPI_SUCCESS;
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        file_read(file, d, cause);
    rc = MPI_Bcast(&d->nodes, 1, MPI_INT, 0, comm);
    if (rc == MPI_SUCCESS && d->nodes == 0 && rank != 0)
        *cause = xasprintf("%s: rank 0 cannot read it", SHOWN_FILE(file));
    if (rc != MPI_SUCCESS || d->nodes == 0)
        return rc != MPI_SUCCESS ? rc : MPI_ERR_FILE;
    if (rank != 0)
        d->at = xcalloc((size_t)d->nodes * (size_t)d->nodes, sizeof(*d->at));
    rc = MPI_Bcast(d->at, d->nodes * d->nodes, MPI_INT, 0, comm);
    d->digest = digest_add(DIGEST_BEGIN, d->nodes);
    for (int i = 0; i < d->nodes * d->nodes; i++)
        d->digest = digest_add(d->digest, d->at[i]);
    return rc;
}
