/* foreign.h: rows as OSU's and Intel's benchmarks print them, for programs that
 * read these. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_FOREIGN_H
#define COMPARE_FOREIGN_H

#include <stdio.h>
#include "compare/table.h"

/* A list for each operation and algorithm. Their average is the mean over the
 * ranks, not the slowest rank's time: `rank_mean` of the records. */
void osu_print(FILE *f, const struct table *t);
void imb_print(FILE *f, const struct table *t);

#endif /* COMPARE_FOREIGN_H */
