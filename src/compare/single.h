/* single.h: the table of one run, made of its records as they come. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_SINGLE_H
#define COMPARE_SINGLE_H

#include <jansson.h>
#include <stdio.h>
#include "compare/format.h"

struct single;

struct single *single_new(void);
/* A `run` or `case` record of this program; takes it over. */
void single_add(struct single *s, json_t *record);
void single_print(FILE *f, struct single *s, enum output_format format);
/* NULL is legal. */
void single_free(struct single *s);

#endif /* COMPARE_SINGLE_H */
