/* options.h: the command line of mpiperf-compare. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_OPTIONS_H
#define COMPARE_OPTIONS_H

#include "tools/view.h"

struct options {
    struct table_view view;
    const char **file;
    size_t nfiles;
    const char *output; /* NULL: none */
    bool merge, overwrite;
    long command[2]; /* 0: not given */
};

extern const struct tool compare_tool;

/* What no row says by default. */
void options_init(struct options *o);
void options_free(struct options *o);

#endif /* COMPARE_OPTIONS_H */
