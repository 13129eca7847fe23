/* advice.h: suggests what to do next: commands that make more runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_ADVICE_H
#define PRINT_ADVICE_H

#include "verdict/judged.h"

/* Returns advice; NULL if all ratios are decided. If more runs help and take at
 * most an hour, the advice is the command for them; for sides that were not
 * interleaved, a command that interleaves them. file: file of the runs, or
 * NULL. */
char *advice_text(const struct table *t, const char *file);
/* Returns the command whose runs should decide the gate, or NULL. */
char *advice_gate(const struct gate *g, const struct table *t,
                  const char *file);

/* Returns the largest half width of the ratios' intervals (of the times' if
 * nothing is compared); INFINITY if an interval or a sign is unknown. It is at
 * least what the runs' scatter justifies: if the six parts agree by chance,
 * stopping at that moment would claim too much precision. */
double advice_width(const struct table *t);

#endif /* PRINT_ADVICE_H */
