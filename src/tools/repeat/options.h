/* options.h: the command line of mpiperf-repeat. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPEAT_OPTIONS_H
#define REPEAT_OPTIONS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include "tools/view.h"

/* One command line: its words, with a NULL behind them. */
struct command {
    char **word;
    size_t n;
};

/* Until a gate can tell. */
enum { MIN_RUNS_AUTO = -1 };

struct options {
    long repeat;      /* runs of each command line; 0: as the budget allows */
    long min_runs;    /* of each, whatever the budget; 0: none; MIN_RUNS_AUTO */
    double every;     /* seconds from a block's start to the next; 0: none */
    double budget;    /* seconds; INFINITY: no limit */
    double precision; /* half width at which to stop early; NAN: not given */
    double timeout;   /* seconds */
    long seed;        /* -1: not given */
    const char *output; /* records of all runs; NULL: none */
    const char *csv;    /* the table; NULL: none */
    struct table_view view;
    bool append, overwrite;
    struct command *command;
    size_t ncommands;
};

/* Seconds that all runs may take; INFINITY: no limit. */
double options_budget(const struct options *o);

/* Its words as records have them; a new reference. */
json_t *command_words(const struct command *c);

/* mpiperf-repeat's command line, for tool_parse(); options_free() what it set.
 */
extern const struct tool repeat_tool;

void options_init(struct options *o);
void options_free(struct options *o);

#endif /* REPEAT_OPTIONS_H */
