/* advice.h: what to do next: commands that make more runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_ADVICE_H
#define PRINT_ADVICE_H

#include "verdict/judged.h"

/* Returns advice; NULL if all ratios are decided. If more runs help and take at
 * most an hour, it is the command that makes them; for sides that were not
 * interleaved, one that interleaves them. file: keeps the runs; NULL if
 * none. */
char *advice_text(const struct table *t, const char *file);
/* Returns the command whose runs should decide the gate, or NULL. */
char *advice_gate(const struct gate *g, const struct table *t,
                  const char *file);

/* Returns half the width of the widest interval: of ratios, or of times if
 * nothing is compared; INFINITY if an interval or a sign is unknown. It is not
 * below what the scatter of the runs justifies: the six parts of a table may
 * agree by chance, and a stop just then would promise too much. */
double advice_width(const struct table *t);

#endif /* PRINT_ADVICE_H */
