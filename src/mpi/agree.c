/* agree.c: agreement of ranks on whether something failed on any of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/agree.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpi/nodes.h"

int agree_window(MPI_Comm comm, MPI_Win *win, int mine)
{
    int worst, rc = MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, comm);

    if (rc == MPI_SUCCESS)
        rc = worst;
    if (rc != MPI_SUCCESS)
        *win = MPI_WIN_NULL;
    return rc;
}

int agree_code(MPI_Comm comm, int mine)
{
    return agree_window(comm, &(MPI_Win){MPI_WIN_NULL}, mine);
}

enum { REASON_SIZE = 512 };

int agree_reason(MPI_Comm comm, int rc, char **cause)
{
    int rank, mine[2], least[2]; /* lowest failing rank; 1 if all fail */
    char text[REASON_SIZE] = "";

    MPI_Comm_rank(comm, &rank);
    mine[0] = rc == 0 ? INT_MAX : rank;
    mine[1] = rc != 0;
    if (MPI_Allreduce(mine, least, 2, MPI_INT, MPI_MIN, comm) != MPI_SUCCESS)
        return MPI_ERR_OTHER;
    if (least[0] == INT_MAX)
        return 0;
    if (rank == least[0]) {
        if (*cause == NULL)
            *cause = error_text(rc);
        snprintf(text, sizeof(text), "%s", *cause);
    }
    free(*cause);
    *cause = NULL;
    if (MPI_Bcast(text, sizeof(text), MPI_CHAR, least[0], comm) == MPI_SUCCESS)
        *cause =
            least[1] ? xstrdup(text) : xasprintf("rank %d: %s", least[0], text);
    return MPI_ERR_OTHER;
}
