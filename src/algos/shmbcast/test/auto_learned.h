/* auto_learned.h: something learned, to be known again. After <cmocka.h>. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_LEARNED_H
#define SHMBCAST_AUTO_LEARNED_H

#include "../auto/learn.h"

/* Two states, two ways with priors, two rows of some ways and times; its lines
 * in a file. */
struct sb_learned learned_sample(void);
extern const char learned_sample_lines[];

/* All rows there are, with all times. */
struct sb_learned learned_all(void);

/* In everything that a file keeps. */
void assert_learned(const struct sb_learned *got,
                    const struct sb_learned *want);

#endif /* SHMBCAST_AUTO_LEARNED_H */
