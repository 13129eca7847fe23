/* merge_text.h: the merged table for people, at most 80 columns wide. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGE_TEXT_H
#define COMPARE_MERGE_TEXT_H

#include <stdio.h>
#include "tools/compare/merge.h"

/* What is the same in all rows, the rows, and a line to quote. block_seconds:
 * that a block takes; NAN: unknown. */
void merged_print(FILE *f, const struct merged *m, const struct runs *runs,
                  double block_seconds);

#endif /* COMPARE_MERGE_TEXT_H */
