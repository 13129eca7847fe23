/* calibrate.h: measure ways as a handle is made. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_CALIBRATE_H
#define SHMBCAST_AUTO_CALIBRATE_H

#include "../agree.h"
#include "handle.h"

/* Which ring to use, where slots end and pulling begins: sets the parameters
 * slot, ring and pull. Collective, with a handle that works. */
int sb_calibrate(struct shmbcast_auto *h, struct sb_agree *a);

/* In a short time, what learning begins from: sets h->learned.priors.
 * Collective, with a handle that works. */
int sb_calibrate_priors(struct shmbcast_auto *h, struct sb_agree *a);

#endif /* SHMBCAST_AUTO_CALIBRATE_H */
