/* row.c: which way is the fastest for messages that are alike. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Learning: the ways take turns, in rounds. In each, only those that are not
 * clearly behind after the last go on. Then nearly all calls take the best, and
 * every way is looked at again after so many calls that its excess costs a
 * small share of all time. A time that does not fit is followed up soon, so
 * that a change is seen after a few looks; single ones, such as calls that the
 * scheduler interrupted, do not move a median. When the best takes another time
 * than it did, the machine or the program has changed, and nothing that is
 * known of the other ways holds any more: learning begins anew.
 *
 * The numbers below are those of an experiment: how many times, how sure, which
 * share of the time. None is a machine's.
 */
#include "row.h"

#include <limits.h>
#include <string.h>

/* Rounds of learning: so many times of each way that takes at most [within] of
 * what the best takes. In the first that is by priors alone: one time says
 * little, least of all that of a program's first message. */
static const struct round {
    uint8_t times;
    double within;
} rounds[] = {{2, 1.6}, {4, 1.25}, {SB_TIMES, 1.1}};
enum { ROUNDS = sizeof(rounds) / sizeof(rounds[0]) };

/* Share of the time that ways which are not the best may cost, all together. */
static const double EXCESS = 0.005;

/* The second-best is looked at after so many calls, as long as that share is
 * enough for it alone: it is what becomes the best when something changes. */
static const double SECOND_MOST = 1000, SECOND_EXCESS = 0.004, MOST = 1e6;

enum { APART_LEAST = 64 };

/* The first calls of a way after others find less of what it uses in the
 * caches. Where a way might be the best, as many calls as it needs go ahead
 * that are not looked at. It may be, if it takes at most that much of what the
 * best takes; where it needs more than one, and none ever went ahead, so much.
 */
static const double NEAR = 1.25, NEAR_COLD = 1.6;

/* A new best has to be better by that much once learning is over; by less where
 * it has all its times. */
static const double HYSTERESIS = 1.03, HYSTERESIS_SURE = 1.01;

/* A time of the best that is so much longer, and one of another way that is so
 * much shorter than the best's, are followed up. */
static const double LONGER = 1.25, SHORTER = 0.9;
enum { FOLLOWS_MOST = 6, FOLLOW_AFTER = 8 /* calls */ };

/* The best has changed for good; how often learning may begin anew. */
static const double CHANGED = 1.3;
enum { AGAIN_FIRST = 100, AGAIN_APART = 1000 /* calls */ };

static double at_least(double x, double least)
{
    return x > least ? x : least;
}

static uint64_t at_most(uint64_t x, uint64_t most)
{
    return x < most ? x : most;
}

void sb_row_init(struct sb_row *row)
{
    *row = (struct sb_row){
        .turn = SB_WAY_NONE, .best = SB_WAY_NONE, .apart = APART_LEAST};
    for (int w = 0; w < SB_WAYS; w++)
        row->arms[w].needs = 1;
}

uint32_t sb_row_estimate(const struct sb_row *row, enum sb_way way)
{
    const struct sb_arm *arm = &row->arms[way];

    return arm->n > 0 ? arm->median : arm->prior;
}

/* What a way takes at best. Ways are left alone by this: more than one of its
 * times may have been interrupted. */
static uint32_t least(const struct sb_row *row, int way)
{
    const struct sb_arm *arm = &row->arms[way];
    uint32_t ns = arm->n > 0 ? arm->ns[0] : arm->prior;

    for (int i = 1; i < arm->n; i++)
        ns = arm->ns[i] < ns ? arm->ns[i] : ns;
    return ns;
}

static bool there(const struct sb_row *row, int way)
{
    return (row->mask & SB_BIT(way)) != 0;
}

/* Does [a] come before [b]: measured rather than not, known rather than not,
 * shorter? */
static bool before(const struct sb_row *row, int a, int b)
{
    uint32_t ta = sb_row_estimate(row, (enum sb_way)a);
    uint32_t tb = sb_row_estimate(row, (enum sb_way)b);

    if ((row->arms[a].n > 0) != (row->arms[b].n > 0))
        return row->arms[a].n > 0;
    if ((ta > 0) != (tb > 0))
        return ta > 0;
    return ta < tb;
}

/* The first by that order, but for [except]. */
static enum sb_way first(const struct sb_row *row, enum sb_way except)
{
    int found = SB_WAY_NONE;

    for (int w = 0; w < SB_WAYS; w++)
        if (there(row, w) && w != (int)except &&
            (found == SB_WAY_NONE || before(row, w, found)))
            found = w;
    return (enum sb_way)found;
}

/* Is it [a]'s turn before [b]'s: the fewer times, the better? Two in a row, so
 * that every second one comes after its like. */
static bool earlier(const struct sb_row *row, int a, int b)
{
    int na = row->arms[a].n / 2, nb = row->arms[b].n / 2;

    if (na == nb && (row->arms[a].n + row->arms[b].n) % 2 != 0)
        return row->arms[a].n % 2 != 0;
    return na != nb ? na < nb : before(row, a, b);
}

/* The best prior of all ways; 0 if none is known. */
static uint32_t best_prior(const struct sb_row *row)
{
    uint32_t best = 0;

    for (int w = 0; w < SB_WAYS; w++)
        if (there(row, w) && row->arms[w].prior > 0 &&
            (best == 0 || row->arms[w].prior < best))
            best = row->arms[w].prior;
    return best;
}

/* Were its times longer than they would be in use? */
static bool is_cold(const struct sb_row *row, int way)
{
    const struct sb_arm *arm = &row->arms[way];

    return arm->needs > 1 && !arm->in_use && way != (int)row->best;
}

/* Does it take at most [most] of what the best takes? */
static bool takes(const struct sb_row *row, int way, double most)
{
    return least(row, way) <= most * sb_row_estimate(row, row->best);
}

/* Is [way] good enough for a round? A time in use of one that needs many calls
 * is dear: after two it has to be as good as the best. */
static bool within(const struct sb_row *row, int round, int way)
{
    const struct sb_arm *arm = &row->arms[way];

    if (arm->in_use && way != (int)row->best)
        return arm->n < rounds[0].times || takes(row, way, 1);
    if (round == 0)
        return arm->prior <= rounds[0].within * best_prior(row);
    return takes(row, way, rounds[round].within);
}

/* Calls that go ahead of a look in the long run. */
static unsigned lead(const struct sb_row *row, int way)
{
    double near = is_cold(row, way) ? NEAR_COLD : NEAR;

    return way != (int)row->best && takes(row, way, near) ? row->arms[way].needs
                                                          : 0;
}

/* And while times are collected, where two calls in a row are not enough. */
static unsigned learning_lead(const struct sb_row *row, int way)
{
    const struct sb_arm *arm = &row->arms[way];

    return arm->in_use && way != (int)row->best ? arm->needs : 0;
}

/* The way whose turn it is in learning, or SB_WAY_NONE if that is over. */
static enum sb_way learning_turn(const struct sb_row *row, unsigned most)
{
    for (int r = 0; r < ROUNDS; r++) {
        int found = SB_WAY_NONE;

        for (int w = 0; w < SB_WAYS; w++)
            if (there(row, w) && row->arms[w].n < rounds[r].times &&
                learning_lead(row, w) <= most && within(row, r, w) &&
                (found == SB_WAY_NONE || earlier(row, w, found)))
                found = w;
        if (found != SB_WAY_NONE)
            return (enum sb_way)found;
    }
    return SB_WAY_NONE;
}

/* The next look is at the way whose turn it is, in the call [due] or later:
 * where several calls go ahead, they all do. */
static void look_next(struct sb_row *row, uint64_t due, unsigned ahead)
{
    uint64_t soonest = row->calls + 1 + (ahead > 1 ? ahead : 0);

    row->lead = ahead;
    row->deferred = 0;
    row->due = due > soonest ? due : soonest;
}

/* Calls from one look at [way] to the next. */
static uint64_t interval(const struct sb_row *row, int way, int second)
{
    double best = sb_row_estimate(row, row->best), calls = row->apart;
    int others = __builtin_popcount(row->mask) - 1;
    int each = (int)lead(row, way) + 1;
    uint32_t ns =
        each > 2 ? sb_row_estimate(row, (enum sb_way)way) : least(row, way);
    double ratio = ns / at_least(best, 1);

    if (way == (int)row->best)
        return row->apart;
    if (each > 1 && is_cold(row, way)) /* once, to see what it takes in use */
        return (uint64_t)SECOND_MOST;
    calls = at_least((ratio - 1) * each * others / EXCESS, 2 * each * calls);
    if (way == second && calls > SECOND_MOST) {
        calls = at_least(SECOND_MOST, 2. * row->apart);
        calls = at_least((ratio - 1) * each / SECOND_EXCESS, calls);
    }
    return (uint64_t)(calls < MOST ? calls : MOST);
}

/* The call that was looked at last. */
static uint64_t looked(const struct sb_row *row)
{
    uint64_t last = 0;

    for (int w = 0; w < SB_WAYS; w++)
        if (row->arms[w].seen > last)
            last = row->arms[w].seen;
    return last;
}

/* The way that is due first, but not too soon after the last look. */
static void plan_long_run(struct sb_row *row, unsigned most)
{
    int second = first(row, row->best);
    uint64_t first_due = UINT64_MAX;

    for (int w = 0; w < SB_WAYS; w++)
        if (there(row, w) && lead(row, w) <= most) {
            uint64_t due = row->arms[w].seen + interval(row, w, second);

            if (due < first_due) {
                first_due = due;
                row->turn = (enum sb_way)w;
            }
        }
    if (first_due < looked(row) + row->apart)
        first_due = looked(row) + row->apart;
    look_next(row, first_due, lead(row, row->turn));
}

/* Of ways with at most so many calls ahead. */
static void plan(struct sb_row *row, unsigned most)
{
    enum sb_way turn = learning_turn(row, most);

    if (turn != SB_WAY_NONE) {
        row->turn = turn;
        look_next(row, 0, learning_lead(row, turn));
        return;
    }
    if (row->settled == 0)
        row->settled = sb_row_estimate(row, row->best);
    plan_long_run(row, most);
}

void sb_row_ways(struct sb_row *row, unsigned mask)
{
    if (mask != row->mask) {
        row->mask = mask;
        row->best = first(row, SB_WAY_NONE);
        row->settled = 0;
        plan(row, 1); /* it may change from call to call */
    }
    row->calls++;
}

void sb_row_uncount(struct sb_row *row)
{
    row->calls--;
    row->again = at_most(row->again, row->calls);
    for (int w = 0; w < SB_WAYS; w++)
        row->arms[w].seen = at_most(row->arms[w].seen, row->calls);
}

/* Of an even number the lower of the middle two: what makes times wrong makes
 * them long. */
static uint32_t median(const struct sb_arm *arm)
{
    uint32_t sorted[SB_TIMES];
    int n = 0;

    for (; n < arm->n; n++) {
        int i = n;

        for (; i > 0 && sorted[i - 1] > arm->ns[n]; i--)
            sorted[i] = sorted[i - 1];
        sorted[i] = arm->ns[n];
    }
    return n > 0 ? sorted[(n - 1) / 2] : 0;
}

static void add(struct sb_row *row, enum sb_way way, uint32_t ns)
{
    struct sb_arm *arm = &row->arms[way];

    if (arm->needs > 1 && row->lead >= arm->needs && !arm->in_use) {
        arm->in_use = true;
        arm->n = arm->at = 0;
    }
    arm->ns[arm->at] = ns;
    arm->at = (uint8_t)((arm->at + 1) % SB_TIMES);
    if (arm->n < SB_TIMES)
        arm->n++;
    arm->median = median(arm);
    arm->seen = row->calls;
}

/* What a way may take now that the best takes [factor] times as long as it did,
 * or as little: the others may have changed by as much. 0: unknown. */
static uint32_t possible(const struct sb_row *row, int way, double factor)
{
    uint32_t ns = least(row, way);

    if (way == (int)row->best)
        return row->arms[way].median;
    return ns > 0 ? (uint32_t)at_least(ns / factor, 1) : 0;
}

/* What was learned says where to begin. */
static void learn_anew(struct sb_row *row)
{
    double now = row->arms[row->best].median, then = row->settled;
    double factor = now > then ? now / then : then / now;

    for (int w = 0; w < SB_WAYS; w++) {
        struct sb_arm *arm = &row->arms[w];

        arm->prior = possible(row, w, factor);
        arm->n = arm->at = 0;
        arm->median = 0;
        arm->in_use = false;
    }
    row->settled = 0;
    row->again = row->calls;
}

/* Calls until learning may begin anew: the sooner the fewer there were, as the
 * first calls of a program may be unlike those that follow. */
static uint64_t again_apart(const struct sb_row *row)
{
    if (row->again < AGAIN_FIRST)
        return AGAIN_FIRST;
    return at_most(row->again, AGAIN_APART);
}

/* Has the best moved since learning ended? */
static bool changed(const struct sb_row *row)
{
    double now = row->arms[row->best].median, then = row->settled;

    return row->arms[row->best].n > 0 &&
           (now > CHANGED * then || then > CHANGED * now) &&
           row->calls >= row->again + again_apart(row);
}

static void choose(struct sb_row *row)
{
    enum sb_way best = first(row, SB_WAY_NONE);
    double hysteresis = row->settled == 0               ? 1
                        : row->arms[best].n == SB_TIMES ? HYSTERESIS_SURE
                                                        : HYSTERESIS;

    if (best == row->best || hysteresis * sb_row_estimate(row, best) >
                                 sb_row_estimate(row, row->best))
        return;
    row->best = best;
    if (row->settled != 0)
        row->settled = row->arms[best].median;
}

void sb_row_add(struct sb_row *row, enum sb_way way, uint32_t ns,
                uint32_t apart)
{
    double best = sb_row_estimate(row, row->best);
    bool surprise =
        row->settled != 0 &&
        (way == row->best ? ns > LONGER * best : ns < SHORTER * best);

    row->apart = apart > APART_LEAST ? apart : APART_LEAST;
    add(row, way, ns > 0 ? ns : 1);
    if (row->settled != 0 && changed(row))
        learn_anew(row);
    choose(row);
    plan(row, UINT_MAX);
    row->follows =
        surprise && row->follows < FOLLOWS_MOST ? row->follows + 1 : 0;
    if (row->follows > 0 && row->settled != 0 && there(row, way) &&
        row->due > row->calls + FOLLOW_AFTER) {
        row->turn = way;
        look_next(row, row->calls + FOLLOW_AFTER, lead(row, way));
    }
}
