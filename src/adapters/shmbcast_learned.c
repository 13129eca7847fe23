/* shmbcast_learned.c: what ranks have learned, in a file and told on rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/shmbcast_learned.h"

#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* The ranks' texts one after another, on rank 0. Takes over [mine]; NULL counts
 * as an empty one. */
static char *gather(MPI_Comm comm, char *mine)
{
    int rank, size, length = mine != NULL ? (int)strlen(mine) : 0, all = 0;
    int *lengths = NULL, *displs = NULL;
    char *text = NULL;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank == 0) {
        lengths = xcalloc((size_t)size, sizeof(*lengths));
        displs = xcalloc((size_t)size, sizeof(*displs));
    }
    MPI_Gather(&length, 1, MPI_INT, lengths, 1, MPI_INT, 0, comm);
    for (int i = 0; rank == 0 && i < size; i++) {
        displs[i] = all;
        all += lengths[i];
    }
    if (rank == 0)
        text = xcalloc((size_t)all + 1, 1);
    MPI_Gatherv(mine, length, MPI_CHAR, text, lengths, displs, MPI_CHAR, 0,
                comm);
    free(lengths);
    free(displs);
    free(mine);
    if (all > 0)
        return text;
    free(text);
    return NULL;
}

/* The text of the lowest rank that has one. */
static char *gather_first(MPI_Comm comm, char *mine)
{
    int rank, size, has, lowest;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    has = mine != NULL ? rank : size;
    lowest = size;
    MPI_Allreduce(&has, &lowest, 1, MPI_INT, MPI_MIN, comm);
    if (rank == lowest)
        return gather(comm, mine);
    free(mine);
    return gather(comm, NULL);
}

static int rank_in(MPI_Comm comm)
{
    int rank;

    MPI_Comm_rank(comm, &rank);
    return rank;
}

static char *warning(MPI_Comm comm, const char *what, const char *file,
                     const char *why)
{
    return xasprintf("shmbcast-auto: rank %d %s '%s': %s; learn_file=none "
                     "does without\n",
                     rank_in(comm), what, SHOWN_FILE(file), why);
}

char *shmbcast_learned_read(struct shmbcast_auto *h, MPI_Comm comm,
                            const char *file)
{
    const char *why = NULL;
    char *wrong = NULL;

    if (file != NULL && shmbcast_auto_learned_read(h, file, &why) != 0)
        wrong = warning(comm, "cannot read what was learned from", file, why);
    return gather_first(comm, wrong);
}

char *shmbcast_learned_write(struct shmbcast_auto *h, MPI_Comm comm,
                             const char *file)
{
    const char *why = NULL;
    char *wrong = NULL;

    if (file != NULL && shmbcast_auto_learned_write(h, file, &why) != 0)
        wrong = warning(comm, "cannot write what was learned to", file, why);
    return gather_first(comm, wrong);
}

char *shmbcast_learned_tell(struct shmbcast_auto *h, MPI_Comm comm)
{
    char *table = shmbcast_auto_learned_text(h), *text = NULL;

    if (table != NULL && table[0] != '\0')
        text = xasprintf("shmbcast-auto: learned by rank %d as the root\n%s",
                         rank_in(comm), table);
    free(table);
    return gather(comm, text);
}
