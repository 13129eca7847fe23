/* mpi_progress.c: MPI messages complete while ranks wait; huge messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE = 4 << 20 }; /* sent by rendezvous in every MPI library */

/* A large message, which completes only if both ranks make progress. */
struct transfer {
    int from; /* sender, rank 0 or 1; the
               * other receives */
    enum {
        SEND_WAITS,
        RECEIVE_WAITS
    } blocks;      /* call before the broadcast: the one that waits */
    size_t nbytes; /* bytes of the broadcast */
};

static const struct transfer transfers[] = {
    /* the root's Send needs the other rank, which waits in the broadcast */
    {0, SEND_WAITS, 100},
    /* the root receives a reader's Isend before it broadcasts */
    {1, RECEIVE_WAITS, 100},
    /* the root waits for buffers while the reader waits for the root's Isend */
    {0, RECEIVE_WAITS, 1000000},
};

static void broadcast_during(const struct transfer *t, struct engine *h,
                             char *buf, unsigned seed)
{
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm comm = MPI_COMM_WORLD;

    if (test_rank == t->from && t->blocks == SEND_WAITS)
        MPI_Send(buf, LARGE, MPI_BYTE, 1 - t->from, 1, comm);
    else if (test_rank == t->from)
        MPI_Isend(buf, LARGE, MPI_BYTE, 1 - t->from, 1, comm, &request);
    else if (test_rank == 1 - t->from && t->blocks == SEND_WAITS)
        MPI_Irecv(buf, LARGE, MPI_BYTE, t->from, 1, comm, &request);
    else if (test_rank == 1 - t->from)
        MPI_Recv(buf, LARGE, MPI_BYTE, t->from, 1, comm, MPI_STATUS_IGNORE);
    test_once(h, test_rank, 0, t->nbytes, seed);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void case_progress(struct engine *h)
{
    char *buf = test_alloc(LARGE);

    memset(buf, 0, LARGE);
    if (test_size < 2)
        test_skip("one rank has nobody to wait for");
    for (unsigned i = 0; test_size > 1 && i < 15; i++)
        broadcast_during(&transfers[i % 3], h, buf, i % 3 + 1);
    free(buf);
}

/* Returns the bytes of available memory. */
static size_t memory_available(void)
{
    FILE *file = fopen("/proc/meminfo", "r");
    unsigned long long kib = 0;
    char line[128];

    while (file != NULL && fgets(line, sizeof(line), file) != NULL)
        if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1)
            break;
    if (file != NULL)
        fclose(file);
    return (size_t)kib * 1024;
}

static int big_skipped(void)
{
    int enough = getenv("SMALL_MEMORY") == NULL &&
                 memory_available() > ((size_t)12 << 30);

    MPI_Bcast(&enough, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!enough || test_size > 2)
        test_skip("needs 12 GiB of memory and at most 2 ranks");
    return !enough || test_size > 2;
}

/* More bytes than INT_MAX, expressed by different counts and types. All
 * settings use one buffer, whose pages take long to map; each has other
 * contents. */
void case_big(const char *text)
{
    const int half = (1 << 30) + 1;
    size_t nbytes = 2 * (size_t)half;
    static unsigned seed = 5;
    static char *buf;
    struct engine *h;
    MPI_Datatype type;

    if (big_skipped())
        return;
    h = test_create(MPI_COMM_WORLD, text);
    if (buf == NULL)
        buf = test_alloc(nbytes);
    seed++;
    MPI_Type_contiguous(half, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    if (test_rank == 0)
        test_fill(buf, nbytes, seed);
    if (h != NULL && test_rank == 0)
        EXPECT(engine_bcast(buf, (MPI_Count)nbytes, MPI_BYTE, 0, h) ==
               MPI_SUCCESS);
    else if (h != NULL)
        EXPECT(engine_bcast(buf, 2, type, 0, h) == MPI_SUCCESS);
    EXPECT(test_same(buf, nbytes, seed));
    MPI_Type_free(&type);
    EXPECT(engine_free(&h) == MPI_SUCCESS);
}

/* One element with gaps of more than INT_MAX bytes. */
void case_bigelement(const char *text)
{
    const size_t blocks = 2049, block = (size_t)1 << 20, stride = block + 64;
    struct engine *h;
    MPI_Datatype type;
    char *buf;

    if (big_skipped())
        return;
    h = test_create(MPI_COMM_WORLD, text);
    buf = test_alloc(blocks * stride);
    MPI_Type_create_hvector((int)blocks, (int)block, (MPI_Aint)stride, MPI_BYTE,
                            &type);
    MPI_Type_commit(&type);
    for (size_t i = 0; i < blocks; i++) {
        if (test_rank == 0)
            test_fill(buf + i * stride, block, (unsigned)i);
        memset(buf + i * stride + block, 0x5a, stride - block);
    }
    if (h != NULL)
        EXPECT(engine_bcast(buf, 1, type, 0, h) == MPI_SUCCESS);
    for (size_t i = 0; h != NULL && i < blocks; i++) {
        EXPECT(test_same(buf + i * stride, block, (unsigned)i));
        EXPECT(buf[i * stride + block] == 0x5a);
        EXPECT(buf[(i + 1) * stride - 1] == 0x5a);
    }
    MPI_Type_free(&type);
    free(buf);
    EXPECT(engine_free(&h) == MPI_SUCCESS);
}
