/* calibrate.c: measure which ring to use, and where slots end and pulling
 * begins. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rank 0 broadcasts messages of several sizes by each way, in turn, and all
 * others answer with a broadcast of a byte each. What the answers take is the
 * same for all ways. The medians decide: the ring with which the better of it
 * and pulling is fastest over all sizes that do not fit in slots, each size
 * counting alike; the size up to which slots are never slower than that ring,
 * and that from which on pulling is not.
 */
#include "calibrate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../clock.h"

enum { SIZES = 12, ROUNDS = 15, WARM_UP = 2 };
static const size_t LEAST = 2 << 10;

/* Before a message, s: others are through with the last, as in a program that
 * computes in between. */
static const double PAUSE = 3e-6;

/* The ring as it is made, a part of it, pulling, and slots. */
enum way { WHOLE, PART, PULL, SLOT, WAYS };
enum { PARTS = 4 };

struct bench {
    struct shmbcast_auto *h;
    char *buf;
    size_t rings[WAYS];                /* 0: cannot be */
    double times[WAYS][SIZES][ROUNDS]; /* rank 0's, seconds */
    double medians[WAYS][SIZES];
};

static void bcast(struct bench *b, size_t n, int root)
{
    /* cannot fail: dense, from a root that is a rank, and of the same size */
    (void)shmbcast_auto_bcast(b->buf, (MPI_Count)n, MPI_BYTE, root, b->h);
}

/* When they return, all ranks have been here. */
static void answers(struct bench *b)
{
    for (int r = 1; r < b->h->size; r++)
        bcast(b, 1, r);
}

/* Rings of another size may be used when nobody reads: after answers to a
 * message of rank 0. */
static void use(struct bench *b, enum way way)
{
    b->h->ring = b->rings[way];
    b->h->params.pull = way == PULL ? 0 : SHMBCAST_AUTO_NEVER;
    b->h->params.slot = way == SLOT ? SHMBCAST_AUTO_SLOT_MAX : SB_SHORT_MAX;
}

static double measure(struct bench *b, enum way way, size_t n)
{
    double begin;

    bcast(b, 1, 0);
    answers(b);
    use(b, way);
    for (begin = sb_now(); sb_now() < begin + PAUSE;)
        ;
    begin = sb_now();
    bcast(b, n, 0);
    answers(b);
    return sb_now() - begin;
}

static bool possible(const struct bench *b, enum way way, size_t n)
{
    return b->rings[way] != 0 && (way != SLOT || n <= SHMBCAST_AUTO_SLOT_MAX);
}

/* Each way once. A round may have as many calls as a rank has slots, at the end
 * of which it waits: not always for the same way. */
static void measure_round(struct bench *b, int size, int round)
{
    for (int i = 0; i < WAYS; i++) {
        enum way way = (enum way)((i + round + WARM_UP) % WAYS);

        if (possible(b, way, LEAST << size))
            b->times[way][size][round < 0 ? 0 : round] =
                measure(b, way, LEAST << size);
    }
}

static void measure_all(struct bench *b)
{
    for (int i = 0; i < SIZES; i++)
        for (int k = -WARM_UP; k < ROUNDS; k++)
            measure_round(b, i, k);
    for (int way = 0; way < WAYS; way++)
        for (int i = 0; i < SIZES; i++)
            b->medians[way][i] = sb_median(b->times[way][i], ROUNDS);
}

/* The better of a ring and pulling, against the other ring and pulling. */
static double score(const struct bench *b, enum way ring)
{
    double sum = 0;

    for (int i = 0; i < SIZES; i++) {
        double best = b->medians[ring][i], pull = b->medians[PULL][i];

        if (b->rings[PULL] != 0 && pull < best)
            best = pull;
        if (!possible(b, SLOT, LEAST << i))
            sum += best / b->medians[WHOLE][i];
    }
    return sum;
}

static size_t pull_from(const struct bench *b, enum way ring)
{
    size_t from = SHMBCAST_AUTO_NEVER;

    if (b->rings[PULL] == 0)
        return from;
    for (int i = SIZES - 1;
         i >= 0 && b->medians[PULL][i] <= b->medians[ring][i]; i--)
        from = LEAST << i;
    return from;
}

static size_t slot_up_to(const struct bench *b, enum way ring)
{
    size_t most = LEAST / 2;

    for (int i = 0; possible(b, SLOT, LEAST << i) &&
                    b->medians[SLOT][i] <= b->medians[ring][i];
         i++)
        most = LEAST << i;
    return most;
}

/* Rank 0's choice becomes everybody's. */
static int choose(struct bench *b, struct sb_agree *a)
{
    enum way ring =
        b->rings[PART] != 0 && score(b, PART) < score(b, WHOLE) ? PART : WHOLE;
    uint64_t chosen[] = {b->rings[ring], pull_from(b, ring),
                         slot_up_to(b, ring)};
    int rc = sb_agree_first(a, chosen, 3);

    b->h->ring = b->h->params.ring = (size_t)chosen[0];
    b->h->params.pull = (size_t)chosen[1];
    b->h->params.slot = (size_t)chosen[2];
    return rc;
}

int sb_calibrate(struct shmbcast_auto *h, struct sb_agree *a)
{
    size_t part = h->ring / PARTS;
    struct bench *b = calloc(1, sizeof(*b));
    int rc;

    if (b != NULL)
        b->buf = calloc(1, LEAST << (SIZES - 1));
    sb_note(a, SB_MEMORY, b == NULL || b->buf == NULL ? ENOMEM : 0);
    rc = sb_agree(a);
    if (rc == MPI_SUCCESS) {
        b->h = h;
        b->rings[WHOLE] = b->rings[SLOT] = h->ring;
        b->rings[PART] = part >= SB_RING_MIN ? part : 0;
        b->rings[PULL] = h->can_pull ? h->ring : 0;
        memset(b->buf, 1, LEAST << (SIZES - 1)); /* pages of its own */
        measure_all(b);
        rc = choose(b, a);
    }
    if (b != NULL)
        free(b->buf);
    free(b);
    return rc;
}
