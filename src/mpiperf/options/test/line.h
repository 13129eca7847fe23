/* line.h: a command line in one string, parsed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_LINE_H
#define MPIPERF_TEST_LINE_H

#include "mpiperf/options/options.h"

enum { LINE_WORLD = 4 }; /* ranks there are */

/* Cuts the line at blanks that are not between single quotes and parses it.
 * options_free() unless it is bad. */
enum options_outcome line_parse(struct options *o, const char *line,
                                char **cause);
/* One that asks for a run. */
void line_run(struct options *o, const char *line);

#endif /* MPIPERF_TEST_LINE_H */
