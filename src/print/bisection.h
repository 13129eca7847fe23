/* bisection.h: the effective bisection bandwidth. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_BISECTION_H
#define PRINT_BISECTION_H

#include "print/pairs.h"

/* Returns "effective bisection bandwidth: 9100 MB/s a pair (8800-9400) over 20
 * random matchings, 73 % of the fastest pair's", malloced: the mean over the
 * rounds of --pairs=random of the mean over their pairs, and its 95 %
 * confidence interval. NULL if there are fewer than two rounds, or messages are
 * empty. Pairs with the same row are of one round. */
char *bisection_text(const struct pairs *p);

#endif /* PRINT_BISECTION_H */
