/* track.h: a case between its passes: its rows, and what rank 0 decides by. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TRACK_H
#define MPIPERF_TRACK_H

#include "measure/control.h"
#include "measure/harness.h"

struct track {
    const struct harness *h;
    const struct measuring *o;
    const struct bench_case *c;
    struct result *results; /* n of them; NULL but on rank 0 */
    size_t n;
    struct control control;
    bool watched;    /* gauges are read before and after a pass; on all ranks */
    long pass;       /* number of the run's, under way; 0 unless set */
    double at;       /* seconds since the run's measuring began: the pass did */
    uint64_t launch; /* number of the next one, turns 0 included; the same on
                        all ranks of the case */
};

/* A case has a row for each algorithm under each method: those of the first
 * method come first. */
size_t case_rows(const struct measuring *o, const struct bench_case *c);

/* As all zero it can be closed. The order of turns is made of the seed and the
 * size. */
void track_open(struct track *t, const struct harness *h,
                const struct measuring *o, const struct bench_case *c,
                uint64_t seed);
void track_close(struct track *t);

/* The next ones change rows; they do nothing on ranks but 0, which have none.
 */

/* A variant cannot run under any method. Rows that no pass has measured have
 * no figures and get the reason, unless they have one; others end. */
void track_refuse(struct track *t, size_t variant, const char *cause);
/* The same of all variants. */
void track_fail(struct track *t, const char *cause);
/* A pass begins: variants with a reason, of the choice's, cannot have it. */
void track_begins(struct track *t, char *const *reasons);
/* Algorithms, by their states, say what they used. */
void track_describe(struct track *t, void *const *states);
/* A pass has ended: keeps of its launches what is to be kept, and says of each
 * row whether it goes on. */
void track_passed(struct track *t);
/* Makes figures of the rows and drops the launches that they are made of. */
void track_finish(struct track *t);

/* Of rank 0. Is every row done? */
bool track_is_done(const struct track *t);
/* The largest relative standard error of its rows that go on, over the one that
 * is asked for; INFINITY: one is not known. */
double track_missing(const struct track *t);
/* Rows that are not done have stopped now for that reason. */
void track_stop(struct track *t, enum stop why);

#endif /* MPIPERF_TRACK_H */
