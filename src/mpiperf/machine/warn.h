/* warn.h: what about this run may spoil the figures, in plain sentences. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_WARN_H
#define MPIPERF_WARN_H

#include "mpiperf/machine/runinfo.h"

/* Rank 0: an array of one-line strings, from what *ri has been filled with;
 * what, why it matters, what to do. A new reference. */
json_t *warn_about(const struct runinfo *ri);

/* Such a sentence about one thing, malloced, or NULL. Rank 0. */
typedef char *warn_fn(const struct runinfo *ri);
warn_fn warn_oversubscribed, warn_unpinned, warn_quota, warn_clocksource,
    warn_uncertainty, warn_residual;

#endif /* MPIPERF_WARN_H */
