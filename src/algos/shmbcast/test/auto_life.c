/* auto_life.c: what is found out when a handle is created; dying ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine_auto.h"
#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../auto/transfer.h"
#include "../preload/operation.h"
#include "double.h"

static void expect_table(const struct shmbcast_auto *h)
{
    const struct shmbcast_auto_params *p = shmbcast_auto_params(h);

    EXPECT(test_same_everywhere(p->dense, sizeof(p->dense)));
    EXPECT(test_same_everywhere(p->gaps, sizeof(p->gaps)));
    for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++) {
        enum sb_algorithm dense = (enum sb_algorithm)p->dense[i];
        enum sb_algorithm gaps = (enum sb_algorithm)p->gaps[i];

        EXPECT(sb_algorithm_fits(dense, sb_size_at(i), h->can_pull));
        EXPECT(sb_algorithm_fits(gaps, sb_size_at(i), false));
        EXPECT(sb_ring_part(h) != 0 ||
               (dense != SB_RING_PART && gaps != SB_RING_PART));
    }
}

/* Which algorithms are chosen depends on the machine. So this checks that they
 * are possible and work, and that the next handle can reuse the tables. */
void case_calibrated(const char *text)
{
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    struct shmbcast_auto_params found;
    struct shmbcast_auto *next = NULL;

    if (e == NULL)
        return;
    found = *shmbcast_auto_params(engine_auto(e));
    EXPECT((found.calibrate != SHMBCAST_AUTO_CALIBRATE_OFF) == (test_size > 1));
    if (test_size > 1)
        expect_table(engine_auto(e));
    EXPECT(engine_free(&e) == MPI_SUCCESS);
    EXPECT(shmbcast_auto_create(MPI_COMM_WORLD, &found, &next) == MPI_SUCCESS);
    found.calibrate = SHMBCAST_AUTO_CALIBRATE_OFF;
    EXPECT(memcmp(shmbcast_auto_params(next), &found, sizeof(found)) == 0);
    EXPECT(shmbcast_auto_free(&next) == MPI_SUCCESS);
}

/* As if two threads had calibrated at the same time, with their tables stored
 * in another order on every second rank: all ranks must find the same table. */
void case_kept(void)
{
    struct shmbcast_auto_params found = shmbcast_auto_params_default();
    struct shmbcast_auto_params kept[2] = {found, found};

    shmbcast_auto_params_parse(&kept[0], "dense", "queue", NULL);
    shmbcast_auto_params_parse(&kept[1], "dense", "ring", NULL);
    for (int i = 0; i < 2; i++)
        calibrated_keep(MPI_COMM_WORLD, &kept[(test_rank + i) % 2],
                        &(struct spent){0});
    calibrated_find(MPI_COMM_WORLD, &found);
    EXPECT(memcmp(found.dense, kept[0].dense, sizeof(found.dense)) == 0);
    calibrated_end(NULL, test_rank);
}

/* Checks what the report says of a calibration that took 1/1024 s, after so
 * many allreduces of [nbytes], which save that much, or NULL if unknown. */
static void expect_won(const struct compared *saved, long calls, size_t nbytes,
                       const char *expected)
{
    const struct shmbcast_auto_params p = shmbcast_auto_params_default();
    struct shmbcast_auto_params off = p;
    const struct spent spent = {.set_up = 0x1p-12,
                                .calibrate = (saved != NULL ? 2 : 3) * 0x1p-12};
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);

    off.calibrate = SHMBCAST_AUTO_CALIBRATE_OFF;
    EXPECT(calibrated_keep(MPI_COMM_WORLD, &off, &spent) == NO_SET);
    EXPECT(calibrated_keep(MPI_COMM_WORLD, &p, &spent) == 0);
    EXPECT((calibrated_keep(MPI_COMM_SELF, &off, &spent) == NO_SET) ==
           (test_size > 1 || test_rank > 0));
    if (saved != NULL)
        calibrated_put(0, OPERATION_ALLREDUCE, saved, 0x1p-12);
    for (long i = 0; i < calls; i++) {
        calibrated_count(0, OPERATION_ALLREDUCE, nbytes);
        calibrated_count(0, OPERATION_REDUCE, nbytes);
        calibrated_count(NO_SET, OPERATION_ALLREDUCE, nbytes);
    }
    calibrated_end(f, test_rank);
    EXPECT(fclose(f) == 0);
    EXPECT(strstr(text, expected) != NULL);
    free(text);
}

void case_won(void)
{
    struct compared c = {.known = (1U << SHMBCAST_AUTO_SIZES) - 1};

    for (int i = 0; i < SHMBCAST_AUTO_SIZES; i++)
        c.saved[i] = 0x1p-13;
    expect_won(
        &c, 10, 64,
        ": set up in 0.2 ms, calibrated in 0.7 ms, paid off after 8 of 10 "
        "calls\n");
    expect_won(&c, 6, 4 << 20, " ms, paid off after 2 of 6 calls\n");
    expect_won(&c, 7, 1, " ms, did not pay off: 7 calls saved 0.9 ms\n");
    c.saved[0] = -0x1p-9;
    expect_won(&c, 1, 64, " ms, did not pay off: 1 call saved -2.0 ms\n");
    expect_won(NULL, 10, 64,
               ": set up in 0.2 ms, calibrated in 0.7 ms, too few "
               "measurements to say whether it paid off\n");
}

/* Without calibration, the thresholds are those of shmbcast_auto.h. */
void case_thresholds(struct engine *e)
{
    struct shmbcast_auto *h = engine_auto(e);
    const struct shmbcast_auto_params *p = shmbcast_auto_params(h);

    EXPECT(p->calibrate == SHMBCAST_AUTO_CALIBRATE_OFF && !h->by_table);
    EXPECT(p->dense[0] == SB_NONE && p->gaps[0] == SB_NONE);
    if (!h->waiter.oversubscribed)
        EXPECT(p->slot == 2 << 10 && p->pull == 64 << 10);
    case_ways(e);
}

/* Returns the number of sizes whose algorithm is one of the two. */
static int sizes_with(const struct shmbcast_auto *h, enum sb_algorithm one,
                      enum sb_algorithm other)
{
    int n = 0;

    for (unsigned i = 0; i < SHMBCAST_AUTO_SIZES; i++)
        n += h->params.dense[i] == one || h->params.dense[i] == other;
    return n;
}

/* Linked with --wrap. The library's own collective calls must be short, because
 * Open MPI's coll/xhc without XPMEM crashes in longer ones. */
enum { SHORT_CALL = 4096 };
static struct {
    int reductions;  /* number of calls of PMPI_Allreduce */
    unsigned reduce; /* microseconds that one takes longer */
} doubles;
__typeof__(PMPI_Allreduce) __real_PMPI_Allreduce, __wrap_PMPI_Allreduce;
__typeof__(PMPI_Bcast) __real_PMPI_Bcast, __wrap_PMPI_Bcast;

static void expect_short(int count, MPI_Datatype type)
{
    int size = 0;

    PMPI_Type_size(type, &size);
    EXPECT((long long)count * size <= SHORT_CALL);
}

int __wrap_PMPI_Allreduce(const void *in, void *out, int count,
                          MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    expect_short(count, type);
    doubles.reductions++;
    usleep(doubles.reduce);
    return __real_PMPI_Allreduce(in, out, count, type, op, comm);
}

int __wrap_PMPI_Bcast(void *buf, int count, MPI_Datatype type, int root,
                      MPI_Comm comm)
{
    expect_short(count, type);
    return __real_PMPI_Bcast(buf, count, type, root, comm);
}

/* Creates a handle and returns the number of reductions this takes. untimed:
 * checks that the tables contain what the thresholds give. */
static int reductions_of(const char *text, bool untimed)
{
    int before = doubles.reductions;
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    struct shmbcast_auto copy;

    if (e == NULL)
        return 0;
    copy = *engine_auto(e);
    if (untimed) {
        memset(copy.params.dense, SB_NONE, sizeof(copy.params.dense));
        memset(copy.params.gaps, SB_NONE, sizeof(copy.params.gaps));
        sb_table_complete(&copy);
        EXPECT(memcmp(&copy.params, shmbcast_auto_params(engine_auto(e)),
                      sizeof(copy.params)) == 0);
    }
    before = doubles.reductions - before;
    EXPECT(engine_free(&e) == MPI_SUCCESS);
    return before;
}

/* A reduction may take milliseconds on a busy machine: after the trials there
 * are at most four, even if every algorithm had every launch. If making the
 * handle takes longer than calibrate_ms, nothing is timed. */
void case_cost(void)
{
    char text[64];
    int made;

    if (test_size == 1)
        return;
    made = reductions_of("ring=64Ki calibrate=off", false);
    EXPECT(reductions_of("ring=64Ki calibrate_ms=3000", false) <= made + 1 + 4);
    /* the reductions alone take a third longer */
    doubles.reduce = 4000;
    snprintf(text, sizeof(text), "ring=64Ki calibrate_ms=%d", 3 * made);
    EXPECT(reductions_of(text, true) >= made);
    doubles.reduce = 0;
}

static int take_some(const struct call *call, bool own)
{
    (void)call;
    (void)own;
    double_spin(2e-4);
    return MPI_SUCCESS;
}

static int take_more(struct shmbcast_auto *h, const struct call *call)
{
    (void)h;
    (void)call;
    double_spin(6e-4);
    return MPI_SUCCESS;
}

static int take_none(struct shmbcast_auto *h, const struct call *call)
{
    (void)h;
    (void)call;
    return MPI_SUCCESS;
}

/* An operation that takes shared memory less or more time than the MPI library,
 * by more than a busy machine does. Without time nothing is known. */
void case_compared(const char *text)
{
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    struct operation op = {.number = OPERATION_ALLREDUCE, .native = take_some};
    struct comparison p = {.what = &op, .first = 2, .n = 5, .seconds = 20};

    if (e == NULL)
        return;
    if (test_size == 1) {
        EXPECT(engine_free(&e) == MPI_SUCCESS);
        test_skip("one rank has nobody to wait for");
        return;
    }
    p.h = engine_auto(e);
    for (int slow = 0; slow < 2; slow++) {
        struct compared c = {.known = 0};

        op.inside = slow ? take_more : take_none;
        p.seconds = 0;
        EXPECT(!compare_native(&p, &c));
        EXPECT(c.lost == 0);
        p.seconds = 20;
        EXPECT(compare_native(&p, &c));
        EXPECT(c.lost == (slow ? 0x7c : 0));
        EXPECT(test_same_everywhere(&c, sizeof(c)));
        for (int i = 0; i < SHMBCAST_AUTO_SIZES; i++)
            EXPECT((c.saved[i] > 0) == (!slow && i >= 2 && i < 7) &&
                   (c.saved[i] < 0) == (slow && i >= 2 && i < 7));
    }
    EXPECT(engine_free(&e) == MPI_SUCCESS);
}

/* Ring functions that are made slower. */
__typeof__(sb_ring_send) __real_sb_ring_send, __wrap_sb_ring_send;
__typeof__(sb_ring_receive) __real_sb_ring_receive, __wrap_sb_ring_receive;

int __wrap_sb_ring_send(struct shmbcast_auto *h, struct sb_stream *st,
                        size_t nbytes, size_t size, bool past)
{
    double_slow("DOUBLE_RING");
    return __real_sb_ring_send(h, st, nbytes, size, past);
}

void __wrap_sb_ring_receive(struct shmbcast_auto *h, struct sb_reader *r,
                            const struct sb_slot *slot)
{
    __real_sb_ring_receive(h, r, slot);
    double_slow("DOUBLE_RING");
}

/* Requires one of the delays of double.h, which is longer than any disturbance
 * by the machine. The algorithm that is delayed must not be chosen. */
void case_slow(struct engine *e)
{
    EXPECT((getenv("DOUBLE_RING") != NULL) != (getenv("DOUBLE_PULL") != NULL));
    if (getenv("DOUBLE_RING") != NULL)
        EXPECT(sizes_with(engine_auto(e), SB_RING, SB_RING_PART) == 0);
    else
        EXPECT(sizes_with(engine_auto(e), SB_PULL, SB_PULL_FINE) == 0);
}

void case_pages(struct engine *e)
{
    struct shmbcast_auto *h = engine_auto(e);
    long local, remote;

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
}
