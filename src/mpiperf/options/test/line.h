/* line.h: parses a command line that is given as one string. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_LINE_H
#define MPIPERF_TEST_LINE_H

#include "mpiperf/options/plan.h"

enum { LINE_WORLD = 4 }; /* number of ranks */

/* Parses the words for `world` ranks. Call options_free() unless the result is
 * OPTIONS_BAD. */
enum options_outcome line_words(struct options *o, int argc, char **argv,
                                int world, char **cause);
/* Splits the line at blanks outside single quotes, and parses the words. */
enum options_outcome line_parse(struct options *o, const char *line,
                                char **cause);
/* Parses a line that must result in a run. */
void line_run(struct options *o, const char *line);

#endif /* MPIPERF_TEST_LINE_H */
