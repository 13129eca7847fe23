/* gather.c: rank 0 gets the sets and the nodes of all ranks.
 *
 * At the end of the program only: a gather of lengths, then three arrays from
 * each rank, into memory that rank 0 has reserved for all of them.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "finish.h"

int *nodes_of(MPI_Comm comm)
{
    int rank, size, lowest, *node = NULL, count = 0, ok;
    MPI_Comm here;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    if (rank == 0)
        node = calloc((size_t)size, sizeof(*node));
    ok = rank != 0 || node != NULL;
    PMPI_Bcast(&ok, 1, MPI_INT, 0, comm);
    if (!ok)
        return NULL;
    lowest = rank;
    if (PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL,
                             &here) == MPI_SUCCESS) {
        PMPI_Bcast(&lowest, 1, MPI_INT, 0, here);
        PMPI_Comm_free(&here);
    }
    PMPI_Gather(&lowest, 1, MPI_INT, node, 1, MPI_INT, 0, comm);
    for (int i = 0; rank == 0 && i < size; i++)
        node[i] = node[i] == i ? count++ : node[node[i]];
    return node;
}

/* How long the arrays of a rank are. */
enum { UNIQUE, WORDS, HISTORY, NLENGTHS };

static void lengths_of(const struct sets *s, int64_t length[NLENGTHS])
{
    length[UNIQUE] = (int64_t)s->unique.n;
    length[WORDS] = s->unique.n > 0 ? (int64_t)s->unique.start[s->unique.n] : 0;
    length[HISTORY] = (int64_t)s->nhistory;
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
static void transfer_sets(struct sets *s, const int64_t length[NLENGTHS],
                          int from, MPI_Comm comm)
{
    transfer(s->unique.words, length[WORDS], MPI_INT64_T, from, comm);
    if (length[UNIQUE] > 0)
        transfer(s->unique.start, length[UNIQUE] + 1, MPI_UINT64_T, from, comm);
    transfer(s->history, length[HISTORY], MPI_UINT32_T, from, comm);
}

static bool make_room(struct sets *s, const int64_t length[NLENGTHS])
{
    _Static_assert(sizeof(*s->unique.start) == sizeof(uint64_t),
                   "sent as MPI_UINT64_T");
    s->unique.words = calloc((size_t)length[WORDS] + 1, sizeof(int64_t));
    s->unique.start = calloc((size_t)length[UNIQUE] + 1, sizeof(size_t));
    s->history = calloc((size_t)length[HISTORY] + 1, sizeof(uint32_t));
    s->unique.n = (size_t)length[UNIQUE];
    s->nhistory = (size_t)length[HISTORY];
    return s->unique.words != NULL && s->unique.start != NULL &&
           s->history != NULL;
}

static void free_all(struct sets *all, int size)
{
    for (int r = 0; all != NULL && r < size; r++)
        sets_free(&all[r]);
    free(all);
}

/* On rank 0: room for what the others will send. */
static struct sets *prepare(const int64_t *lengths, int size)
{
    struct sets *all = calloc((size_t)size, sizeof(*all));

    if (all == NULL || lengths == NULL) {
        free(all);
        return NULL;
    }
    for (int r = 1; r < size; r++)
        if (!make_room(&all[r], lengths + r * NLENGTHS)) {
            free_all(all, size);
            return NULL;
        }
    return all;
}

struct sets *gather_sets(MPI_Comm comm, struct sets *sets)
{
    int64_t mine[NLENGTHS], *lengths = NULL;
    struct sets *all = NULL;
    int rank, size, ok;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &size);
    if (rank == 0)
        lengths = calloc((size_t)size * NLENGTHS, sizeof(*lengths));
    ok = rank != 0 || lengths != NULL;
    PMPI_Bcast(&ok, 1, MPI_INT, 0, comm);
    if (ok) {
        lengths_of(sets, mine);
        PMPI_Gather(mine, NLENGTHS, MPI_INT64_T, lengths, NLENGTHS, MPI_INT64_T,
                    0, comm);
        if (rank == 0)
            ok = (all = prepare(lengths, size)) != NULL;
        PMPI_Bcast(&ok, 1, MPI_INT, 0, comm);
    }
    if (ok && rank == 0) {
        all[0] = *sets;
        *sets = (struct sets){0};
        for (int r = 1; r < size; r++)
            transfer_sets(&all[r], lengths + r * NLENGTHS, r, comm);
    } else if (ok) {
        transfer_sets(sets, mine, -1, comm);
    }
    sets_free(sets);
    free(lengths);
    return all;
}
