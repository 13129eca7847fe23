/* mpi_geometry.c: parameters of the published algorithm and its queues. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "mpi_test.h"

/* The trees that need no k may have any. */
void case_ignored(const char *text)
{
    struct shmbcast_params params = test_params(text);
    struct shmbcast *h = NULL;

    params.k = -test_rank;
    EXPECT(shmbcast_create(MPI_COMM_WORLD, &params, &h) == MPI_SUCCESS);
    EXPECT(shmbcast_free(&h) == MPI_SUCCESS);
}

/* A queue larger than /dev/shm, whatever its size is here. */
void case_toolarge(const char *text)
{
    struct statvfs fs;
    char large[64];

    EXPECT(statvfs("/dev/shm", &fs) == 0);
    snprintf(large, sizeof(large), "%s f=1Gi q=1 s=%d", text,
             (int)((fs.f_blocks * fs.f_frsize >> 30) + 1));
    test_refused(MPI_COMM_WORLD, large, MPI_ERR_NO_SPACE);
    test_works();
}

void case_placement(struct engine *e)
{
    struct shmbcast *h = engine_shmbcast(e);
    const struct shmbcast_params *p;
    long local, remote, page = sysconf(_SC_PAGESIZE);
    int leader;

    if (h == NULL)
        return;
    p = shmbcast_params(h);
    shmbcast_placement(h, &local, &remote);
    if (local < 0)
        test_skip("this system does not tell where pages are");
    else
        EXPECT(local + remote == p->s * (1 + (long)p->f / page));
    EXPECT((local < 0) == (remote < 0));
    leader = shmbcast_leader(h, test_rank);
    EXPECT(leader >= 0 && leader <= test_rank);
    EXPECT(shmbcast_leader(h, leader) == leader);
    EXPECT(shmbcast_leader(h, -1) == -1);
    EXPECT(shmbcast_leader(h, test_size) == -1);
}
