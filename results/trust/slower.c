/* slower.c: for LD_PRELOAD: a broadcast takes SLOWER_SHARE % longer. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each call waits, on each rank, for that share of the time that it took,
 * whatever state the machine is in. With 0 the clock is read as well: a side
 * with 0 and one with 10 differ by 10 % of a call.
 */
#include <mpi.h>
#include <stdlib.h>
#include "chain.h"

static double share, block_seconds;

__attribute__((constructor)) static void slower_prepare(void)
{
    const char *percent = getenv("SLOWER_SHARE");

    share = percent != NULL ? strtod(percent, NULL) / 100 : 0;
    block_seconds = chain_block_seconds();
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root,
              MPI_Comm comm)
{
    double begin = chain_now();
    int rc = PMPI_Bcast(buffer, count, type, root, comm);

    chain_wait(chain_blocks(share * (chain_now() - begin), block_seconds));
    return rc;
}
