/* agree.h: agreement of all ranks on an exit status and on how they were
 * started. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_AGREE_H
#define MPIPERF_AGREE_H

#include "mpiperf/options/early.h"

/* All functions are collective over MPI_COMM_WORLD. */

/* Returns the maximum of `value` over all ranks, so that all ranks fail if one
 * does. If it is not 0, prints the cause of the lowest rank that has one. Frees
 * `cause`. */
int cause_agree(int value, char *cause);

/* Returns 0 if all ranks have the same facts (early.h). Otherwise prints the
 * first difference, and returns nonzero on all ranks. */
int facts_agree(const struct early *e);

#endif /* MPIPERF_AGREE_H */
