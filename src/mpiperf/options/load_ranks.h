/* load_ranks.h: --load-ranks: which ranks run a load. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_LOAD_RANKS_H
#define MPIPERF_OPTIONS_LOAD_RANKS_H

#include "mpiperf/options/options.h"

/* Sets o->how.load to the ranks that o->load_ranks selects out of `world`.
 * Refuses them if the operands name no load, or if too few ranks are left.
 * Returns an error text, malloced, or NULL. Pure. */
char *load_ranks_apply(struct options *o, int world);

#endif /* MPIPERF_OPTIONS_LOAD_RANKS_H */
