/* distrust.h: reasons, not visible in the intervals, to distrust a table. All
 * are malloced, or NULL. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_DISTRUST_H
#define VERDICT_DISTRUST_H

#include "compare/table.h"

/* Reports wrong results (--verify) on the first side, or on the others. */
char *distrust_wrong_results(const struct table *t, bool first);

/* Returns the first reason that applies: wrong results on the first side, too
 * many failed runs, a case that one side lacks, occasional slow runs, a machine
 * state seen on only one side. *more: more runs may remove it. */
char *distrust_reason(const struct table *t, bool *more);

#endif /* VERDICT_DISTRUST_H */
