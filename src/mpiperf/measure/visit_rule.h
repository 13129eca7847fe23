/* visit_rule.h: how long one visit of several to a case lasts. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_VISIT_RULE_H
#define MPIPERF_VISIT_RULE_H

#include "mpiperf/measure/measuring.h"
#include "mpiperf/measure/stop.h"

/*
 * A visit to a row lasts `rounds` and `least` seconds and until its own
 * launches have the relative standard error `rse`, but no longer than so many
 * launches or seconds. With rounds 0 the case has one visit, which the stop
 * rule ends.
 */
struct visit_limits {
    long rounds, launches;
    double rse, least, seconds;
    bool foldable; /* a case that has not the time or launches for VISITS_MIN
                      such visits gets one instead */
};

/* What a row had since the visit began, with buffers and warm-up in its
 * seconds. */
struct visit_so_far {
    long rounds, launches;
    bool least; /* as in struct progress_so_far */
    double seconds;
    double rse; /* of its own launches; NAN: not known */
};

/* Has the row had its share of the case? */
bool visit_is_enough(const struct visit_limits *l,
                     const struct visit_so_far *v);

/* Too little is left for a visit of the rest, twice, after the first: it goes
 * on as the only one. */
bool visit_is_only(const struct measuring *o, const struct progress_so_far *p);

#endif /* MPIPERF_VISIT_RULE_H */
