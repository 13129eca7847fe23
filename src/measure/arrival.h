/* arrival.h: starts that are moved on purpose: ranks that come late, by
 * --arrival=PATTERN, and the same for all, against the steps of clocks. Pure.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_ARRIVAL_H
#define MPIPERF_ARRIVAL_H

#include <stdint.h>

/* Which part, 0 to 1, of the pattern's time a rank comes late. */
struct arrival_pattern {
    const char *name;
    const char *help;
    double (*share)(int rank, int size, uint64_t launch);
};

extern const struct arrival_pattern *const arrival_table[]; /* NULL at end */

struct arrival {
    const struct arrival_pattern *pattern; /* NULL: all at once */
    double seconds;
};

/* `none`, or PATTERN:MICROSECONDS. 0, or -1 with *cause malloced. */
int arrival_parse(struct arrival *a, const char *arg, char **cause);

/* Seconds after the launch's start at which that rank begins it; the same
 * whenever it is asked. */
double arrival_delay(const struct arrival *a, int rank, int size,
                     uint64_t launch);

/*
 * Seconds by which the starts of that launch are moved on all ranks: 0 to
 * START_DITHER steps of the clock. A start that always falls on the same place
 * between two steps would make times all alike that are not.
 */
enum { START_DITHER = 2 };
double start_dither(double step, uint64_t launch);

#endif /* MPIPERF_ARRIVAL_H */
