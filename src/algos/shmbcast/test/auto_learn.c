/* auto_learn.c: what roots learn as messages come, and what they keep. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine_auto.h"
#include "mpi_test.h"

#include <stdlib.h>
#include <string.h>

#include "../auto/choose.h"
#include "../auto/handle.h"

static const struct sb_row *row_of(struct shmbcast_auto *h, unsigned state,
                                   enum sb_kind kind, size_t nbytes)
{
    return h->learned.rows[state][kind][sb_class(nbytes)];
}

/* Messages of this rank, in whatever state the machine was. */
static uint64_t calls_of(struct shmbcast_auto *h, enum sb_kind kind,
                         size_t nbytes)
{
    uint64_t calls = 0;

    sb_rows_settle(h);
    for (unsigned s = 0; s < SB_STATES; s++)
        if (row_of(h, s, kind, nbytes) != NULL)
            calls += row_of(h, s, kind, nbytes)->calls;
    return calls;
}

/* Times that are known, of [ways]. */
static int times_of(struct shmbcast_auto *h, enum sb_kind kind, size_t nbytes,
                    unsigned ways)
{
    int times = 0;

    for (unsigned s = 0; s < SB_STATES; s++) {
        const struct sb_row *row = row_of(h, s, kind, nbytes);

        for (int w = 0; row != NULL && w < SB_WAYS; w++)
            if ((SB_BIT(w) & ways) != 0)
                times += row->arms[w].n;
    }
    return times;
}

static const unsigned slots = SB_BIT(SB_WAY_SLOT) | SB_BIT(SB_WAY_ASK),
                      rings = SB_BIT(SB_WAY_RING) | SB_BIT(SB_WAY_PART),
                      pulls = SB_BIT(SB_WAY_PULL) | SB_BIT(SB_WAY_FINE),
                      directs = SB_BIT(SB_WAY_DIRECT) | SB_BIT(SB_WAY_PAST),
                      all = SB_BIT(SB_WAYS) - 1;

/* Ways that bytes without gaps in private memory may go. */
static unsigned ways_of(struct shmbcast_auto *h, size_t nbytes)
{
    unsigned ways = rings;

    if (nbytes <= SHMBCAST_AUTO_SLOT_MAX)
        ways |= slots;
    if (h->can_pull)
        ways |= pulls;
    return ways;
}

static bool learns(struct shmbcast_auto *h)
{
    return shmbcast_auto_learns(h, NULL);
}

/* From each root in turn, which counts it where it belongs. */
static void round_of(struct engine *e, size_t nbytes, unsigned seed)
{
    struct shmbcast_auto *h = engine_auto(e);

    for (int root = 0; root < test_size; root++) {
        uint64_t before = nbytes > 56 ? calls_of(h, SB_PLAIN, nbytes) : 0;
        bool counts = nbytes > 56 && learns(h) && test_rank == root;

        test_once(e, test_rank, root, nbytes, seed);
        if (nbytes > 56)
            EXPECT(calls_of(h, SB_PLAIN, nbytes) - before == counts);
        if (test_rank == root && test_size > 1)
            EXPECT((SB_BIT(h->way) & ways_of(h, nbytes)) != 0);
    }
}

/* The longest message of a class and the shortest of the next; none in the line
 * of the slot has a row. */
void case_classes(const char *text)
{
    struct engine *e = test_create(MPI_COMM_WORLD, text);

    for (size_t n = 1; e != NULL && n <= 56; n += 5)
        round_of(e, n, (unsigned)n);
    for (unsigned i = 0; e != NULL && i < 10; i++)
        for (unsigned class = 0; sb_class_most(class) <= 1 << 20; class ++) {
            round_of(e, sb_class_most(class), i);
            round_of(e, sb_class_most(class) + 1, i + 1);
        }
    EXPECT(engine_free(&e) == MPI_SUCCESS);
}

/* Roots and sizes in no order. Who learns, and why not, is told. */
void case_roots(const char *text)
{
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    struct shmbcast_auto *h = engine_auto(e);
    const char *why = "unchanged";
    unsigned x = 1;

    if (e == NULL)
        return;
    EXPECT(shmbcast_auto_learns(h, &why) ==
           (test_size > 1 && !h->waiter.oversubscribed));
    EXPECT(learns(h) || (why != NULL && strcmp(why, "unchanged") != 0));
    for (unsigned i = 0; i < (h->waiter.oversubscribed ? 200 : 2000); i++) {
        x = x * 1664525 + 1013904223;
        test_once(e, test_rank, (int)(x >> 16) % test_size,
                  (size_t)(x >> 8) % 8 << x % 13, i);
    }
    EXPECT(learns(h) || times_of(h, SB_PLAIN, 4000, all) == 0);
    EXPECT(engine_free(&e) == MPI_SUCCESS);
}

/* Readers that have no room for what comes, or want none of it, tell times all
 * the same. */
void case_unwanted(const char *text)
{
    enum { SENT = 5000, ROUNDS = 300 };
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    struct shmbcast_auto *h = engine_auto(e);
    uint64_t before = e != NULL ? calls_of(h, SB_PLAIN, SENT) : 0;
    unsigned char buf[SENT];

    for (unsigned i = 0; e != NULL && i < ROUNDS; i++) {
        int mine = i % 3 == 0 ? SENT / 2 : 0;

        test_fill(buf, SENT, i + (test_rank != 0));
        EXPECT(
            engine_bcast(buf, test_rank == 0 ? SENT : mine, MPI_BYTE, 0, e) ==
            (test_rank == 0 || mine == 0 ? MPI_SUCCESS : MPI_ERR_TRUNCATE));
        EXPECT(test_same(buf, (size_t)mine, i));
        EXPECT(test_same(buf, SENT, i) == (test_rank == 0));
    }
    if (e != NULL && learns(h) && test_rank == 0) {
        EXPECT(calls_of(h, SB_PLAIN, SENT) - before == ROUNDS);
        EXPECT(times_of(h, SB_PLAIN, SENT, all) > 0);
    }
    EXPECT(engine_free(&e) == MPI_SUCCESS);
}

/* Pairs of bytes with a gap of one. */
static void one_packed(struct engine *e, int root, bool gaps, unsigned seed)
{
    enum { PAIRS = 3000, SENT = 2 * PAIRS };
    unsigned char want[SENT], buf[3 * PAIRS];
    MPI_Datatype type;

    MPI_Type_vector(PAIRS, 2, 3, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    memset(buf, 0x5a, sizeof(buf));
    test_fill(want, SENT, seed);
    for (int i = 0; test_rank == root && i < SENT; i++)
        buf[gaps ? i / 2 * 3 + i % 2 : i] = want[i];
    EXPECT(engine_bcast(buf, gaps ? 1 : SENT, gaps ? type : MPI_BYTE, root,
                        e) == MPI_SUCCESS);
    for (int i = 0; i < SENT; i++)
        EXPECT(buf[gaps ? i / 2 * 3 + i % 2 : i] == want[i]);
    for (int i = 0; gaps && i < PAIRS; i++)
        EXPECT(buf[3 * i + 2] == 0x5a);
    MPI_Type_free(&type);
}

/* Gaps on the root, which make it another kind of message; on others; on all.
 */
void case_packed_kind(const char *text)
{
    enum { ROUNDS = 120, SENT = 6000 };
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    struct shmbcast_auto *h = engine_auto(e);
    unsigned want = 0;
    uint64_t before = e != NULL ? calls_of(h, SB_PACKED, SENT) : 0;

    for (unsigned i = 0; e != NULL && i < ROUNDS; i++) {
        int root = (int)(i / 3) % test_size;
        bool root_has = i % 3 != 0, others_have = i % 3 != 1;

        one_packed(e, root, test_rank == root ? root_has : others_have, i);
        want += root_has && test_rank == root && learns(h);
        if (test_rank == root && root_has && test_size > 1)
            EXPECT((SB_BIT(h->way) & (slots | rings)) != 0);
    }
    if (e != NULL) {
        EXPECT(calls_of(h, SB_PACKED, SENT) - before == want);
        EXPECT(times_of(h, SB_PACKED, SENT, pulls | directs) == 0);
        EXPECT(!learns(h) || times_of(h, SB_PACKED, SENT, slots | rings) > 0);
    }
    EXPECT(engine_free(&e) == MPI_SUCCESS);
}

static void one_at(struct engine *e, int root, char *at, size_t nbytes,
                   unsigned seed)
{
    test_fill(at, nbytes, seed + (test_rank != root));
    EXPECT(engine_bcast(at, (MPI_Count)nbytes, MPI_BYTE, root, e) ==
           MPI_SUCCESS);
    EXPECT(test_same(at, nbytes, seed));
}

/* Memory that ranks share makes another kind of message too: of the root, as
 * the others' does not count. */
void case_shared_kind(const char *text)
{
    enum { ROUNDS = 120, SENT = 40000 };
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    struct shmbcast_auto *h = engine_auto(e);
    char *private = test_alloc(SENT);
    void *shared = NULL;
    unsigned want = 0;
    uint64_t before = e != NULL ? calls_of(h, SB_SHARED, SENT) : 0;

    if (e != NULL)
        EXPECT(shmbcast_auto_alloc(h, SENT, &shared) == MPI_SUCCESS);
    for (unsigned i = 0; shared != NULL && i < ROUNDS; i++) {
        int root = (int)(i / 2) % test_size;
        bool mine = (i + (test_rank == root)) % 2 == 0;

        one_at(e, root, mine ? shared : private, SENT, i);
        want += mine && test_rank == root && learns(h);
        if (test_rank == root && test_size > 1)
            EXPECT(mine || (SB_BIT(h->way) & directs) == 0);
    }
    if (e != NULL) {
        EXPECT(calls_of(h, SB_SHARED, SENT) - before == want);
        EXPECT(!learns(h) || times_of(h, SB_SHARED, SENT, all) > 0);
        EXPECT(times_of(h, SB_PLAIN, SENT, directs) == 0);
    }
    free(private);
    EXPECT(engine_free(&e) == MPI_SUCCESS); /* and the memory */
}

/* What the next call does is known as one ends, and while one is looked at no
 * other is. Another size in between, or another root, changes nothing. */
void case_ahead(const char *text)
{
    enum { SENT = 7000, ROUNDS = 200 };
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    struct shmbcast_auto *h = engine_auto(e);
    const struct sb_quick *q = &h->quick[SB_PLAIN][sb_class(SENT)];
    bool looked = false;

    for (unsigned i = 0; e != NULL && i < ROUNDS; i++) {
        if (i % 10 == 9)
            test_once(e, test_rank, (int)i % test_size, 300, i);
        test_once(e, test_rank, 0, SENT, i);
        if (test_rank != 0 || !learns(h))
            continue;
        EXPECT(q->next || q->left > 0);
        EXPECT(q->next || q->look == NULL);
        EXPECT(!looked || q->look == NULL);
        looked = i % 10 != 8 && q->look != NULL;
    }
    EXPECT(engine_free(&e) == MPI_SUCCESS);
}

/* A handle that goes in the middle of learning: the next of the same ranks
 * knows what it knew, and goes on. */
void case_kept(const char *text)
{
    enum { SENT = 10007, ROUNDS = 12, HANDLES = 4 };
    uint64_t calls = 0;
    int times = 0;

    for (unsigned i = 0; i < HANDLES; i++) {
        struct engine *e = test_create(MPI_COMM_WORLD, text);
        struct shmbcast_auto *h = engine_auto(e);

        if (e == NULL)
            return;
        if (i == 0)
            calls = calls_of(h, SB_PLAIN, SENT);
        EXPECT(calls_of(h, SB_PLAIN, SENT) == calls);
        EXPECT(times_of(h, SB_PLAIN, SENT, all) >= times);
        for (unsigned k = 0; k < ROUNDS; k++)
            test_once(e, test_rank, (int)k % test_size, SENT, k);
        if (learns(h) && test_rank == 0)
            EXPECT(calls_of(h, SB_PLAIN, SENT) > calls);
        calls = calls_of(h, SB_PLAIN, SENT);
        times = times_of(h, SB_PLAIN, SENT, all);
        EXPECT(!learns(h) || times > 0);
        EXPECT(engine_free(&e) == MPI_SUCCESS);
    }
}
