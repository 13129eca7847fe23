/* show.h: what is printed of runs, and written to --output. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_SHOW_H
#define COMPARE_SHOW_H

#include "tools/compare/runs.h"
#include "tools/compare/options.h"

/* All return the exit status, and print errors. */
int show_merged(const struct options *o, const struct runs *r);
int show_spread(const struct options *o, const struct runs *r);
/* one_file: blocks of equal number are the same ones. */
int show_comparison(const struct options *o, const struct runs *a,
                    const struct runs *b, bool one_file);

#endif /* COMPARE_SHOW_H */
