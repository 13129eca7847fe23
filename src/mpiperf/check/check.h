/* check.h: --check: decides whether this machine is fit for measurements. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CHECK_H
#define MPIPERF_CHECK_H

#include "measure/session.h"
#include "mpiperf/machine/warn.h"

/*
 * Examines the timers, the placement of the ranks and the other activity of the
 * machine, and prints on rank 0 one line each: a verdict, the subject, what was
 * found, and what to do about it. Collective; returns on all ranks 0 if the
 * machine is fit, else 1. With unfit != NULL nothing is printed, and on rank 0
 * *unfit becomes the first UNFIT line, malloced, or NULL.
 */
int check_run(const struct harness *h, struct runinfo *info, char **unfit);

/* ---- parts of check_run() ------------------------------------------------ */

/* State of --check. The counts and `open` are rank 0's. */
struct check {
    const struct harness *h;
    struct runinfo *info;
    int count[VERDICTS]; /* number of lines by verdict */
    bool quiet;          /* nothing is printed */
    char *unfit;         /* the first UNFIT line, malloced; NULL: none */
    char *open;          /* subjects with VERDICT_OPEN, malloced; NULL: none */
};

/* Prints a line on rank 0; does nothing on other ranks. */
void check_print(struct check *c, enum verdict v, const char *what,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Prints a line on each timer, and on the one in use. Collective. */
void check_timers(struct check *c);

/* ---- the machine without measurements (observe.c) ------------------------ */

/* Prints lines on the gauges, which show the machine's states. Collective. */
void check_states(struct check *c);
/* Prints a line on what interrupts a busy rank. Collective. */
void check_noise(struct check *c);

#endif /* MPIPERF_CHECK_H */
