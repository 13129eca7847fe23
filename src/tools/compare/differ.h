/* differ.h: what A's and B's runs did not have in common. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_DIFFER_H
#define COMPARE_DIFFER_H

#include <jansson.h>
#include <stdio.h>
#include "tools/compare/runs.h"

/* What of a run should be as in the others, name -> value; a value that `like`
 * (NULL: none) has too is shared with it. A new reference. */
json_t *differ_traits(const json_t *run, const json_t *like);

/* Those of the traits that all runs of one table have to have in common, name
 * -> value; a new reference. */
json_t *differ_apart(const json_t *traits);

/*
 * Lines that warn the reader: what of machine, MPI, placement, clocks, settings
 * and latency between cores differs, within a side and between the two; runs
 * that are not complete; and how far the gauges moved from A to B. b is NULL
 * where there is one side only.
 */
void differ_print(FILE *f, const struct runs *a, const struct runs *b);

/* The same of the runs of each command line by themselves. */
void differ_sides(FILE *f, const struct runs *r);

#endif /* COMPARE_DIFFER_H */
