/* merge_more.h: figures of merged rows beside time and ratio. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGE_MORE_H
#define COMPARE_MERGE_MORE_H

#include "tools/compare/merge.h"

/* Where there are SITTINGS_MIN sittings, the interval of times covers what
 * differs between these; all: adds the figures to the rows. */
void merged_add_more(struct merged *m, bool all);

#endif /* COMPARE_MERGE_MORE_H */
