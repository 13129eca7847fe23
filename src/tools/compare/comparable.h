/* comparable.h: which runs may stand in one table. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_COMPARABLE_H
#define COMPARE_COMPARABLE_H

#include "tools/compare/runs.h"

/*
 * The number of the table that each run belongs to, from 0; malloced. *n: how
 * many tables there are. In one table all runs of a command line have the same
 * words, outputs aside, and the same of what makes runs comparable: MPI
 * library, machine, placement, settings, environment (differ.h). Runs of one
 * block stay together; what is different in other command lines makes no other
 * table.
 */
size_t *comparable_tables(const struct runs *r, size_t *n);

/*
 * In what runs of one command line differ so that they cannot stand in one
 * table, malloced: "kernel"; NULL: in nothing.
 */
char *comparable_differ(const struct runs *r);

#endif /* COMPARE_COMPARABLE_H */
