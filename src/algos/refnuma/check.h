/* check.h: check mode: races, and elements that were never delivered. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_CHECK_H
#define REFNUMA_CHECK_H

#include "array.h"

/* This rank's changed words, of which `own` are in pages at home here. 0 or
 * -ENOMEM. */
int rn_check_own(struct refnuma_array *a, const struct rn_runs *own);

/* Behind the first round: counts words that several ranks wrote and tells some
 * of them on stderr. */
void rn_check_races(struct refnuma_array *a);

#endif /* REFNUMA_CHECK_H */
