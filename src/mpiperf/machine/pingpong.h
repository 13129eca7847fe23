/* pingpong.h: two processes and a page of shared memory: how long a cache line
 * takes from one to the other, and whether their clocks respect cause and
 * effect. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PINGPONG_H
#define MPIPERF_PINGPONG_H

#include <stdatomic.h>
#include "mpiperf/machine/sharedpage.h"
#include "timers/timer.h"

/* 128 bytes: some processors fetch lines in pairs. */
struct line {
    _Alignas(128) _Atomic uint64_t number;
    _Atomic ticks_t stamp;
};

struct table {
    struct line ping; /* written by the one who serves */
    struct line pong; /* written by the one who returns */
};
_Static_assert(sizeof(struct table) <= SHAREDPAGE_USABLE, "one page");

/* What is known of a clock; the smallest counts. */
enum causality { CAUSALITY_BROKEN, CAUSALITY_HOLDS, CAUSALITY_UNTESTED };

/*
 * One game. The server calls pingpong_prepare(), tells the partner, and both
 * play; it gets the one-way latency in seconds, median, or NAN when the
 * partner did not answer in time. agree[i], set by the caller, is lowered to
 * the verdict on clock i of n; those without timer, or whose readings mean
 * nothing to another process, are left out.
 */
void pingpong_prepare(struct table *t);
double pingpong_serve(struct table *t, const struct clock *clocks, int n,
                      int *agree);
void pingpong_return(struct table *t, const struct clock *clocks, int n,
                     int *agree);

#endif /* MPIPERF_PINGPONG_H */
