/* foreign.h: prints tables in the layout of the OSU and Intel (IMB)
 * benchmarks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_FOREIGN_H
#define PRINT_FOREIGN_H

#include <stdbool.h>
#include <stdio.h>
#include "print/output.h"

struct benchmark;
struct table;

/* A run under the name of a benchmark. */
struct named {
    const struct benchmark *as; /* NULL: the benchmark of each operation */
    const char *remarks; /* lines to print above the rows, each after # */
    bool more;           /* benchmarks of the same program follow */
};

/* Prints a list for each operation and algorithm; `format` is one of those of
 * OSU or IMB. The times are means over all valid launches, in all states of the
 * machine. */
void foreign_print(FILE *f, const struct table *t, enum output_format format,
                   const struct named *named);

#endif /* PRINT_FOREIGN_H */
