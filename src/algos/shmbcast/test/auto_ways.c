/* auto_ways.c: messages use the intended algorithms; all bytes are right. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine_auto.h"
#include "../auto/transfer.h"
#include "mpi_test.h"

#include <limits.h>
#include <linux/capability.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Broadcasts [nbytes] from every root in turn. */
static void all_roots(struct engine *e, size_t nbytes)
{
    for (int root = 0; root < test_size; root++) {
        test_once(e, test_rank, root, nbytes, (unsigned)nbytes);
        test_way(e, root, nbytes, test_threshold(e, nbytes, false));
    }
}

/* Broadcasts [nbytes]; [gaps]: this rank's buffer has gaps. */
static void with_gaps(struct engine *e, int root, size_t nbytes, bool gaps,
                      enum sb_algorithm algorithm)
{
    test_message(e, test_rank,
                 &(struct message){.root = root,
                                   .sent = nbytes,
                                   .room = nbytes,
                                   .gaps = gaps,
                                   .seed = (unsigned)nbytes});
    test_way(e, root, nbytes, algorithm);
}

/* Sizes around all limits. If the root's data have no gaps they are pulled,
 * whatever the others have; if they have gaps, they are not pulled. */
void case_ways(struct engine *e)
{
    enum { LARGE = 210000, ROOM = 3 << 20 };
    const struct shmbcast_auto_params *p = shmbcast_auto_params(engine_auto(e));
    const size_t limits[] = {p->slot, p->pull, p->ring};

    for (size_t nbytes = 0; nbytes < 60; nbytes++)
        all_roots(e, nbytes);
    for (size_t nbytes = 60; nbytes < ROOM; nbytes = nbytes * 3 + 1)
        all_roots(e, nbytes);
    for (int i = 0; i < 9; i++)
        if (limits[i / 3] > 0 && limits[i / 3] < ROOM)
            all_roots(e, limits[i / 3] - 1 + (size_t)i % 3);
    for (int root = 0; root < test_size; root++)
        for (int i = 0; i < 3; i++) {
            bool mine = test_rank == root ? i > 0 : i != 1;

            with_gaps(e, root, LARGE, mine,
                      i > 0 ? SB_RING : test_threshold(e, LARGE, false));
        }
}

/* Messages use their table's algorithms, at its sizes and between them. */
void case_table(struct engine *e)
{
    const struct shmbcast_auto_params *p = shmbcast_auto_params(engine_auto(e));

    EXPECT(p->calibrate == SHMBCAST_AUTO_CALIBRATE_OFF);
    for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++) {
        int root = (int)i % test_size;
        size_t size = sb_size_at(i);

        for (size_t n = size - 2; n <= size; n++) {
            test_once(e, test_rank, root, n, (unsigned)n);
            test_way(e, root, n, (enum sb_algorithm)p->dense[i]);
        }
        with_gaps(e, root, size / 3 * 3, true, (enum sb_algorithm)p->gaps[i]);
    }
    test_once(e, test_rank, 0, 3 << 20, 1);
    test_way(e, 0, 3 << 20,
             (enum sb_algorithm)p->dense[SHMBCAST_AUTO_SIZES - 1]);
}

/* Drops, for good, the capability to access protected processes. (Ranks without
 * it cannot access ranks that may still use it.) */
static void ptrace_capability_drop(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];

    EXPECT(syscall(SYS_capget, &head, data) == 0);
    data[0].effective &= ~(1u << CAP_SYS_PTRACE);
    data[0].permitted &= ~(1u << CAP_SYS_PTRACE);
    EXPECT(syscall(SYS_capset, &head, data) == 0);
}

/* The kernel denies access to the last rank's memory. Then only rings, and
 * loads and stores, remain; also for the private buffers of other ranks. */
void case_refused(const char *text)
{
    bool closed = test_rank > 0 && test_rank == test_size - 1;
    struct engine *e;

    if (test_size == 1) {
        test_skip("one rank has nobody to refuse");
        return;
    }
    ptrace_capability_drop();
    EXPECT(prctl(PR_SET_DUMPABLE, !closed) == 0);
    e = test_create(MPI_COMM_WORLD, text);
    if (e == NULL)
        return;
    EXPECT(!shmbcast_auto_can_pull(engine_auto(e)));
    case_window(e);
    EXPECT(engine_free(&e) == MPI_SUCCESS);
    EXPECT(prctl(PR_SET_DUMPABLE, 1) == 0);
}

/* The last rank's memory becomes protected later. It then has to read the
 * chunks that the root cannot write there. */
void case_closed(const char *text)
{
    bool last = test_rank > 0 && test_rank == test_size - 1;
    struct engine *e;

    ptrace_capability_drop();
    e = test_create(MPI_COMM_WORLD, text);
    if (e == NULL)
        return;
    if (!shmbcast_auto_can_pull(engine_auto(e)))
        test_skip("ranks may not read each other's memory");
    EXPECT(prctl(PR_SET_DUMPABLE, !last) == 0);
    for (unsigned i = 0; i < 20; i++)
        test_once(e, test_rank, 0, (size_t)i << 17, i);
    EXPECT(prctl(PR_SET_DUMPABLE, 1) == 0);
    EXPECT(engine_free(&e) == MPI_SUCCESS);
}

/* The root's element is too large to be packed in memory. Each time the others
 * get an error; later messages still work. */
void case_unpackable(struct engine *e)
{
    char *buf = test_alloc(1 << 20);
    MPI_Datatype type;

    /* 2^50 bytes at one address */
    MPI_Type_create_hvector(1 << 30, 1 << 20, 0, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    for (int root = 0; root < test_size; root++) {
        MPI_Datatype mine = test_rank == root ? type : MPI_BYTE;
        int want = test_size == 1      ? MPI_SUCCESS
                   : test_rank == root ? MPI_ERR_NO_MEM
                                       : MPI_ERR_OTHER;

        for (int i = 0; i < 3; i++) {
            EXPECT(engine_bcast(buf, test_rank == root ? 1 : 1 << 20, mine,
                                root, e) == want);
            test_way(e, root, 1 << 20, SB_RING);
        }
        test_once(e, test_rank, test_size - 1, 200000, 3);
        test_once(e, test_rank, root, 100, 4);
    }
    MPI_Type_free(&type);
    free(buf);
}
