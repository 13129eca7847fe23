/* warn.h: finds facts about this run that may distort its results. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_WARN_H
#define MACHINE_WARN_H

#include "machine/runinfo.h"

/* How serious a fact is. If it could not be examined: OPEN if the verdict might
 * have been UNFIT, SKIPPED if at worst WARN. */
enum finding {
    FINDING_OK,
    FINDING_WARN,
    FINDING_UNFIT,
    FINDING_SKIPPED,
    FINDING_OPEN,
    FINDINGS,
};

/* Receives a fact. `what` is its subject; NULL for a timer, about which --check
 * prints lines of its own. `text` says what was found and, unless the verdict
 * is OK, why it matters and what to do. */
typedef void fact_fn(void *user, enum finding v, const char *what,
                     const char *text);

/* Calls tell() for each fact. Rank 0 only. */
void facts_each(const struct runinfo *ri, fact_fn *tell, void *user);

/* Returns the warnings of the run: an array of strings, a new reference. Rank 0
 * only. */
json_t *warn_about(const struct runinfo *ri);

#endif /* MACHINE_WARN_H */
