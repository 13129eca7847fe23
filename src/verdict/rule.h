/* rule.h: the statistical rule of the gate, independent of tables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_RULE_H
#define VERDICT_RULE_H

#include "verdict/judged.h"

/* Returns the verdict on one row by its interval: PASS, SUSPECT or CANNOT_TELL;
 * always CANNOT_TELL unless `enough` (values). */
enum verdict gate_verdict(const struct figure *vs, double limit, bool enough);

/* Sets the verdict of each row, and `since` of suspects. sitting: for sides
 * that were not interleaved, the figure of the mean over all rows; else NULL.
 */
void gate_decide(struct gate *g, const struct figure *sitting);

/* Returns the number of blocks at the next look after n: 12, 18, 27, 40, ... */
size_t gate_next_look(size_t n);

/* When to look at a gate while its runs are made: the number of blocks at the
 * next look, and at the next full look. Only full looks let rows pass; the
 * others find and confirm suspects. */
struct looks {
    size_t next, full;
};

/* full: number of blocks at the first full look; the first look for suspects is
 * at half of it. */
void looks_begin(struct looks *l, size_t full);
/* Call this after a look that gave `verdict`. Returns true if the verdict is
 * final; else sets the next look. */
bool looks_advance(struct looks *l, const struct gate *g, enum verdict verdict);
/* Returns the number of blocks at the next look. blocks: number made so far;
 * fit: number that fit into the budget, or INFINITY. The last third of the
 * budget is reserved for confirming suspects, and starts with a look for
 * them. */
size_t looks_within(const struct looks *l, size_t blocks, double fit);

/* Returns the probability that chance alone makes a row this much slower.
 * level: one-sided level of the row's interval. */
double chance_of(const struct figure *vs, double level);
/* Returns the significance threshold for the chances of n comparisons; -1 if
 * none is significant. The probability that any comparison is significant by
 * chance is then at most `error` (Hochberg 1988). Sorts `chance`. */
double chance_significant(double *chance, size_t n, double error);

#endif /* VERDICT_RULE_H */
