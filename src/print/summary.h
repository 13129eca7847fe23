/* summary.h: conclusions from a table in sentences, malloced. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_SUMMARY_H
#define PRINT_SUMMARY_H

#include "print/view.h"

/* Returns "fastest: shmbcast-auto up to 4 KiB, 2.1-4.1 times as fast as native;
 * native at 1 MiB"; NULL if there is only one rival. If algorithms have loads,
 * beside_summary(). */
char *summary_fastest(const struct view *v);

/* Returns the baseline's figures, for tables without comparisons: "native: 0.19
 * us at 8 B, 6.45 us at 32 KiB". */
char *summary_figures(const struct view *v);

#endif /* PRINT_SUMMARY_H */
