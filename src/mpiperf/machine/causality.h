/* causality.h: do the clocks of neighbouring ranks respect cause and effect? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CAUSALITY_H
#define MPIPERF_CAUSALITY_H

#include "mpiperf/machine/neighbours.h"

/* What is known of a clock. Of several verdicts the smallest counts. */
enum causality { CAUSALITY_BROKEN, CAUSALITY_HOLDS, CAUSALITY_UNTESTED };

/*
 * Each rank hands a stamped line to and fro with its neighbours. agree[i], set
 * by the caller, is lowered to this rank's verdict on clock i of n. Clocks
 * without timer, or whose readings mean nothing to another process, are not
 * tested. Called by all ranks of the node with the same clocks, at about the
 * same time.
 */
void causality_test(struct neighbours *neighbours, const struct clock *clocks,
                    int n, int *agree);

#endif /* MPIPERF_CAUSALITY_H */
