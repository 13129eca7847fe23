/* agree.c: what fails on one rank fails on all, with the same cause. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/agree.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

enum { REASON_SIZE = 512 };

static void reason_print(char *text, int rc, const char *cause)
{
    char own[MPI_MAX_ERROR_STRING];
    int length;

    if (cause == NULL)
        MPI_Error_string(rc, own, &length);
    snprintf(text, REASON_SIZE, "%s", cause != NULL ? cause : own);
}

int agree_reason(MPI_Comm comm, int rc, char **cause)
{
    int rank, mine[2], least[2]; /* rank that failed, whether one did */
    char text[REASON_SIZE] = "";

    MPI_Comm_rank(comm, &rank);
    mine[0] = rc == 0 ? INT_MAX : rank;
    mine[1] = rc != 0;
    if (MPI_Allreduce(mine, least, 2, MPI_INT, MPI_MIN, comm) != MPI_SUCCESS)
        return MPI_ERR_OTHER;
    if (least[0] == INT_MAX)
        return 0;
    if (rank == least[0])
        reason_print(text, rc, *cause);
    free(*cause);
    *cause = NULL;
    if (MPI_Bcast(text, sizeof(text), MPI_CHAR, least[0], comm) == MPI_SUCCESS)
        *cause =
            least[1] ? xstrdup(text) : xasprintf("rank %d: %s", least[0], text);
    return MPI_ERR_OTHER;
}
