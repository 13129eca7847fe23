/* calibrate.c: measure ways as a handle is made. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Rank 0 broadcasts messages of several sizes by each way, in turn, and all
 * others answer with a broadcast of a byte each. What the answers take is the
 * same for all ways. The medians are what learning begins from. A calibration,
 * which takes longer, decides by them: the ring with which the better of it and
 * pulling is fastest over all sizes that do not fit in slots, each size
 * counting alike; the size up to which slots are never slower than that ring,
 * and that from which on pulling is not.
 */
#include "calibrate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../clock.h"
#include "pull.h"

/* Sizes, from [least] on, each [step] times the one before, and rounds. */
struct plan {
    size_t least;
    size_t step;
    int sizes, rounds, warm_up;
    unsigned ways;
};

static const struct plan calibration = {
    .least = 2 << 10,
    .step = 2,
    .sizes = 12,
    .rounds = 15,
    .warm_up = 2,
    .ways = SB_BIT(SB_WAY_SLOT) | SB_BIT(SB_WAY_RING) | SB_BIT(SB_WAY_PART) |
            SB_BIT(SB_WAY_PULL),
};
static const struct plan priors = {
    .least = SB_PRIOR_LEAST,
    .step = SB_PRIOR_STEP,
    .sizes = SB_PRIORS,
    .rounds = 3,
    .warm_up = 1,
    .ways = SB_BIT(SB_WAY_SLOT) | SB_BIT(SB_WAY_RING) | SB_BIT(SB_WAY_PART) |
            SB_BIT(SB_WAY_PULL) | SB_BIT(SB_WAY_FINE),
};
enum { SIZES_MOST = 12, ROUNDS_MOST = 15 };

/* Before a message, s: others are through with the last, as in a program that
 * computes in between. */
static const double PAUSE = 3e-6;

struct bench {
    struct shmbcast_auto *h;
    const struct plan *plan;
    char *buf;
    double times[SB_WAYS][SIZES_MOST][ROUNDS_MOST]; /* rank 0's, seconds */
    double medians[SB_WAYS][SIZES_MOST];            /* 0: cannot be */
};

static size_t size_of(const struct bench *b, int i)
{
    size_t n = b->plan->least;

    while (i-- > 0)
        n *= b->plan->step;
    return n;
}

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

static double measure(struct bench *b, enum sb_way way, size_t n)
{
    double begin;

    b->h->forced = SB_WAY_NONE;
    bcast(b, 1, 0);
    answers(b);
    for (begin = sb_now(); sb_now() < begin + PAUSE;)
        ;
    b->h->forced = way;
    begin = sb_now();
    bcast(b, n, 0);
    b->h->forced = SB_WAY_NONE;
    answers(b);
    return sb_now() - begin;
}

static bool possible(const struct bench *b, enum sb_way way, size_t n)
{
    const struct shmbcast_auto *h = b->h;

    if ((b->plan->ways & SB_BIT(way)) == 0)
        return false;
    switch (way) {
    case SB_WAY_SLOT:
        return n <= SHMBCAST_AUTO_SLOT_MAX;
    case SB_WAY_PART:
        return sb_ring_part(h) != 0;
    case SB_WAY_PULL:
        return h->can_pull;
    case SB_WAY_FINE:
        return h->can_pull && sb_pull_fine(n, h->size);
    default:
        return true;
    }
}

/* Each way once. A round may have as many calls as a rank has slots, at the end
 * of which it waits: not always for the same way. */
static void measure_round(struct bench *b, int size, int round)
{
    size_t n = size_of(b, size);

    for (int i = 0; i < SB_WAYS; i++) {
        enum sb_way way =
            (enum sb_way)((i + round + b->plan->warm_up) % SB_WAYS);

        if (possible(b, way, n))
            b->times[way][size][round < 0 ? 0 : round] = measure(b, way, n);
    }
}

static void measure_all(struct bench *b)
{
    const struct plan *p = b->plan;

    for (int i = 0; i < p->sizes; i++)
        for (int k = -p->warm_up; k < p->rounds; k++)
            measure_round(b, i, k);
    for (int way = 0; way < SB_WAYS; way++)
        for (int i = 0; i < p->sizes; i++)
            b->medians[way][i] = sb_median(b->times[way][i], (size_t)p->rounds);
}

/* Collective: all times of [plan]; NULL with *rc on all ranks alike. */
static struct bench *measured(struct shmbcast_auto *h, struct sb_agree *a,
                              const struct plan *plan, int *rc)
{
    struct bench *b = calloc(1, sizeof(*b));
    size_t most = 0;

    if (b != NULL) {
        b->h = h;
        b->plan = plan;
        most = size_of(b, plan->sizes - 1);
        b->buf = malloc(most);
    }
    sb_note(a, SB_MEMORY, b == NULL || b->buf == NULL ? ENOMEM : 0);
    *rc = sb_agree(a);
    if (*rc == MPI_SUCCESS) {
        memset(b->buf, 1, most); /* pages of its own */
        measure_all(b);
        return b;
    }
    if (b != NULL)
        free(b->buf);
    free(b);
    return NULL;
}

static void bench_free(struct bench *b)
{
    free(b->buf);
    free(b);
}

/* The better of a ring and pulling, against the other ring and pulling. */
static double score(const struct bench *b, enum sb_way ring)
{
    double sum = 0;

    for (int i = 0; i < b->plan->sizes; i++) {
        double best = b->medians[ring][i], pull = b->medians[SB_WAY_PULL][i];

        if (pull > 0 && pull < best)
            best = pull;
        if (!possible(b, SB_WAY_SLOT, size_of(b, i)))
            sum += best / b->medians[SB_WAY_RING][i];
    }
    return sum;
}

static size_t pull_from(const struct bench *b, enum sb_way ring)
{
    size_t from = SHMBCAST_AUTO_NEVER;

    if (!b->h->can_pull)
        return from;
    for (int i = b->plan->sizes - 1;
         i >= 0 && b->medians[SB_WAY_PULL][i] <= b->medians[ring][i]; i--)
        from = size_of(b, i);
    return from;
}

static size_t slot_up_to(const struct bench *b, enum sb_way ring)
{
    size_t most = b->plan->least / 2;

    for (int i = 0; possible(b, SB_WAY_SLOT, size_of(b, i)) &&
                    b->medians[SB_WAY_SLOT][i] <= b->medians[ring][i];
         i++)
        most = size_of(b, i);
    return most;
}

/* Rank 0's choice becomes everybody's. */
static int decide(const struct bench *b, struct sb_agree *a)
{
    struct shmbcast_auto *h = b->h;
    bool part =
        sb_ring_part(h) != 0 && score(b, SB_WAY_PART) < score(b, SB_WAY_RING);
    enum sb_way ring = part ? SB_WAY_PART : SB_WAY_RING;
    uint64_t chosen[] = {part ? sb_ring_part(h) : h->ring, pull_from(b, ring),
                         slot_up_to(b, ring)};
    int rc = sb_agree_first(a, chosen, 3);

    h->ring = h->params.ring = (size_t)chosen[0];
    h->params.pull = (size_t)chosen[1];
    h->params.slot = (size_t)chosen[2];
    return rc;
}

int sb_calibrate(struct shmbcast_auto *h, struct sb_agree *a)
{
    int rc;
    struct bench *b = measured(h, a, &calibration, &rc);

    if (b == NULL)
        return rc;
    rc = decide(b, a);
    bench_free(b);
    return rc;
}

int sb_calibrate_priors(struct shmbcast_auto *h, struct sb_agree *a)
{
    uint64_t told[SB_PRIORS * SB_WAYS];
    int rc;
    struct bench *b = measured(h, a, &priors, &rc);

    if (b == NULL)
        return rc;
    for (int i = 0; i < SB_PRIORS; i++)
        for (int way = 0; way < SB_WAYS; way++)
            told[i * SB_WAYS + way] = (uint64_t)(1e9 * b->medians[way][i]);
    bench_free(b);
    rc = sb_agree_first(a, told, SB_PRIORS * SB_WAYS);
    for (int i = 0; i < SB_PRIORS; i++)
        for (int way = 0; way < SB_WAYS; way++)
            h->learned.priors[i][way] = (uint32_t)told[i * SB_WAYS + way];
    return rc;
}
