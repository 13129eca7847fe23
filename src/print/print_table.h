/* print_table.h: the readable table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_PRINT_TABLE_H
#define PRINT_PRINT_TABLE_H

#include <stdio.h>
#include "compare/table.h"

/* Prints the tables of all families, at most 80 characters wide: what was
 * measured, the fastest rival, the legend, warnings, and the grids. */
void print_table(FILE *f, const struct table *t, bool markdown);

#endif /* PRINT_PRINT_TABLE_H */
