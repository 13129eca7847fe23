/* agree.c: agreement of all ranks on an exit status and on how they were
 * started. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/agree.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/xmalloc.h"
#include "measure/case.h"

int cause_agree(int value, char *cause)
{
    int worst = EXIT_FAILED, rank, mine, lowest;
    char *line;

    MPI_Allreduce(&value, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = cause != NULL ? rank : INT_MAX;
    MPI_Allreduce(&mine, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (worst != 0 && rank == lowest) {
        /* one write(), since ranks may print simultaneously */
        line = xasprintf("mpiperf: %s\n", cause);
        fputs(line, stderr);
        free(line);
    }
    free(cause);
    return worst;
}

int facts_agree(const struct early *e)
{
    size_t length;
    char *mine = facts_text(e, environ, &length), *first = NULL, *cause;
    int rank, n = (int)length;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    HARNESS_BCAST(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    first = xmalloc((size_t)n);
    if (rank == 0)
        memcpy(first, mine, (size_t)n);
    HARNESS_BCAST(first, n, MPI_CHAR, 0, MPI_COMM_WORLD);
    cause = facts_differ(mine, length, rank, first, (size_t)n);
    free(first);
    free(mine);
    return cause_agree(cause != NULL, cause);
}
