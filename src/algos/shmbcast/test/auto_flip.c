/* auto_flip.c: a machine that changes under a handle that learns. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine_auto.h"
#include "mpi_test.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "../auto/choose.h"
#include "../auto/handle.h"
#include "double.h"

/* What is new has to be learned in so many calls. Whatever the states of the
 * machine are between which they go, one has as many. */
enum { BOUND = 2000, PHASE = SB_STATES * BOUND, LAST = 1000, PHASES_MOST = 8 };

/* So many interruptions in that time are a busy machine's. */
enum { BUSY = PHASE / 500 };

static const unsigned rings = SB_BIT(SB_WAY_RING) | SB_BIT(SB_WAY_PART),
                      pulls = SB_BIT(SB_WAY_PULL) | SB_BIT(SB_WAY_FINE);

static void slow_from_now_on(unsigned parts)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (test_rank == 0)
        double_switch(parts);
    MPI_Barrier(MPI_COMM_WORLD);
}

static const struct sb_row *row_of(struct shmbcast_auto *h, unsigned state,
                                   size_t nbytes)
{
    return h->learned.rows[state][SB_PLAIN][sb_class(nbytes)];
}

static uint64_t calls_of(struct shmbcast_auto *h, unsigned state, size_t nbytes)
{
    const struct sb_row *row = row_of(h, state, nbytes);

    sb_rows_settle(h);
    return row != NULL ? row->calls : 0;
}

/* All but a few of the last messages of a phase go one of [ways]. */
static bool turned(struct engine *e, int root, size_t nbytes, unsigned ways)
{
    struct shmbcast_auto *h = engine_auto(e);
    uint64_t before[SB_STATES];
    int others = 0, yes;

    for (unsigned s = 0; s < SB_STATES; s++)
        before[s] = calls_of(h, s, nbytes);
    for (int i = 0; i < PHASE; i++) {
        test_once(e, test_rank, root, nbytes, (unsigned)i);
        if (i >= PHASE - LAST && test_rank == root)
            others += (SB_BIT(h->way) & ways) == 0;
    }
    yes = others < LAST / 8;
    for (unsigned s = 0; s < SB_STATES; s++)
        if (calls_of(h, s, nbytes) - before[s] >= BOUND)
            yes = yes && (SB_BIT(row_of(h, s, nbytes)->best) & ways) != 0;
    MPI_Bcast(&yes, 1, MPI_INT, root, MPI_COMM_WORLD);
    return yes;
}

/* How often somebody else had a core that a rank wanted. */
static long interrupted(void)
{
    struct rusage usage;
    long all;

    getrusage(RUSAGE_SELF, &usage);
    MPI_Allreduce(&usage.ru_nivcsw, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* What was not so before is now. Where other programs have the cores, times are
 * the scheduler's: there, and nowhere else, it may take longer, but not for
 * ever. */
static void turns_to(struct engine *e, int root, size_t nbytes, unsigned ways)
{
    bool yes = false, busy = true;

    for (int i = 0; i < PHASES_MOST && !yes && busy; i++) {
        long before = interrupted();

        yes = turned(e, root, nbytes, ways);
        busy = interrupted() - before > BUSY;
    }
    EXPECT(yes);
}

static void flips(struct engine *e, int root, size_t nbytes)
{
    turns_to(e, root, nbytes, rings);
    slow_from_now_on(DOUBLE_RING);
    turns_to(e, root, nbytes, pulls);
    slow_from_now_on(DOUBLE_PULL);
    turns_to(e, root, nbytes, rings);
}

/* To be run with the double, so slow that it drowns whatever this machine does
 * beside. */
void case_flip(const char *text)
{
    struct engine *e;

    EXPECT(getenv("DOUBLE_SWITCH") != NULL);
    slow_from_now_on(DOUBLE_PULL);
    e = test_create(MPI_COMM_WORLD, text);
    if (e == NULL)
        return;
    if (!shmbcast_auto_can_pull(engine_auto(e))) {
        test_skip("ranks may not read each other's memory");
    } else if (engine_auto(e)->waiter.oversubscribed) {
        test_skip("ranks outnumber CPUs");
    } else {
        EXPECT(shmbcast_auto_learns(engine_auto(e), NULL));
        flips(e, 0, 64 << 10);
        flips(e, test_size - 1, 16 << 10);
        EXPECT(double_times(DOUBLE_PULL) > 0 && double_times(DOUBLE_RING) > 0);
    }
    slow_from_now_on(0);
    EXPECT(engine_free(&e) == MPI_SUCCESS);
}

/* What went where is the same as long as nothing is learned, however slow. */
static void goes(struct engine *e, size_t nbytes, enum sb_way way)
{
    for (int i = 0; i < 40; i++) {
        int root = i / 3 % test_size;

        test_once(e, test_rank, root, nbytes, (unsigned)i);
        EXPECT(test_rank != root || test_size == 1 ||
               engine_auto(e)->way == way);
    }
}

static void nothing_learned(struct shmbcast_auto *h)
{
    for (unsigned s = 0; s < SB_STATES; s++)
        for (int kind = 0; kind < SB_KINDS; kind++)
            for (unsigned class = 0; class < SB_CLASSES; class ++)
                EXPECT(h->learned.rows[s][kind][class] == NULL);
}

/* The limits are those of shmbcast_auto.h. */
static void by_limits(struct engine *e)
{
    struct shmbcast_auto *h = engine_auto(e);
    enum sb_way from64 = h->can_pull ? SB_WAY_PULL : SB_WAY_RING;

    goes(e, 57, SB_WAY_SLOT);
    goes(e, 600, SB_WAY_SLOT);
    goes(e, 2 << 10, SB_WAY_SLOT);
    goes(e, (2 << 10) + 1, SB_WAY_RING);
    goes(e, 16 << 10, SB_WAY_RING);
    goes(e, (64 << 10) - 1, SB_WAY_RING);
    goes(e, 64 << 10, from64);
    goes(e, 300000, from64);
}

/* Two handles, since the first might have taught the second something. */
void case_nolearn(const char *text)
{
    for (int i = 0; i < 2; i++) {
        struct engine *e = test_create(MPI_COMM_WORLD, text);
        const char *why = NULL;

        if (e == NULL)
            return;
        EXPECT(!shmbcast_auto_learns(engine_auto(e), &why));
        EXPECT(why != NULL);
        EXPECT(!shmbcast_auto_learns(engine_auto(e), NULL));
        slow_from_now_on(i == 0 ? DOUBLE_PULL : DOUBLE_RING);
        by_limits(e);
        slow_from_now_on(0);
        nothing_learned(engine_auto(e));
        EXPECT(engine_free(&e) == MPI_SUCCESS);
    }
}
