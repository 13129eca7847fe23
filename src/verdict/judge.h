/* judge.h: what a gate judges: rows of a table, their figures and verdicts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_JUDGE_H
#define VERDICT_JUDGE_H

#include "verdict/judged.h"

/* Makes a gate with the judged rows and their verdicts, but no overall verdict
 * yet. before: the previous look at the same runs, or NULL. */
void gate_rows(struct gate *g, const struct table *t, const struct gate *before,
               double limit, enum gate_of of);

/* Returns the name of a judged row, malloced. */
char *gate_name(const struct table *t, const struct row *row, enum gate_of of);

#endif /* VERDICT_JUDGE_H */
