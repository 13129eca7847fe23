/* warn.h: what is known of this run and may spoil its figures: a row a fact. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_WARN_H
#define MPIPERF_WARN_H

#include "mpiperf/machine/runinfo.h"

/* What nobody could look at is no sign that the machine is fit: SKIPPED is what
 * could only warn, OPEN what could make the machine unfit. NONE: nothing is
 * said. */
enum verdict {
    VERDICT_NONE,
    VERDICT_OK,
    VERDICT_WARN,
    VERDICT_UNFIT,
    VERDICT_SKIPPED,
    VERDICT_OPEN,
    VERDICTS,
};

struct fact {
    const char *what; /* as --check calls it; NULL: that has no line on it */
    bool recorded;    /* a warning of it is one of the run */
    /* Sets *text to a malloced line unless the verdict is NONE: what was found
     * and, where it is not OK, why it matters and what to do. Rank 0. */
    enum verdict (*judge)(const struct runinfo *ri, char **text);
};

extern const struct fact facts[]; /* the last has no judge */

/* Rank 0: the warnings of the run, an array of strings. A new reference. */
json_t *warn_about(const struct runinfo *ri);

#endif /* MPIPERF_WARN_H */
