/* auto_life.c: what a handle finds out when it is made; ranks that go. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine_auto.h"
#include "mpi_test.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "../auto/handle.h"

static bool same_everywhere(size_t value)
{
    uint64_t mine[] = {value, ~(uint64_t)value}, all[2];

    MPI_Allreduce(mine, all, 2, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
    return all[0] == value && all[1] == ~(uint64_t)value;
}

/* Which is chosen is for the machine to say; what can be, and that rings of
 * either size work, is checked. */
void case_calibrated(const char *text)
{
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    struct shmbcast_auto *h = engine_auto(e);
    const struct shmbcast_auto_params *p;

    if (e == NULL)
        return;
    p = shmbcast_auto_params(h);
    EXPECT(same_everywhere(p->ring) && same_everywhere(p->pull) &&
           same_everywhere(p->slot));
    EXPECT(test_size == 1 ||
           (p->slot >= 1 << 10 && p->slot <= SHMBCAST_AUTO_SLOT_MAX));
    EXPECT(p->ring == 256 << 10 || (test_size > 1 && p->ring == 64 << 10));
    EXPECT(h->ring == p->ring && h->stride - h->ring_at == 256 << 10);
    if (test_size > 1 && !shmbcast_auto_can_pull(h))
        EXPECT(p->pull == SHMBCAST_AUTO_NEVER);
    else if (test_size > 1 && p->pull != SHMBCAST_AUTO_NEVER)
        EXPECT(p->pull >= 2 << 10 && p->pull <= 4 << 20);
    for (size_t n = 1; n < 6 << 20; n = n * 7 + 1)
        for (int root = 0; root < test_size; root++)
            test_once(e, test_rank, root, n, (unsigned)n);
    EXPECT(engine_free(&e) == MPI_SUCCESS);
}

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
 * this ends them, and checks what is left. */
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
