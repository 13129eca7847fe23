/* observe.h: which states the machine shows while nothing is measured. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OBSERVE_H
#define MPIPERF_OBSERVE_H

#include "mpiperf/machine/gauge.h"
#include "mpiperf/stats/states.h"

/* What was seen; on ranks other than 0 only `seconds`. */
struct observed {
    double seconds;
    struct states states; /* n = 0: no gauge had a reading */
    struct stretch *readings;
    size_t n;
};

/* Glances at all gauges that are watched, a thousand times a second at most,
 * for so many seconds. Collective over comm, all of whose ranks take part with
 * their neighbours; MPI error code. */
int observe(struct observed *o, struct neighbours *n, MPI_Comm comm,
            const struct clock *clock, double seconds);
void observed_free(struct observed *o);

/* "oneway 66.0 ns, spin 1.02 us; 61 % of the time, 9 stays of 0.136 s": of one of
 * the states. Malloced. */
char *observed_text(const struct observed *o, size_t state);

#endif /* MPIPERF_OBSERVE_H */
