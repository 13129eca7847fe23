/* calibrate.h: measure which ring to use, and where slots end and pulling
 * begins. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_CALIBRATE_H
#define SHMBCAST_AUTO_CALIBRATE_H

#include "../agree.h"
#include "handle.h"

/* Collective, with a handle that works; sets its parameters slot, ring and
 * pull. */
int sb_calibrate(struct shmbcast_auto *h, struct sb_agree *a);

#endif /* SHMBCAST_AUTO_CALIBRATE_H */
