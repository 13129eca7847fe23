/* check.h: --check: decides whether this machine is fit for measurements. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CHECK_H
#define MPIPERF_CHECK_H

#include "machine/warn.h"
#include "measure/harness.h"

/*
 * Examines the timers, the placement of the ranks and the other activity of the
 * machine. Rank 0 prints one line for each: a verdict, the subject, the
 * finding, and advice. Collective; returns on all ranks 0 if the machine is
 * fit, else 1. If unfit != NULL, nothing is printed, and *unfit on rank 0
 * becomes the first UNFIT line, malloced, or NULL.
 */
int check_run(const struct harness *h, struct runinfo *info, char **unfit);

/* ---- its parts ----------------------------------------------------------- */

/* State of --check. The counts and `open` are valid on rank 0 only. */
struct check {
    const struct harness *h;
    struct runinfo *info;
    int count[FINDINGS]; /* number of lines by verdict */
    bool quiet;          /* print nothing */
    char *unfit;         /* the first UNFIT line, malloced; NULL if none */
    char *open;          /* subjects with FINDING_OPEN, malloced, or NULL */
};

/* Prints a line on rank 0; does nothing on other ranks. */
void check_print(struct check *c, enum finding v, const char *what,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Print lines about timers, about gauges, which show states of the machine, and
 * about what interrupts a busy rank. Collective. */
void check_timers(struct check *c);
void check_states(struct check *c);
void check_noise(struct check *c);

#endif /* MPIPERF_CHECK_H */
