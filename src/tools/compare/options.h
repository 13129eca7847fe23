/* options.h: the command line of mpiperf-compare. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_OPTIONS_H
#define COMPARE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include "tools/compare/compare.h"

struct tool_options {
    const char *file[2];
    size_t nfiles;
    const char *output; /* NULL: none */
    bool csv;           /* ... and its format */
    bool spread;
    long command[2];   /* 0: not given */
    double fail_above; /* 0.05; NAN: not given */
    struct compare_options compare;
};

enum tool_outcome { TOOL_RUN, TOOL_DONE, TOOL_BAD };

/* TOOL_DONE: help or version was printed. TOOL_BAD: *cause is malloced. */
enum tool_outcome tool_options_parse(struct tool_options *o, int argc,
                                     char **argv, char **cause);

#endif /* COMPARE_OPTIONS_H */
