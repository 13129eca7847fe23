/* saving.h: what the calls of a program cost, and what the fastest algorithms
 * would save of it (mpiperf --program). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_SAVING_H
#define PRINT_SAVING_H

#include "print/view.h"

/* Returns the share of the program's seconds that it spends in calls like those
 * of the row, without waiting for late ranks; NAN if it is no program's. */
double saving_share(const struct row *row);

/* Prints, if the table is of a program's calls, what the fastest algorithm of
 * each case would save of the program's seconds. */
void saving_print(FILE *f, const struct table *t, bool markdown);

#endif /* PRINT_SAVING_H */
