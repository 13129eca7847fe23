/* gather.c: rank 0 gets the sets and the nodes of all ranks.
 *
 * At the end of the program only: a gather of lengths, then three arrays from
 * each rank, into memory that rank 0 has reserved for all of them.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "finish.h"

/* How long the arrays of a rank are, and the lowest rank of its node. */
enum { UNIQUE, WORDS, HISTORY, LOWEST, NFIGURES };

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

    figures[UNIQUE] = (int64_t)u->n;
    figures[WORDS] = u->n > 0 ? (int64_t)u->start[u->n] : 0;
    figures[HISTORY] = (int64_t)s->nhistory;
    figures[LOWEST] = lowest_here(comm);
}

/* The number of each rank's node: the first of them has counted it. */
static int *number_nodes(const int64_t *figures, int size)
{
    int *node = calloc((size_t)size, sizeof(*node)), count = 0;

    for (int r = 0; node != NULL && r < size; r++) {
        int lowest = (int)figures[r * NFIGURES + LOWEST];

        node[r] = lowest == r ? count++ : node[lowest];
    }
    return node;
}

/* Arrays may be longer than an int counts. */
static void transfer(void *array, int64_t n, MPI_Datatype type, int from,
                     MPI_Comm comm)
{
    const int64_t most = 1 << 28;
    int size;

    PMPI_Type_size(type, &size);
    for (int64_t at = 0; at < n; at += most) {
        int count = (int)(n - at < most ? n - at : most);
        char *part = (char *)array + at * size;

        if (from < 0)
            PMPI_Send(part, count, type, 0, 0, comm);
        else
            PMPI_Recv(part, count, type, from, 0, comm, MPI_STATUS_IGNORE);
    }
}

/* To rank 0, or on it from another. */
static void transfer_sets(struct sets *s, const int64_t figures[NFIGURES],
                          int from, MPI_Comm comm)
{
    transfer(s->unique.words, figures[WORDS], MPI_INT64_T, from, comm);
    if (figures[UNIQUE] > 0)
        transfer(s->unique.start, figures[UNIQUE] + 1, MPI_UINT64_T, from,
                 comm);
    transfer(s->history, figures[HISTORY], MPI_UINT32_T, from, comm);
}

static bool make_room(struct sets *s, const int64_t figures[NFIGURES])
{
    _Static_assert(sizeof(*s->unique.start) == sizeof(uint64_t),
                   "sent as MPI_UINT64_T");
    s->unique.words = calloc((size_t)figures[WORDS] + 1, sizeof(int64_t));
    s->unique.start = calloc((size_t)figures[UNIQUE] + 1, sizeof(size_t));
    s->history = calloc((size_t)figures[HISTORY] + 1, sizeof(uint32_t));
    s->unique.n = (size_t)figures[UNIQUE];
    s->nhistory = (size_t)figures[HISTORY];
    return s->unique.words != NULL && s->unique.start != NULL &&
           s->history != NULL;
}

void gathered_free(struct sets *all, int size)
{
    for (int r = 0; all != NULL && r < size; r++)
        sets_free(&all[r]);
    free(all);
}

/* On rank 0: room for what the others will send, and the nodes. */
static struct sets *prepare(const int64_t *figures, int size, int **node)
{
    struct sets *all = calloc((size_t)size, sizeof(*all));
    bool ok = all != NULL;

    for (int r = 1; ok && r < size; r++)
        ok = make_room(&all[r], figures + r * NFIGURES);
    if (ok && (*node = number_nodes(figures, size)) != NULL)
        return all;
    gathered_free(all, size);
    return NULL;
}

struct sets *gather_sets(MPI_Comm comm, struct sets *sets, int **node)
{
    int64_t mine[NFIGURES], *figures = NULL;
    struct sets *all = NULL;
    int rank, size, ok;

    *node = NULL;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    if (rank == 0)
        figures = calloc((size_t)size * NFIGURES, sizeof(*figures));
    ok = rank != 0 || figures != NULL;
    PMPI_Bcast(&ok, 1, MPI_INT, 0, comm);
    if (ok) {
        figures_of(sets, comm, mine);
        PMPI_Gather(mine, NFIGURES, MPI_INT64_T, figures, NFIGURES, MPI_INT64_T,
                    0, comm);
        if (rank == 0)
            ok = (all = prepare(figures, size, node)) != NULL;
        PMPI_Bcast(&ok, 1, MPI_INT, 0, comm);
    }
    if (ok && rank == 0) {
        all[0] = *sets;
        *sets = (struct sets){0};
        for (int r = 1; r < size; r++)
            transfer_sets(&all[r], figures + r * NFIGURES, r, comm);
    } else if (ok) {
        transfer_sets(sets, mine, -1, comm);
    }
    sets_free(sets);
    free(figures);
    return all;
}
