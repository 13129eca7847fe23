/* doubts.h: what no interval tells of two sides, and keeps a gate from PASS. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_DOUBTS_H
#define COMPARE_DOUBTS_H

#include "compare/table.h"

/* Results of the first side, or of another, that --verify found wrong; a text,
 * malloced, or NULL. */
char *doubt_wrong(const struct table *t, bool first);

/* The first of: wrong results of the first side, runs lost, a case that one
 * side lacks, slow runs now and then, a state in which one side alone was seen.
 * Likewise. */
char *doubt(const struct table *t);

#endif /* COMPARE_DOUBTS_H */
