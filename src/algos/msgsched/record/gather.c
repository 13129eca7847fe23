/* gather.c: rank 0 gathers the sets and the nodes of all ranks.
 *
 * Used only at the end of the program. Each rank in turn sends the sizes of its
 * arrays, then the arrays if rank 0 has memory for them.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "finish.h"

#include "mpi/nodes.h"

/* A rank's first message: bytes of each array, lowest rank of its node. */
enum { WORDS, START, HISTORY, NARRAYS, LOWEST = NARRAYS, NFIGURES };

static int64_t lowest_here(MPI_Comm comm)
{
    MPI_Comm here;
    int lowest;

    PMPI_Comm_rank(comm, &lowest);
    if (PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, lowest, MPI_INFO_NULL,
                             &here) == MPI_SUCCESS) {
        PMPI_Bcast(&lowest, 1, MPI_INT, 0, here);
        PMPI_Comm_free(&here);
    }
    return lowest;
}

static void figures_of(const struct sets *s, MPI_Comm comm,
                       int64_t figures[NFIGURES])
{
    const struct intern *u = &s->unique;

    figures[WORDS] = (int64_t)(u->words.n * sizeof(*u->words.w));
    figures[START] = u->n > 0 ? (int64_t)((u->n + 1) * sizeof(*u->start)) : 0;
    figures[HISTORY] = (int64_t)(s->nhistory * sizeof(*s->history));
    figures[LOWEST] = lowest_here(comm);
}

/* Sends the arrays to rank 0 or, on rank 0, receives them from rank [from].
 * Splits arrays whose size exceeds an int. */
static void transfer(const struct sets *s, const int64_t figures[NFIGURES],
                     int from, MPI_Comm comm)
{
    const int64_t most = 1 << 30;
    char *const array[NARRAYS] = {(char *)s->unique.words.w,
                                  (char *)s->unique.start, (char *)s->history};

    for (int a = 0; a < NARRAYS; a++)
        for (int64_t at = 0; at < figures[a]; at += most) {
            int n = (int)(figures[a] - at < most ? figures[a] - at : most);

            if (from < 0)
                PMPI_Send(array[a] + at, n, MPI_BYTE, 0, 0, comm);
            else
                PMPI_Recv(array[a] + at, n, MPI_BYTE, from, 0, comm,
                          MPI_STATUS_IGNORE);
        }
}

static bool make_room(struct sets *s, const int64_t figures[NFIGURES])
{
    struct intern *u = &s->unique;

    u->words.w = calloc(1, (size_t)figures[WORDS] + 1);
    u->start = calloc(1, (size_t)figures[START] + 1);
    s->history = calloc(1, (size_t)figures[HISTORY] + 1);
    s->nhistory = (size_t)figures[HISTORY] / sizeof(*s->history);
    return u->words.w != NULL && u->start != NULL && s->history != NULL;
}

void gathered_free(struct sets *all, int size)
{
    for (int r = 0; all != NULL && r < size; r++)
        sets_free(&all[r]);
    free(all);
}

/* On rank 0: receives the sets of all other ranks. [own]: rank 0's own. */
static struct sets *collect(MPI_Comm comm, int size, struct sets *own,
                            int *node)
{
    struct sets *all = calloc((size_t)size, sizeof(*all));
    int ok = all != NULL && node != NULL;

    if (ok) {
        all[0] = *own;
        *own = (struct sets){0};
    }
    for (int r = 1; r < size; r++) {
        int64_t figures[NFIGURES];

        PMPI_Recv(figures, NFIGURES, MPI_INT64_T, r, 0, comm,
                  MPI_STATUS_IGNORE);
        ok = ok && make_room(&all[r], figures);
        PMPI_Send(&ok, 1, MPI_INT, r, 0, comm);
        if (!ok)
            continue;
        node[r] = (int)figures[LOWEST];
        transfer(&all[r], figures, r, comm);
    }
    if (ok) {
        nodes_number(node, size);
        return all;
    }
    gathered_free(all, size);
    return NULL;
}

struct sets *gather_sets(MPI_Comm comm, struct sets *sets, int **node)
{
    int64_t figures[NFIGURES];
    struct sets *all = NULL;
    int rank, size, ok;

    *node = NULL;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    figures_of(sets, comm, figures);
    if (rank == 0) {
        *node = calloc((size_t)size, sizeof(**node));
        all = collect(comm, size, sets, *node);
    } else {
        PMPI_Send(figures, NFIGURES, MPI_INT64_T, 0, 0, comm);
        PMPI_Recv(&ok, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        if (ok)
            transfer(sets, figures, -1, comm);
    }
    sets_free(sets);
    return all;
}
