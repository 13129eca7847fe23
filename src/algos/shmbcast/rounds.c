/* rounds.c: steps of the broadcast, timed one by one. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A step is timed on a handle of its own: the same memory, words, tree and way
 * to wait as in a broadcast, and the same queue, since a byte takes longer
 * where it has to come out of another core's cache than where it has left that
 * cache. All ranks do one step, round after round.
 *
 * Words change hands as in a broadcast: the rank that waited for a control
 * clears it, so the next store finds the line in another core's cache. Each
 * rank times itself, less the cost of reading its clock; no clocks are
 * compared.
 */
#include "rounds.h"

#include <string.h>

#include "clock.h"

/* A trial ends after SB_ROUNDS, or after SECONDS when ranks outnumber cores;
 * rank 0 reads the clock after every BATCH. */
enum { BATCH = 20 };
static const double SECONDS = 0.1;

/* Controls of a child that a meeting uses: it waits for one and sets the
 * other. */
enum { DOWN, UP };

static void record(struct sb_series *s, double seconds)
{
    s->seconds[s->n++ % SB_ROUNDS] = seconds;
}

static sb_control_t *control_of(const struct sb_rounds *b, int rank,
                                unsigned index)
{
    return sb_control(b->h->base, &b->h->layout, rank, index);
}

static void tell(sb_control_t *control, uint64_t round)
{
    /* release: what the rank has done before; pairs with await() */
    atomic_store_explicit(control, round, memory_order_release);
}

static void await(const struct sb_rounds *b, sb_control_t *control)
{
    /* pairs with the store in tell() */
    sb_wait_equal(control, b->round, &b->h->waiter);
    /* relaxed: set again only after the rank has told somebody */
    atomic_store_explicit(control, 0, memory_order_relaxed);
}

/* This rank's children; rank 0 is the root, so ranks are virtual ranks. */
static const int *children(const struct sb_rounds *b, const int **end)
{
    const struct sb_tree *tree = &b->h->tree;

    *end = tree->child + tree->first[b->h->rank + 1];
    return tree->child + tree->first[b->h->rank];
}

/* Controls [index] of the children are set, down the tree from rank 0. */
static void pass_down(const struct sb_rounds *b, unsigned index)
{
    const int *end, *child = children(b, &end);

    if (b->h->rank != 0)
        await(b, control_of(b, b->h->rank, index));
    for (; child < end; child++)
        tell(control_of(b, *child, index), b->round);
}

/* Answers come up the tree to rank 0. */
static void pass_up(const struct sb_rounds *b)
{
    const int *end, *child = children(b, &end);

    for (; child < end; child++)
        await(b, control_of(b, *child, UP));
    if (b->h->rank != 0)
        tell(control_of(b, b->h->rank, UP), b->round);
}

/* All ranks: down the tree, and answers up it. */
static void meet(const struct sb_rounds *b)
{
    pass_down(b, DOWN);
    pass_up(b);
}

/* tW */
void sb_notify_round(struct sb_rounds *b)
{
    double begin = sb_now();

    meet(b);
    if (b->h->rank == 0)
        record(&b->first, (sb_now() - begin - b->clock) / 2);
}

/* All ranks are in the set: the root opens it, the others see that. */
static void enter_set(const struct sb_rounds *b, struct sb_set *set)
{
    if (b->h->rank == 0)
        sb_set_open(b->h, set, b->round);
    else /* pairs with the store of op in sb_set_open() */
        sb_wait_equal(&set->op, b->round, &b->h->waiter);
}

/* tWO and tA: a set without fragments is opened and left. */
void sb_set_round(struct sb_rounds *b)
{
    struct sb_set *set = sb_set(b->h->base, &b->h->layout, 0);
    double seen, left;

    enter_set(b, set);
    seen = sb_now();
    if (b->h->rank != 0)
        sb_set_leave(b->h, set);
    left = sb_now();
    if (b->h->rank == 0)
        return;
    record(&b->first, seen - b->left - b->clock);
    record(&b->second, left - seen - b->clock);
    b->left = left;
}

/* t: a fragment of a broadcast. The root runs ahead as far as the queue goes.
 */
void sb_copy_round(struct sb_rounds *b)
{
    struct sb_set *set = sb_set(b->h->base, &b->h->layout, 0);
    unsigned s = (unsigned)b->h->params.s, index = b->nth % s;
    char *user = b->message + b->nth * b->fragment % b->bytes;
    char *fragment = sb_fragment(b->h->base, &b->h->layout, 0, index);
    double begin;

    if (index == 0)
        enter_set(b, set);
    if (b->h->rank != 0)
        pass_down(b, index);
    begin = sb_now();
    if (b->h->rank == 0)
        memcpy(fragment, user, b->fragment);
    else
        memcpy(user, fragment, b->fragment);
    record(&b->first, (sb_now() - begin - b->clock) / (double)b->fragment);
    if (b->h->rank == 0)
        pass_down(b, index);
    if (b->h->rank != 0 && index == s - 1)
        sb_set_leave(b->h, set);
}

int sb_trial(struct sb_rounds *b, sb_round_fn *round, int warmup)
{
    double begin = sb_now();
    int over = 0, rc = MPI_SUCCESS;

    b->left = begin;
    b->nth = 0;
    b->first.n = b->second.n = 0;
    while (rc == MPI_SUCCESS && !over) {
        for (int i = 0; i < BATCH; i++) {
            b->round++;
            round(b);
            b->nth++;
        }
        over = b->nth >= (unsigned)warmup + SB_ROUNDS ||
               sb_now() - begin > SECONDS;
        rc = MPI_Bcast(&over, 1, MPI_INT, 0, b->h->waiter.comm);
    }
    return rc;
}

double sb_clock_cost(struct sb_rounds *b)
{
    b->first.n = 0;
    for (int i = 0; i < SB_ROUNDS; i++) {
        double begin = sb_now();

        record(&b->first, sb_now() - begin);
    }
    return sb_median(b->first.seconds, SB_ROUNDS);
}
