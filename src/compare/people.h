/* people.h: the table for people: an answer at first sight. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_PEOPLE_H
#define COMPARE_PEOPLE_H

#include <stdio.h>
#include "compare/table.h"

/*
 * Sizes go down, rivals across, two a block, at most 80 columns. Above them
 * what was run, the answer, the legend and what changes the reading; below them
 * a sentence for each rival. Several families are tables one after another.
 */
void people_print(FILE *f, const struct table *t, bool markdown);

#endif /* COMPARE_PEOPLE_H */
