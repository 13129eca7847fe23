/* check.h: --check: is this machine fit to measure on? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CHECK_H
#define MPIPERF_CHECK_H

#include "measure/session.h"
#include "mpiperf/machine/warn.h"

/*
 * Examines the timers, the placement of the ranks and what else the machine
 * does, and prints on rank 0 a line on each: a verdict, the subject, what was
 * found, and what to do about it. Collective; 0 when fit, else 1, on all ranks.
 * unfit: nothing is printed, and rank 0's *unfit becomes what was found unfit
 * first, malloced, or NULL.
 */
int check_run(const struct harness *h, struct runinfo *info, char **unfit);

/* ---- its parts ----------------------------------------------------------- */

/* The counts are rank 0's. */
struct check {
    const struct harness *h;
    struct runinfo *info;
    int count[VERDICTS]; /* verdicts so far */
    bool quiet;          /* nothing is printed */
    char *unfit;         /* the first UNFIT line, malloced; NULL: none */
    char *open;          /* subjects of VERDICT_OPEN, malloced; NULL: none */
};

/* A line; nothing on ranks other than 0. */
void check_print(struct check *c, enum verdict v, const char *what,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* A line on each timer, and on the one that is used. Collective. */
void check_timers(struct check *c);

/* ---- the machine while nothing is measured (observe.c) ------------------- */

/* Lines on the gauges, which show the machine's states. Collective. */
void check_states(struct check *c);
/* A line on what interrupts a rank that is busy. Collective. */
void check_noise(struct check *c);

#endif /* MPIPERF_CHECK_H */
