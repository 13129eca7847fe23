/* output_states.h: comparisons of sides state by state, as text and records. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_OUTPUT_STATES_H
#define COMPARE_OUTPUT_STATES_H

#include <stdio.h>
#include "tools/compare/compare_states.h"

/* "machine states: near 66 ns: A 61 %, B 20 %; far ..."; nothing where there is
 * one. */
void states_print(FILE *f, const struct compared *c);

/* A table each. Sides that have no state in common have the one of all runs. */
void tables_print(FILE *f, const struct compared *c,
                  const struct compare_options *o);
/* Their rows; a new reference. */
json_t *tables_records(const struct compared *c,
                       const struct compare_options *o);

#endif /* COMPARE_OUTPUT_STATES_H */
