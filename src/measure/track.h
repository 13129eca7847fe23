/* track.h: a case between its passes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TRACK_H
#define MPIPERF_TRACK_H

#include "measure/control.h"
#include "measure/harness.h"

/* What outlives a pass: on rank 0 the rows and what it decides by. */
struct track {
    const struct bench_case *c;
    struct result *results; /* case_rows() of them; NULL but on rank 0 */
    size_t n;
    struct control control;
    bool watched;    /* gauges are read before and after a pass; on all ranks */
    long pass;       /* number of the run's, under way; 0 unless set */
    double at;       /* seconds since the run's measuring began: the pass did */
    uint64_t launch; /* number of the next one, turns 0 included; the same on
                        all ranks of the case */
};

/* As all zero it can be closed. The order of turns is made of the seed and the
 * size. */
void track_open(struct track *t, const struct harness *h,
                const struct measuring *o, const struct bench_case *c,
                uint64_t seed);
void track_close(struct track *t);

/* A pass has ended: keeps of its launches what is to be kept, and says of each
 * row whether it goes on. Rank 0. */
void track_passed(struct track *t, const struct measuring *o);

/* Is every row done? */
bool track_is_done(const struct track *t);

/* The largest relative standard error of its rows that go on, over the one that
 * is asked for; INFINITY: one is not known. */
double track_missing(const struct track *t, const struct measuring *o);

/* Rows that are not done have stopped now for that reason. Rank 0. */
void track_stop(struct track *t, enum stop why);

/* Makes figures of the rows, on rank 0, and drops the launches that they are
 * made of. */
void track_finish(struct track *t, const struct harness *h,
                  const struct measuring *o);

#endif /* MPIPERF_TRACK_H */
