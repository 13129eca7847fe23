/* status.c: how the program ends, the same on all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/run.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

int status_agree(int value)
{
    int worst = EXIT_FAILED;

    MPI_Allreduce(&value, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return worst;
}

/* The cause of the lowest rank that has one. */
static void cause_print(const char *cause)
{
    int rank, size, mine, lowest;
    char *line;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = cause != NULL ? rank : size;
    MPI_Allreduce(&mine, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (rank == lowest) {
        /* in one piece: ranks that run by themselves say it all at once */
        line = xasprintf("mpiperf: %s\n", cause);
        fputs(line, stderr);
        free(line);
    }
}

int cause_agree(int value, char *cause)
{
    int worst = status_agree(value);

    if (worst != 0)
        cause_print(cause);
    free(cause);
    return worst;
}
