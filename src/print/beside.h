/* beside.h: says how much slower an operation is beside a load. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_BESIDE_H
#define PRINT_BESIDE_H

#include "print/view.h"

/* Returns the number of ranks in field load_ranks of a case, such as
 * "3,8-11". */
long beside_ranks(const json_t *which);

/* Returns a sentence for each load, malloced: "allreduce 8 B takes 3.1 times
 * (2.8-3.4) as long while 4 of 16 ranks run incast"; of several sizes, about
 * the one that the load slows down most. NULL if there is no load or no
 * ratio. */
char *beside_summary(const struct view *view);

#endif /* PRINT_BESIDE_H */
