/* stop.h: is a case measured well enough, or given up? Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_STOP_H
#define MPIPERF_STOP_H

#include "mpiperf/measure/measuring.h"
#include "stats/stats.h"

enum stop {
    STOP_NOT,          /* go on */
    STOP_CONVERGED,    /* rse and min-valid reached (paper: its rules) */
    STOP_MAX_VALID,    /* -E */
    STOP_MAX_LAUNCHES, /* -R; paper: more than that */
    STOP_MAX_TIME,     /* --max-time */
    STOP_MAX_PASSES,   /* --passes */
    STOP_BUDGET,       /* --budget: no other visit fits */
    STOP_NONE_VALID,   /* hopeless: none of the first launches was valid */
    STOP_FAILED,       /* a visit after the first failed */
};

/* Word for the record: "converged", "max-valid", ... */
const char *stop_name(enum stop s);

struct progress_so_far {
    long launches; /* stage 0 not counted */
    long valid;
    double seconds;      /* spent on this case and algorithm, warm-up too */
    bool least;          /* it has what no limit of time keeps it from having */
    bool oversubscribed; /* more ranks than cores: patience is short */
};

/*
 * The rule looks at the summary that is reported; the paper's at one of all
 * valid launches, none trimmed, as the program of 2012 did. A limit that is
 * reached goes before convergence: whoever has converged may still run on
 * beside the others, but not past a limit. Where launches were found to depend
 * on each other, the standard error counts only once it rests on
 * STOP_MIN_ROUNDS rounds.
 *
 * Hopeless is a case without a valid launch after STOP_PATIENCE launches; with
 * more ranks than cores, where a launch costs a slice of the scheduler, after
 * STOP_PATIENCE_SHORT: a dozen stages of 8, enough for the lead of the start
 * message to double from microseconds to such a slice.
 */
enum { STOP_MIN_ROUNDS = 16, STOP_PATIENCE = 400, STOP_PATIENCE_SHORT = 100 };

enum stop stop_rule(const struct measuring *o, const struct progress_so_far *p,
                    const struct summary *s);

/*
 * May the algorithm run on while others that it is compared with are not done
 * (interleaving keeps rounds paired)? True for STOP_NOT and STOP_CONVERGED,
 * false at a limit.
 */
bool stop_may_continue(enum stop s);

#endif /* MPIPERF_STOP_H */
