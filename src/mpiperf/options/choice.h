/* choice.h: operations and variants out of operands. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CHOICE_H
#define MPIPERF_CHOICE_H

#include "measure/case.h"

/* An algorithm and settings of its own, parsed from its operand: a new variant
 * of the choice. -1 with *cause malloced. */
int choice_add_variant(struct choice *c, const struct registry *r,
                       const char *text, char **cause);
/* The same as in another choice. */
void choice_copy_variant(struct choice *c, const struct variant *v);
/* Is there one of that label? */
bool choice_has(const struct choice *c, const char *label);
/* Reads the values of operation and variants, what --param gave included. -1
 * with *cause malloced. */
int choice_read(struct choice *c, const struct params *given, char **cause);
void choice_free(struct choice *c);

#endif /* MPIPERF_CHOICE_H */
