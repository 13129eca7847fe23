/* warn.h: what about this run may spoil the figures, in plain sentences. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_WARN_H
#define MPIPERF_WARN_H

#include "mpiperf/machine/runinfo.h"

/* Rank 0: an array of one-line strings, from what *ri has been filled with;
 * what, why it matters, what to do. A new reference. */
json_t *warn_about(const struct runinfo *ri);

#endif /* MPIPERF_WARN_H */
