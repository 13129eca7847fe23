/* calibrated.h: what calibrations of the process found, by sets of ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_CALIBRATED_H
#define PRELOAD_CALIBRATED_H

#include <stdio.h>

#include "../shmbcast_auto.h"

/* The tables of an earlier handle for the same ranks in the same order, if all
 * of them know it; else [params] is unchanged. Collective over [here]. */
void calibrated_find(MPI_Comm here, struct shmbcast_auto_params *params);

/* A handle for [here] measured this. Local. */
void calibrated_keep(MPI_Comm here, const struct shmbcast_auto_params *params);

/* Forget all; before that, unless [out] is NULL, say which algorithm each set
 * of ranks had for each size. */
void calibrated_end(FILE *out, int rank);

#endif /* PRELOAD_CALIBRATED_H */
