/* check.h: --check: is this machine fit to measure on? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CHECK_H
#define MPIPERF_CHECK_H

#include "measure/session.h"
#include "mpiperf/machine/warn.h"
#include "stats/cut.h"

/*
 * Looks at the timers, at how ranks are placed and at what else the machine
 * does, and prints on rank 0 a line on each: a word, what it is about, what was
 * found, and what follows. Collective; 0 when fit, else 1, on all ranks.
 */
int check_run(const struct harness *h, struct runinfo *info);

/* ---- its parts ----------------------------------------------------------- */

/* The counts are rank 0's. */
struct check {
    const struct harness *h;
    struct runinfo *info;
    int count[VERDICTS]; /* verdicts so far */
    char *open;          /* what is open, malloced; NULL: nothing */
};

/* A line; nothing on ranks other than 0. */
void check_print(struct check *c, enum verdict v, const char *what,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* A line on each timer, and on the one that is used. Collective. */
void check_timers(struct check *c);

/* ---- what the machine does while nothing is measured --------------------- */

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
enum { NOISE_DOUBLES = sizeof(struct noise) / sizeof(double) };

/* Spins on the calling CPU for `seconds`. A gap between two readings of ten
 * times the read cost, and 1 us at least, is a detour. */
void noise_measure(const struct clock *clock, double read_cost, double seconds,
                   struct noise *out);

#endif /* MPIPERF_CHECK_H */
