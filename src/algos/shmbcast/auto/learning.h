/* learning.h: does a handle learn, from where does it begin, what stays. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_LEARNING_H
#define SHMBCAST_AUTO_LEARNING_H

#include "../agree.h"
#include "handle.h"

/* Sets [learns], or [why_not] and fixed thresholds. Collective, before the
 * segment is made. */
int sb_learning_decide(struct shmbcast_auto *h, struct sb_agree *a);

/* Begins with what the process has learned with the same ranks; where some rank
 * has not, all measure the priors. Collective, with a handle that works. */
int sb_learning_begin(struct shmbcast_auto *h, struct sb_agree *a);

/* For the next handle of the same ranks. Not collective; as a handle is freed.
 */
void sb_learning_keep(struct shmbcast_auto *h);

#endif /* SHMBCAST_AUTO_LEARNING_H */
