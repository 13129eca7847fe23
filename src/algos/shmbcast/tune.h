/* tune.h: f, s, q and the tree by trials between the ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TUNE_TRIALS_H
#define SHMBCAST_TUNE_TRIALS_H

#include "shmbcast_tune.h"

/* One stage after the other, each with the best of those before. */
enum sb_search { SB_STAGE_TREE, SB_STAGE_F, SB_STAGE_QUEUE, SB_STAGES };

/* Candidates of a stage, at most: s and q have the most. */
enum { SB_CANDIDATES = 10 };

/*
 * What a stage tries of the parameters that [given] leaves to trials: the
 * [best] so far, then it with others in their place, none of which [nranks]
 * ranks could not tell from one before. Returns how many; pure.
 */
int sb_candidates(const struct shmbcast_params *given,
                  const struct shmbcast_params *best, enum sb_search stage,
                  int nranks, struct shmbcast_params list[SB_CANDIDATES]);

#endif /* SHMBCAST_TUNE_TRIALS_H */
