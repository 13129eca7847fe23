/* observe.h: what the machine does while nothing is measured: which states it
 * shows, and what it takes from a busy rank. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OBSERVE_H
#define MPIPERF_OBSERVE_H

#include "mpiperf/machine/gauge.h"
#include "stats/cut.h"
#include "timers/timer.h"

/* What was seen; on ranks other than 0 only `seconds`. */
struct observed {
    double seconds;
    double *level[GAUGES]; /* logarithms of n readings; NAN: not known */
    size_t n;
    int gauge; /* that tells two states apart; -1: the machine showed one */
    struct cut cut; /* of its readings */
};

/* Reads all gauges that are watched, a thousand times a second at most, for so
 * many seconds. Collective over comm, all of whose ranks take part with their
 * neighbours; MPI error code. */
int observe(struct observed *o, struct neighbours *n, MPI_Comm comm,
            const struct clock *clock, double seconds);
void observed_free(struct observed *o);

/* Looks for two states: of the first gauge that has them. Pure. */
void observed_cut(struct observed *o);

/* What a gauge showed, seconds, a mean of all readings; NAN: nothing. */
double observed_level(const struct observed *o, int gauge);
/* What that means, malloced: "a cache line to the next rank takes 66.0 ns". */
char *observed_text(const struct observed *o, int gauge);

/* What a loop that only reads the clock misses: "detours". */
struct noise {
    double share;   /* of the time, in detours */
    double longest; /* seconds */
    double rate;    /* detours a second */
};

/* Spins on the calling CPU for `seconds`. A gap between two readings of ten
 * times the read cost, and 1 us at least, is a detour. */
void noise_measure(const struct clock *clock, double read_cost, double seconds,
                   struct noise *out);

#endif /* MPIPERF_OBSERVE_H */
