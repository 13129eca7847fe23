/* check.h: --check: is this machine fit to measure on? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CHECK_H
#define MPIPERF_CHECK_H

#include "measure/session.h"
#include "mpiperf/machine/warn.h"

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

#endif /* MPIPERF_CHECK_H */
