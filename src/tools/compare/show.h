/* show.h: what is printed of launches, and written to --output. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_SHOW_H
#define COMPARE_SHOW_H

#include "tools/compare/launches.h"
#include "tools/compare/options.h"

/* Both return the exit status, having said what went wrong. */
int show_spread(const struct tool_options *o, const struct launches *l);
int show_comparison(const struct tool_options *o, const struct launches *a,
                    const struct launches *b);

#endif /* COMPARE_SHOW_H */
