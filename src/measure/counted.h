/* counted.h: which launches of a turn count, into its row. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_COUNTED_H
#define MPIPERF_COUNTED_H

#include "measure/control.h"

/* Adds to the row's result the n launches of a turn: how many were valid, late
 * or over, and of those that count the times, spans and figures. Returns a bit
 * for each of these. */
uint64_t counted_add(const struct control *c, struct result *r,
                     const struct launch_times *launch, size_t n);

#endif /* MPIPERF_COUNTED_H */
