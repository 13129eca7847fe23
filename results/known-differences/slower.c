/* slower.c: for LD_PRELOAD: broadcasts take a known time longer. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * SLOWER lists how much: "BYTES:NANOSECONDS ...". Other sizes pass through the
 * same delay of nothing. What was made of it, a line "BYTES SECONDS" for each,
 * is appended to the file SLOWER_LOG if there is one.
 *
 * SLOWER_SHARE, in percent, instead: each call takes so much of its own time
 * longer, whatever state the machine is in. With 0 the clock is read as well.
 */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
#include "chain.h"

enum { SIZES_MAX = 16 };

static struct {
    long bytes, blocks;
} slower[SIZES_MAX];
static size_t nslower;
static double share = -1; /* of a call's time; below 0: not asked for */
static double block_seconds;

/* One write a line: ranks share the file. */
static void tell(int log, long bytes, double seconds)
{
    char line[80];
    int n = snprintf(line, sizeof(line), "%ld %.9g\n", bytes, seconds);

    if (write(log, line, (size_t)n) != n)
        perror("SLOWER_LOG");
}

__attribute__((constructor)) static void slower_prepare(void)
{
    const char *list = getenv("SLOWER"), *file = getenv("SLOWER_LOG");
    const char *percent = getenv("SLOWER_SHARE");
    int log =
        file != NULL ? open(file, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;

    block_seconds = chain_block_seconds();
    share = percent != NULL ? strtod(percent, NULL) / 100 : -1;
    while (list != NULL && *list != '\0' && nslower < SIZES_MAX) {
        long bytes = strtol(list, NULL, 10);
        long blocks = chain_blocks(chain_listed(list, bytes), block_seconds);

        slower[nslower].bytes = bytes;
        slower[nslower++].blocks = blocks;
        if (log >= 0)
            tell(log, bytes, (double)blocks * block_seconds);
        list = strchr(list, ' ');
        list = list != NULL ? list + 1 : NULL;
    }
    if (log >= 0)
        close(log);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root,
              MPI_Comm comm)
{
    double begin = share >= 0 ? chain_now() : 0;
    int rc = PMPI_Bcast(buffer, count, type, root, comm), size;
    long blocks = 0;

    if (share >= 0) {
        chain_wait(
            chain_blocks(share * (chain_now() - begin), block_seconds));
        return rc;
    }
    MPI_Type_size(type, &size);
    for (size_t i = 0; i < nslower; i++)
        if (slower[i].bytes == (long)count * size)
            blocks = slower[i].blocks;
    chain_wait(blocks);
    return rc;
}
