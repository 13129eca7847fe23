/* options.h: the command line of mpiperf-compare. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_OPTIONS_H
#define COMPARE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include "lib/tool.h"
#include "tools/compare/compare.h"
#include "tools/compare/merge_text.h"

struct options {
    const char **file;
    size_t nfiles;
    const char *output; /* NULL: none */
    bool csv;           /* ... and its format */
    bool spread, merge;
    struct merged_view view; /* with merge; but for its state */
    long command[2];         /* 0: not given */
    double fail_above;       /* 0.05; NAN: not given */
    int gate;                /* enum gate_of */
    struct compare_options compare;
};

extern const struct tool compare_tool;

/* What no row says by default. */
void options_init(struct options *o);
void options_free(struct options *o);

/* A line on standard error; frees the cause. */
static inline void print_error(char *cause)
{
    tool_error(&compare_tool, cause);
}

#endif /* COMPARE_OPTIONS_H */
