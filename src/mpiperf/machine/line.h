/* line.h: a cache line that two processes hand to and fro. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_LINE_H
#define MPIPERF_LINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include "timers/timer.h"

/* 128 bytes: some processors fetch lines in pairs. */
struct line {
    _Alignas(128) _Atomic uint64_t number;
    _Atomic ticks_t stamp; /* see causality.h */
};

/* What two processes share. Each writes its own line and reads the other. */
struct lines {
    struct line first, second;
};

/* One of the two processes during a meeting. */
struct line_side {
    struct line *mine, *other;
    uint64_t number;  /* of the last trip */
    uint64_t last;    /* what `number` becomes at the end of the meeting */
    int64_t deadline; /* raw_now() at which it gives up */
};

/*
 * Begins a meeting on this side. Both sides pass the same number, larger than
 * that of any meeting before on these lines, which begin as all zero. A side
 * waits for the other until the deadline. One that gives up, or comes to a
 * meeting that the other has left, fails at once in this meeting and is back in
 * step in the next.
 */
struct line_side line_meet(struct lines *l, bool first, uint32_t meeting,
                           int64_t deadline);

/* Tells the other side that this one takes no further part. */
void line_leave(struct line_side *s);

/* Waits until the other side has made trip `number`. False: it will not. */
bool line_await(const struct line_side *s, uint64_t number);
/* Makes trip `number`: what was written before is visible to who awaits it. */
void line_write(struct line_side *s, uint64_t number);

/* One trip there and back: the first side sends, the second returns. */
bool trip_send(struct line_side *s);
bool trip_return(struct line_side *s);

/* Seconds that the line takes one way: half of a trip there and back, mean of
 * `trips`, on the first side. NAN: the other did not answer. The second side
 * returns as many. */
double trips_time(struct line_side *s, int trips);
bool trips_return(struct line_side *s, int trips);

/* A line that is slower was held up by the scheduler: no two cores of a machine
 * are that far apart. Seconds. */
#define LINE_SLOWEST 2e-6

#endif /* MPIPERF_LINE_H */
