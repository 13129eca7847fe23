/* tune.h: choice of f, s, q and the tree by timed trials between the ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TUNE_TRIALS_H
#define SHMBCAST_TUNE_TRIALS_H

#include "shmbcast_tune.h"

/* Stages of the search. Each stage starts from the best parameters so far. */
enum sb_search { SB_STAGE_TREE, SB_STAGE_F, SB_STAGE_QUEUE, SB_STAGES };

/* Maximum number of candidates of a stage. The stage for s and q has most. */
enum { SB_CANDIDATES = 10 };

/*
 * Lists what a stage tries: [best] first, then [best] with other values of the
 * parameters that [given] leaves to trials. Omits candidates that are equal to
 * an earlier one between [nranks] ranks. Returns the number of candidates;
 * pure.
 */
int sb_candidates(const struct shmbcast_params *given,
                  const struct shmbcast_params *best, enum sb_search stage,
                  int nranks, struct shmbcast_params list[SB_CANDIDATES]);

#endif /* SHMBCAST_TUNE_TRIALS_H */
