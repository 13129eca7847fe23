/* options.h: the command line of mpiperf-repeat. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPEAT_OPTIONS_H
#define REPEAT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include "lib/tool.h"

/* One command line: its words, with a NULL behind them. */
struct command {
    char **word;
    size_t n;
};

struct options {
    long repeat;      /* runs of each command line; 0: as the budget allows */
    double budget;    /* seconds; INFINITY: no limit */
    double precision; /* half width at which to stop early; NAN: not given */
    double same;      /* ratios within 1 -+ same are called the same */
    double timeout;   /* seconds */
    long seed;        /* -1: not given */
    const char *output; /* NULL: none */
    bool append;
    struct command *command;
    size_t ncommands;
};

/* mpiperf-repeat's command line, for tool_parse(); options_free() what it set. */
extern const struct tool repeat_tool;

void options_init(struct options *o);
void options_free(struct options *o);

#endif /* REPEAT_OPTIONS_H */
