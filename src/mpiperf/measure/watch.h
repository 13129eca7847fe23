/* watch.h: readings of the gauges between the rounds of a visit, and the
 * stretches of rounds in which the machine stayed as it was. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_WATCH_H
#define MPIPERF_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include "mpiperf/machine/gauge.h"
#include "mpiperf/stats/states.h"

/* Readings take no more than this share of the time that a case takes, and
 * those within a visit no more than that one: it has to open and to close with
 * one. */
#define WATCH_SHARE 0.04
#define WATCH_SHARE_WITHIN 0.03

/* A reading that all ranks have taken together. */
struct glance {
    double seconds;       /* that the rank took which came last and so waited
                             for no other: the fewest of all ranks'; of one
                             without a neighbour INFINITY */
    double ended;         /* global time: when the last rank was through */
    double level[GAUGES]; /* seconds, of the slowest pair or rank; 0: nobody
                             timed anything; INFINITY: a neighbour of some rank
                             did not come */
};

/* One of a visit. */
struct reading {
    size_t round;         /* it was taken behind */
    double at;            /* seconds since `begun` of the watch */
    double level[GAUGES]; /* logarithms; NAN: not known */
};

/* The gauges that are watched, in the order of their table; returns how many.
 */
size_t watched_covariates(struct covariate c[COVARIATES_MAX]);

struct watch {
    bool on;      /* the case is watched */
    double begun; /* global time at which the run's measuring began */
    struct reading *readings; /* of this visit, in the order of time */
    size_t n;
    /* Of all visits: */
    size_t taken;
    double charged; /* seconds, for all */
};

/* Seconds: by itself no reading takes longer. Where one does, a rank has lost
 * its core, and would have lost it without the reading: it is charged as that.
 */
#define WATCH_LONGEST 100e-6

/* ... and one at which a neighbour did not come as what the others waited for
 * it: then the next one is long in coming. */
#define WATCH_LOST 1e-3

void watch_open(struct watch *w, double begun);
void watch_visit(struct watch *w);
void watch_close(struct watch *w);

/* Is there time for another reading, in a case that took so many seconds? */
bool watch_is_due(const struct watch *w, bool within_visit, double seconds);

/* Takes in the reading behind that round. */
void watch_add(struct watch *w, size_t round, const struct glance *g);

/* Do two readings show the same? Each gauge that is watched is known, and
 * differs by no more than this part of what lies between two states at least,
 * on the scale of logarithms. Half would tell two steps of the clock in a
 * reading of 0.5 us from each other. */
#define AGREEMENT 0.75

bool levels_agree(const double *a, const double *b);

/*
 * Rounds between two readings that agree belong to a stretch, which goes on as
 * long as readings agree with the last one and with the mean of those before.
 * Behind readings that do not agree the same stretch goes on where they return
 * to it.
 */
struct watch_stretch {
    double at;            /* of its first reading */
    double level[GAUGES]; /* mean of its readings */
    size_t readings;
};
enum { NO_STRETCH = -1 };

/* Those of the visit: of[i] is the index of the one that the rounds between
 * readings i - 1 and i belong to, or NO_STRETCH. Both arrays have room for all
 * readings. Returns how many there are. */
size_t watch_stretches(const struct watch *w, struct watch_stretch *v, int *of);

#endif /* MPIPERF_WATCH_H */
