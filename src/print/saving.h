/* saving.h: the cost of a program's calls, and the savings by the fastest
 * algorithms (mpiperf --program). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_SAVING_H
#define PRINT_SAVING_H

#include "print/view.h"

/* Returns the share of the program's seconds that it spends in calls like those
 * of the row, without waiting for late ranks; NAN without --program. */
double saving_share(const struct row *row);

/* If the table has a program's calls, prints how much of the program's time the
 * fastest algorithm of each case would save. */
void saving_print(FILE *f, const struct table *t, bool markdown);

#endif /* PRINT_SAVING_H */
