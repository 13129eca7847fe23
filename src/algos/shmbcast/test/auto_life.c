/* auto_life.c: what a handle finds out when it is made; ranks that go. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine_auto.h"
#include "mpi_test.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "../auto/handle.h"

void case_pages(const char *text)
{
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    struct shmbcast_auto *h = engine_auto(e);
    long local, remote;

    if (e == NULL)
        return;
    shmbcast_auto_placement(h, &local, &remote);
    if (local < 0)
        test_skip("this system does not tell where pages are");
    else
        EXPECT(local + remote == (long)h->stride / sysconf(_SC_PAGESIZE));
    EXPECT((local < 0) == (remote < 0));
    EXPECT(shmbcast_auto_leader(h, -1) == -1);
    EXPECT(shmbcast_auto_leader(h, test_size) == -1);
    for (int rank = 0; rank < test_size; rank++) {
        int group = shmbcast_auto_params(h)->group;
        int leader = shmbcast_auto_leader(h, rank);

        if (group > 0)
            EXPECT(leader == rank / group * group);
        EXPECT(leader >= 0 && leader <= rank);
        EXPECT(shmbcast_auto_leader(h, leader) == leader);
    }
    EXPECT(engine_free(&e) == MPI_SUCCESS);
}

/* The last rank dies while the others are with it in a broadcast; whoever ran
 * this ends them, and looks at what is left. */
void case_orphan(const char *text)
{
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    char *buf = test_alloc(1 << 20);

    if (e != NULL)
        test_once(e, test_rank, 0, 1 << 20, 1);
    if (test_rank == test_size - 1)
        kill(getpid(), SIGKILL);
    test_fill(buf, 1 << 20, 2);
    for (;;)
        EXPECT(engine_bcast(buf, 1 << 20, MPI_BYTE, 0, e) == MPI_SUCCESS);
}
