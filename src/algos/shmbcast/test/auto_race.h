/* auto_race.h: seeded mistakes in what the ranks' threads see of each other. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_RACE_H
#define SHMBCAST_AUTO_RACE_H

#include <stdbool.h>

#include "../auto/handle.h"

/*
 * From now on all accesses to one of the words of the areas of [h] that has a
 * name (word, done, tail, head, open, helped) go wrong: its stores do not
 * release, its loads do not acquire, or they are blind and see the largest
 * number. False: no such mistake. Before there are threads.
 */
bool race_seed(const struct shmbcast_auto *h, const char *mistake,
               const char *word);

#endif /* SHMBCAST_AUTO_RACE_H */
