/* slow_parts.h: names the ranks, nodes and uplinks that make pairs slow. Pure.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_SLOW_PARTS_H
#define PRINT_SLOW_PARTS_H

#include "print/pairs.h"

/* Returns the host name of the rank's node, malloced; "node 3" if another node
 * has the same host name. */
char *node_text(const struct pairs *p, long node, long rank);

/* Returns a sentence about the ranks, nodes and uplinks that make pairs slow
 * (verdict/culprits.h), malloced: "slow: node17 (2.1 times), uplink of rack3
 * (1.6 times); 1023 of 1024 nodes alike"; NULL with less than three ranks. */
char *slow_parts(const struct pairs *p);

/* Returns "effective bisection bandwidth: 9100 MB/s a pair (8800-9400) over 20
 * random matchings, 73 % of the fastest pair's", malloced: the mean over the
 * rounds of --pairs=random of the mean over their pairs, and its 95 %
 * confidence interval. NULL if there are fewer than two rounds, or messages are
 * empty. Pairs with the same row are of one round. */
char *bisection_text(const struct pairs *p);

#endif /* PRINT_SLOW_PARTS_H */
