/* row.h: what a root has learned of the ways for messages that are alike. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_ROW_H
#define SHMBCAST_AUTO_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "ways.h"

/* The last times of a way; their median is its estimate. */
enum { SB_TIMES = 7 };

struct sb_arm {
    uint32_t ns[SB_TIMES];
    uint32_t median; /* of these; 0 if there are none */
    uint32_t prior;  /* what it should take, before there are; 0: unknown */
    uint8_t n, at;   /* how many there are; the oldest */
    uint16_t needs;  /* calls in a row until caches hold what it uses again */
    bool in_use;     /* times are of calls that came after so many */
    uint64_t seen;   /* call at which the last was added */
};

struct sb_row {
    struct sb_arm arms[SB_WAYS];
    uint64_t calls;   /* messages so far */
    uint64_t due;     /* call that is looked at next, */
    enum sb_way turn; /* and the way that it takes */
    enum sb_way best; /* the way of all other calls */
    uint32_t
        settled;    /* median of the best when learning ended; 0: it goes on */
    uint32_t apart; /* calls between looks in the long run, at least */
    uint64_t again; /* call at which learning began anew */
    unsigned lead;  /* so many calls before the next look take its way, too */
    unsigned deferred; /* times that the next look was put off */
    unsigned follows;  /* looks in a row that followed up a surprise */
    unsigned mask;     /* ways that there are */
};

/* A row without times. Its ways are known by the first sb_row_ways(). Of its
 * own calls a way needs one. */
void sb_row_init(struct sb_row *row);

/* Before every call, which it counts: the ways that this message can take, at
 * least one. */
void sb_row_ways(struct sb_row *row, unsigned mask);

/* The way of the call that is [ahead] calls after this one, 0 or 1, as far as
 * is known now. */
static inline enum sb_way sb_row_way(const struct sb_row *row, unsigned ahead)
{
    return row->calls + ahead + row->lead >= row->due ? row->turn : row->best;
}

/* Is this call to be looked at? */
static inline bool sb_row_due(const struct sb_row *row)
{
    return row->calls >= row->due;
}

/* [n] calls more took the best way. */
static inline void sb_row_count(struct sb_row *row, uint64_t n)
{
    row->calls += n;
}

/* The call that was counted last does not come. */
void sb_row_uncount(struct sb_row *row);

/* Has every way that is not far behind as many times as an estimate needs? */
static inline bool sb_row_settled(const struct sb_row *row)
{
    return row->settled != 0;
}

/* It cannot be, and the next is due: the way of this call. Where several calls
 * went ahead it goes on with theirs, but not for longer than they were. */
static inline enum sb_way sb_row_defer(struct sb_row *row)
{
    bool in_use = sb_row_settled(row) && row->lead > 1;

    row->due = row->calls + 1;
    if (in_use && row->deferred++ >= row->lead) {
        row->deferred = 0;
        row->due += 2ull * row->lead;
        in_use = false;
    }
    return sb_row_settled(row) && !in_use ? row->best : row->turn;
}

/* What the last look told is lost: the next [n] calls are not looked at. */
static inline void sb_row_put_off(struct sb_row *row, uint64_t n)
{
    uint64_t soonest = row->calls + n + 1;

    row->due = row->due > soonest ? row->due : soonest;
}

/* A call by [way] took [ns]. Calls that are looked at in the long run are at
 * least [apart] calls from each other. */
void sb_row_add(struct sb_row *row, enum sb_way way, uint32_t ns,
                uint32_t apart);

/* What [way] takes, by its times, else by what was said of it; 0: unknown. */
uint32_t sb_row_estimate(const struct sb_row *row, enum sb_way way);

#endif /* SHMBCAST_AUTO_ROW_H */
