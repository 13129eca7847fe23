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

/*
 * Lines that warn the reader: what of machine, MPI, placement, clocks, settings
 * and latency between cores differs, within a side and between the two; and
 * runs that are not complete. b is NULL where there is one side only.
 */
void differ_print(FILE *f, const struct runs *a, const struct runs *b);

#endif /* COMPARE_DIFFER_H */
