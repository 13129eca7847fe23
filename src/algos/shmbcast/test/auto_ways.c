/* auto_ways.c: messages go the way that is meant for them, all bytes right. */
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

/* From every root in turn. */
static void all_roots(struct engine *e, size_t nbytes, unsigned way)
{
    for (int root = 0; root < test_size; root++) {
        test_once(e, test_rank, root, nbytes, (unsigned)nbytes);
        test_way(e, root, way);
    }
}

void case_slot(struct engine *e)
{
    size_t slot = shmbcast_auto_params(engine_auto(e))->slot;

    for (size_t nbytes = 0; nbytes < 60; nbytes++)
        all_roots(e, nbytes, nbytes <= slot ? (unsigned)nbytes : way_ring);
    all_roots(e, slot - 1, (unsigned)slot - 1);
    all_roots(e, slot, (unsigned)slot);
    all_roots(e, slot + 1, way_ring);
}

void case_ring(struct engine *e)
{
    const struct shmbcast_auto_params *p = shmbcast_auto_params(engine_auto(e));

    for (size_t nbytes = p->slot + 1; nbytes < 10 * p->ring;
         nbytes = nbytes * 3 + 1)
        all_roots(e, nbytes, way_ring);
}

/* Elements of three bytes with a gap of two. */
enum { ELEM = 3, EXTENT = 5 };

static MPI_Datatype type_with_gaps(void)
{
    MPI_Datatype run, type;

    MPI_Type_contiguous(ELEM, MPI_BYTE, &run);
    MPI_Type_create_resized(run, 0, EXTENT, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&run);
    return type;
}

/* [count] elements, with gaps on the root or the others. */
static void send_gaps(struct engine *e, int root, size_t count, bool gaps)
{
    size_t step = gaps ? EXTENT : ELEM;
    unsigned char *want = test_alloc(ELEM * count);
    unsigned char *buf = test_alloc(step * count);
    MPI_Datatype type = type_with_gaps();

    test_fill(want, ELEM * count, (unsigned)count);
    memset(buf, 0x5a, step * count);
    for (size_t i = 0; test_rank == root && i < count; i++)
        memcpy(buf + i * step, want + i * ELEM, ELEM);
    EXPECT(engine_bcast(buf, (MPI_Count)(gaps ? count : ELEM * count),
                        gaps ? type : MPI_BYTE, root, e) == MPI_SUCCESS);
    for (size_t i = 0; i < count; i++) {
        EXPECT(memcmp(buf + i * step, want + i * ELEM, ELEM) == 0);
        EXPECT(!gaps ||
               (buf[i * step + 3] == 0x5a && buf[i * step + 4] == 0x5a));
    }
    MPI_Type_free(&type);
    free(buf);
    free(want);
}

static void with_gaps(struct engine *e, int root, size_t count, bool gaps,
                      unsigned way)
{
    send_gaps(e, root, count, gaps);
    test_way(e, root, way);
}

/* A root without gaps lets its data be pulled, whatever the others have; one
 * with gaps does not. */
void case_pull(struct engine *e)
{
    size_t pull = shmbcast_auto_params(engine_auto(e))->pull;

    if (shmbcast_auto_can_pull(engine_auto(e))) {
        for (size_t nbytes = pull; nbytes < 3 << 20; nbytes = nbytes * 3 + 1)
            all_roots(e, nbytes, way_pull);
        if (pull > 1)
            all_roots(e, pull - 1, way_ring);
        for (int root = 0; root < test_size; root++) {
            with_gaps(e, root, 70000, test_rank != root, way_pull);
            with_gaps(e, root, 70000, test_rank == root, way_ring);
            with_gaps(e, root, 70000, true, way_ring);
        }
    } else {
        test_skip("ranks may not read each other's memory");
    }
}

/* The code of a message by [algorithm], exactly. */
static void test_algorithm(struct engine *e, int root, size_t nbytes,
                           enum sb_algorithm algorithm)
{
    const struct shmbcast_auto *h = engine_auto(e);
    unsigned code = (unsigned)nbytes;

    if (algorithm == SB_BUFFER || algorithm == SB_BUFFER_ASK)
        code |= SB_IN_BUFFER;
    else if (algorithm == SB_QUEUE)
        code = SB_CODE_QUEUE;
    else if (algorithm == SB_PULL || algorithm == SB_PULL_FINE)
        code = SB_CODE_PULL;
    else if (algorithm == SB_RING || algorithm == SB_RING_PART)
        code = SB_CODE_RING;
    if (test_size > 1 && test_rank == root)
        /* relaxed: written by this rank */
        EXPECT(atomic_load_explicit(&sb_slot(h, h->rank, h->op)->word,
                                    memory_order_relaxed) ==
               h->op * SB_WORDS + code);
}

/* Messages go by their table, at the sizes in it and between them. */
void case_table(struct engine *e)
{
    const struct shmbcast_auto_params *p = shmbcast_auto_params(engine_auto(e));

    EXPECT(p->calibrate == SHMBCAST_AUTO_CALIBRATE_OFF);
    for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++) {
        int root = (int)i % test_size;
        size_t size = sb_size_at(i), count = size / ELEM;

        for (size_t n = size - 2; n <= size; n++) {
            test_once(e, test_rank, root, n, (unsigned)n);
            test_algorithm(e, root, n, (enum sb_algorithm)p->dense[i]);
        }
        send_gaps(e, root, count, true);
        test_algorithm(e, root, ELEM * count, (enum sb_algorithm)p->gaps[i]);
    }
    test_once(e, test_rank, 0, 3 << 20, 1);
    test_algorithm(e, 0, 3 << 20,
                   (enum sb_algorithm)p->dense[SHMBCAST_AUTO_SIZES - 1]);
}

/* Whether the root's buffer is shared decides, the others' can be anywhere. */
static void from_shared(struct engine *e, char *shared, int root, size_t nbytes,
                        unsigned way)
{
    char *private = test_alloc(nbytes);
    char *buf = test_rank == root || test_rank % 2 == 0 ? shared : private;

    test_fill(buf, nbytes, test_rank == root ? 5 : 6);
    buf[nbytes] = 0x5a;
    EXPECT(engine_bcast(buf, (MPI_Count)nbytes, MPI_BYTE, root, e) ==
           MPI_SUCCESS);
    test_way(e, root, way);
    EXPECT(test_same(buf, nbytes, 5));
    EXPECT(buf[nbytes] == 0x5a);
    free(private);
}

void case_direct(struct engine *e)
{
    enum { ROOM = 2 << 20 };
    void *shared = NULL;
    const struct shmbcast_auto_params *p = shmbcast_auto_params(engine_auto(e));

    EXPECT(shmbcast_auto_alloc(engine_auto(e), ROOM, &shared) == MPI_SUCCESS);
    for (int root = 0; shared != NULL && root < test_size; root++) {
        size_t nbytes = p->direct, less = p->direct - 1;

        for (; nbytes < ROOM; nbytes = nbytes * 5 + 2)
            from_shared(e, shared, root, nbytes, way_pull);
        if (less < p->pull)
            from_shared(e, shared, root, less,
                        less > p->slot ? way_ring : (unsigned)less);
    }
    EXPECT(shmbcast_auto_release(engine_auto(e), shared) == MPI_SUCCESS);
}

/* With it a process gets at memory that is closed to others. Not to be had
 * back: as long as it is permitted, ranks without it are refused. */
static void ptrace_capability_drop(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];

    EXPECT(syscall(SYS_capget, &head, data) == 0);
    data[0].effective &= ~(1u << CAP_SYS_PTRACE);
    data[0].permitted &= ~(1u << CAP_SYS_PTRACE);
    EXPECT(syscall(SYS_capset, &head, data) == 0);
}

/* The kernel does not let ranks at the memory of the last one. */
void case_refused(const char *text)
{
    bool closed = test_rank > 0 && test_rank == test_size - 1;
    struct engine *e;
    void *memory = NULL;

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
    for (int root = 0; root < test_size; root++) {
        test_once(e, test_rank, root, 100000, (unsigned)root);
        test_way(e, root, way_ring);
    }
    EXPECT(shmbcast_auto_alloc(engine_auto(e), 100001, &memory) == MPI_SUCCESS);
    for (int root = 0; memory != NULL && root < test_size; root++)
        from_shared(e, memory, root, 100000, way_pull);
    EXPECT(engine_free(&e) == MPI_SUCCESS);
    EXPECT(prctl(PR_SET_DUMPABLE, 1) == 0);
}

/* The last rank is closed later: what the root cannot write there, the rank
 * reads by itself. */
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

/* The root's element does not fit into memory, so it cannot be packed. The
 * others are told, each time; all stay in step. */
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
            test_way(e, root, way_ring);
        }
        test_once(e, test_rank, test_size - 1, 200000, 3);
        test_once(e, test_rank, root, 100, 4);
    }
    MPI_Type_free(&type);
    free(buf);
}
