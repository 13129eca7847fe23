/* look.c: calls that are looked at: what their way took. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The slot of a call tells readers that it is looked at. Each says when it was
 * through, by the clock that the ranks share, in a word of the line that it
 * writes at the end of every call anyhow. The root reads the words when it is
 * next a root and all are there; nobody waits for them. With more roots than
 * the line has words, another root's look may write over them in between: the
 * look was in vain, and is repeated. A call took as long as the slowest rank
 * needed once it and the root were there: a reader that found the message
 * waiting says how long it took from then on. The root's own time counts whole,
 * so that a way by which it waits for those who are late pays for that.
 */
#include "look.h"

#include "../clock.h"
#include "choose.h"

/*
 * The word: low bits of the operation's number, whether the reader was late,
 * and its time, ns: if it was late what it took, else when it was through. 47
 * bits are a day and a half.
 */
enum { OP_SHIFT = 48, LATE_SHIFT = 47 };
static const uint64_t TIME_MASK = (UINT64_C(1) << LATE_SHIFT) - 1;

/* Times that do not come for so many operations never come. */
enum { GIVE_UP_AFTER = 1000 };

/* Share of the time that looking may take. */
static const double COST = 0.004;

/* So many reads of the clock does a look take, on all ranks together. */
enum { CLOCKS = 4 };

/* The mean follows the last looks, but for those that were interrupted: they
 * took so many times as long, the first among them. */
enum { FOLLOWING = 8 };

/* Calls between two looks at most, or a change of the machine is met late. */
static const double APART_MOST = 1000;

/* Where [reader] tells [root]. */
static _Atomic uint64_t *word_for(const struct shmbcast_auto *h, int root,
                                  int reader)
{
    return &sb_area(h, reader)->look[root % SB_LOOKS];
}

void sb_look_tell(const struct shmbcast_auto *h, int root, uint64_t arrived)
{
    uint64_t now = sb_now_ns(), word = h->op << OP_SHIFT;

    word |= arrived != 0 ? UINT64_C(1) << LATE_SHIFT | (now - arrived)
                         : now & TIME_MASK;
    /* relaxed: published by the store of [mark] that follows */
    atomic_store_explicit(word_for(h, root, h->rank), word,
                          memory_order_relaxed);
}

enum told { TIMES_LATER, TIMES_HERE, TIMES_NEVER };

/* What [rank] needed, ns. */
static enum told told(const struct shmbcast_auto *h, int rank, uint64_t *ns)
{
    /* acquire: the word was written before; pairs with sb_distance_mark() */
    uint64_t mark =
        atomic_load_explicit(&sb_area(h, rank)->mark, memory_order_acquire);
    uint64_t word =
        atomic_load_explicit(word_for(h, h->rank, rank), memory_order_relaxed);

    h->marks[rank] = mark;
    if (mark < h->look.op)
        return TIMES_LATER;
    if (word >> OP_SHIFT != (h->look.op & 0xffff))
        return TIMES_NEVER;
    *ns = word & TIME_MASK;
    if ((word >> LATE_SHIFT & 1) == 0)
        *ns = (*ns - h->look.begin) & TIME_MASK;
    return TIMES_HERE;
}

static void stop_learning(struct shmbcast_auto *h, const char *why)
{
    sb_rows_settle(h);
    h->learns = false;
    h->why_not = why;
    sb_fixed_thresholds(&h->params);
}

/* TIMES_HERE with [*most] of all ranks, the root's own included. */
static enum told told_by_all(struct shmbcast_auto *h, uint64_t *most)
{
    *most = h->look.own;
    for (int r = 0; r < h->size; r++) {
        uint64_t ns;
        enum told t = r == h->rank ? TIMES_NEVER : told(h, r, &ns);

        if (r == h->rank)
            continue;
        if (t != TIMES_HERE)
            return t;
        if (ns > TIME_MASK / 2)
            stop_learning(h, "the ranks' clocks differ");
        else if (ns > *most)
            *most = ns;
    }
    return TIMES_HERE;
}

/* Calls between two looks, so that these cost no more than their share. */
static uint32_t apart(const struct shmbcast_auto *h, const struct sb_row *row)
{
    double best = sb_row_estimate(row, row->best);
    double calls = best > 0 ? h->look.cost / (COST * best) : 0;

    return (uint32_t)(calls < APART_MOST ? calls : APART_MOST);
}

static void follow_cost(struct sb_look *look, uint64_t took)
{
    uint64_t cost = look->cost;

    if (cost == 0 || took < cost / FOLLOWING)
        cost = took;
    else if (took < FOLLOWING * cost)
        cost = (cost * (FOLLOWING - 1) + took) / FOLLOWING;
    look->cost = (uint32_t)(cost < UINT32_MAX ? cost : UINT32_MAX);
}

/* Roots that share words are put off by different numbers of calls, and by more
 * each time, so that they do not meet for ever. */
static void put_off(struct sb_look *look, int rank)
{
    int share = 1 + rank / SB_LOOKS;
    double calls = (double)share * ++look->lost;

    sb_row_put_off(look->row,
                   (uint64_t)(calls < APART_MOST ? calls : APART_MOST));
}

void sb_look_take(struct shmbcast_auto *h)
{
    struct sb_look *look = &h->look;
    uint64_t most, begin;
    enum told t;

    if (look->op == 0 || h->op < look->try_at)
        return;
    begin = sb_now_ns();
    t = told_by_all(h, &most);
    /* those lines are in this core's cache now */
    if (h->distance.due <= h->op)
        h->distance.due = h->op + 1;
    if (t == TIMES_LATER && h->op < look->op + GIVE_UP_AFTER) {
        /* the others write the lines that this reads */
        look->wait *= 2;
        look->try_at = h->op + look->wait;
        return;
    }
    look->op = 0;
    if (t == TIMES_NEVER)
        put_off(look, h->rank);
    if (t != TIMES_HERE || !h->learns)
        return;
    look->lost = 0;
    sb_row_add(look->row, look->way,
               most < UINT32_MAX ? (uint32_t)most : UINT32_MAX,
               apart(h, look->row));
    follow_cost(look, sb_now_ns() - begin + CLOCKS * h->clock);
    /* what does not fit may be another state, which is to be known before this
     * row learns its times; the line that tells was read just now */
    if (look->row->follows > 0)
        h->distance.due = h->op + 1;
}

void sb_look_end(struct shmbcast_auto *h, struct sb_row *row, enum sb_way way,
                 uint64_t begin)
{
    uint64_t took = sb_now_ns() - begin;

    h->look.op = h->op;
    h->look.try_at = h->op + 1;
    h->look.wait = 1;
    h->look.begin = begin;
    h->look.own = took < UINT32_MAX ? (uint32_t)took : UINT32_MAX;
    h->look.row = row;
    h->look.way = way;
}
