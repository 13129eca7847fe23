/* expect.c: failures, messages and segments of the MPI test programs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "expect.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int test_rank, test_size;
atomic_int test_failures;

void test_fail(const char *file, int line, const char *what)
{
    if (atomic_fetch_add(&test_failures, 1) < 5)
        fprintf(stderr, "rank %d: %s:%d: %s\n", test_rank, file, line, what);
}

/* Gigabytes are on huge pages where there are any: others take seconds to map.
 */
void *test_alloc(size_t nbytes)
{
    const size_t huge = 2 << 20;
    void *p = nbytes < 16 * huge
                  ? malloc(nbytes + 1)
                  : aligned_alloc(huge, (nbytes / huge + 1) * huge);

    if (p == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    if (nbytes >= 16 * huge)
        madvise(p, nbytes / huge * huge, MADV_HUGEPAGE);
    return p;
}

/* A message is a part of repeated noise with this period. */
enum { PERIOD = 65521 };

static unsigned char noise[2 * PERIOD];

void test_init(int *argc, char ***argv)
{
    uint32_t x = 12345;
    int level;

    for (int i = 0; i < PERIOD; i++) {
        x = x * 1664525 + 1013904223;
        noise[i] = noise[i + PERIOD] = (unsigned char)(x >> 24);
    }
    MPI_Init_thread(argc, argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &test_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &test_size);
}

void test_fill(void *buf, size_t nbytes, unsigned seed)
{
    const unsigned char *from = noise + seed * 7919 % PERIOD;

    for (size_t at = 0; at < nbytes; at += PERIOD)
        memcpy((char *)buf + at, from,
               nbytes - at < PERIOD ? nbytes - at : PERIOD);
}

int test_same(const void *buf, size_t nbytes, unsigned seed)
{
    const unsigned char *from = noise + seed * 7919 % PERIOD;

    for (size_t at = 0; at < nbytes; at += PERIOD)
        if (memcmp((const char *)buf + at, from,
                   nbytes - at < PERIOD ? nbytes - at : PERIOD) != 0)
            return 0;
    return 1;
}

int test_segments(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512];
    int n = 0;

    while (maps != NULL && fgets(line, sizeof(line), maps) != NULL)
        n += strstr(line, "/dev/shm/#") != NULL;
    if (maps != NULL)
        fclose(maps);
    return n;
}
