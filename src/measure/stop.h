/* stop.h: is a case measured well enough, or given up? Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_STOP_H
#define MPIPERF_STOP_H

#include "measure/measuring.h"
#include "stats/stats.h"

enum stop {
    STOP_NOT,          /* go on */
    STOP_CONVERGED,    /* rse and min-valid reached (paper: its rules) */
    STOP_MAX_VALID,    /* -E */
    STOP_MAX_LAUNCHES, /* -R; paper: more than that */
    STOP_MAX_TIME,     /* --max-time */
    STOP_MAX_PASSES,   /* --passes */
    STOP_BUDGET,       /* --budget: no other pass fits */
    STOP_NONE_VALID,   /* hopeless: none of the first launches was valid */
    STOP_FAILED,       /* a pass after the first failed */
};

/* Word for the record: "converged", "max-valid", ... */
const char *stop_name(enum stop s);

struct progress_so_far {
    long launches; /* without the warm-up */
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
 * STOP_PATIENCE_SHORT: a dozen turns of 8, enough for the lead of the start
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

/*
 * A pass to a row lasts `rounds` and `least` seconds and until its own
 * launches have the relative standard error `rse`, but no longer than so many
 * launches or seconds. With rounds 0 the case has one pass, which the stop
 * rule ends.
 */
struct pass_limits {
    long rounds, launches;
    double rse, least, seconds;
    bool foldable; /* a case that has not the time or launches for PASSES_MIN
                      such passes gets one instead */
};

/* What a row had since the pass began, with buffers and warm-up in its
 * seconds. */
struct pass_so_far {
    long rounds, launches;
    bool least; /* as in struct progress_so_far */
    double seconds;
    double rse; /* of its own launches; NAN: not known */
};

/* Has the row had its share of the case? */
bool pass_is_enough(const struct pass_limits *l, const struct pass_so_far *v);

/* Too little is left for a pass of the rest, twice, after the first: it goes
 * on as the only one. */
bool pass_is_only(const struct measuring *o, const struct progress_so_far *p);

#endif /* MPIPERF_STOP_H */
