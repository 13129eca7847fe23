/* options.h: the command line of mpiperf-compare. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_OPTIONS_H
#define COMPARE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include "lib/tool.h"
#include "tools/compare/compare.h"

struct options {
    const char **file; /* free() it */
    size_t nfiles;
    const char *output; /* NULL: none */
    bool csv;           /* ... and its format */
    bool spread, merge;
    double same; /* with merge: struct judge_options */
    long command[2];   /* 0: not given */
    double fail_above; /* 0.05; NAN: not given */
    struct compare_options compare;
};

extern const struct tool compare_tool;

/* What no row says by default. */
void options_init(struct options *o);

/* A line on standard error; frees the cause. */
static inline void print_error(char *cause)
{
    tool_error(&compare_tool, cause);
}

#endif /* COMPARE_OPTIONS_H */
