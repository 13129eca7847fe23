/* check.h: --check: is this machine fit to measure on? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CHECK_H
#define MPIPERF_CHECK_H

#include "mpiperf/machine/runinfo.h"
#include "measure/session.h"

/*
 * Looks at the timers, at how ranks are placed and at what else the machine
 * does, and prints on rank 0 a line on each: a word, what it is about, what was
 * found, and what follows. Collective; 0 when fit, else 1, on all ranks.
 */
int check_run(const struct harness *h, struct runinfo *info);

/* ---- its parts ----------------------------------------------------------- */

/* A thing that nobody could look at is no sign that the machine is fit: it
 * SKIPPED what can only warn, and left OPEN what can make the machine unfit. */
enum verdict { CHECK_OK, CHECK_WARN, CHECK_UNFIT, CHECK_SKIPPED, CHECK_OPEN };

/* The counts are rank 0's. */
struct check {
    const struct harness *h;
    struct runinfo *info;
    int count[CHECK_OPEN + 1]; /* verdicts so far */
    char *open;                /* what is open, malloced; NULL: nothing */
};

/* A line; nothing on ranks other than 0. */
void check_print(struct check *c, enum verdict v, const char *what,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Collective. check_machine() is told what the node's CPUs and this rank had
 * done when the check began. */
void check_timers(struct check *c);
void check_placement(struct check *c);
struct cpu_time {
    double at;        /* seconds since some time in the past */
    double busy, own; /* CPU seconds: of all programs, of this process */
};
struct cpu_time cpu_time_now(void);
void check_machine(struct check *c, const struct cpu_time *begin);

#endif /* MPIPERF_CHECK_H */
