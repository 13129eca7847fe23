/* stays.h: what a row took in each stretch of a case in which the machine
 * stayed as it was. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_STAYS_H
#define MPIPERF_STAYS_H

#include <stdbool.h>
#include <stddef.h>
#include "mpiperf/measure/watch.h"
#include "mpiperf/stats/stats.h"

/* Most stretches that a row keeps; of more, each 2nd, 4th, ... by chance. */
enum { STAYS_MOST = 512 };

/* One stretch, a stay in a state or a part of it. */
struct stay {
    double at;            /* seconds since the run's measuring began */
    double level[GAUGES]; /* seconds: geometric means of its readings */
    long rounds;          /* that all rivals have */
    double estimate;      /* seconds: the row's in these rounds; NAN: none */
    size_t number;        /* of the row's, from 0 */
};

/* Of a row, in the order of time; rivals have the same ones. All zero: none. */
struct stays {
    struct stay *v;
    size_t n;
    size_t seen;      /* those that are not kept included */
    unsigned thinned; /* one of 2^thinned is kept */
    long mixed; /* rounds of no stretch: the readings around them disagree,
                   or there is none on one side */
};

/* Is the stretch of that number one of those kept, of 2^thinned one? */
bool stays_keep(size_t number, unsigned thinned);

/* Empties it and frees its memory. */
void stays_clear(struct stays *s);

/* Adds those of a visit, and thins what has become too many. */
void stays_append(struct stays *s, const struct stays *visit);

/* What a visit was to each of n rows, out[i] to the one whose valid launches in
 * it are rows[i]; out comes in as all zero. */
void stays_of_visit(struct stays *out, const struct watch *w,
                    const struct series *rows, size_t n);

/* Seconds that row `own` of n takes, as time_of_rounds(), over the rounds of
 * all that have launches. */
double rivals_time(const struct series *rows, size_t n, size_t own);

#endif /* MPIPERF_STAYS_H */
