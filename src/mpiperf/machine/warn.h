/* warn.h: what is known of this run and may spoil its figures. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_WARN_H
#define MPIPERF_WARN_H

#include "mpiperf/machine/runinfo.h"

/* SKIPPED and OPEN: it could not be examined. The worst verdict on it would
 * have been a warning (SKIPPED), or that the machine is unfit (OPEN). */
enum verdict {
    VERDICT_OK,
    VERDICT_WARN,
    VERDICT_UNFIT,
    VERDICT_SKIPPED,
    VERDICT_OPEN,
    VERDICTS,
};

/* A fact: what it is about (NULL: a timer, on which --check has lines of its
 * own), what was found and, unless that is OK, why it matters and what to do.
 */
typedef void fact_fn(void *user, enum verdict v, const char *what,
                     const char *text);

/* Rank 0 only. */
void facts_tell(const struct runinfo *ri, fact_fn *tell, void *user);

/* Rank 0: the warnings of the run, an array of strings. A new reference. */
json_t *warn_about(const struct runinfo *ri);

#endif /* MPIPERF_WARN_H */
