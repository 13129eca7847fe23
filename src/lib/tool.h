/* tool.h: what programs that are one process have in common: the command line,
 * the line that says what is wrong, exit statuses. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_TOOL_H
#define LIB_TOOL_H

#include "lib/option_rows.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* The last rows of every tool: --help, --version, and the end. */
#define TOOL_ROWS                                                              \
    {.title = "Information:",                                                  \
     .key = 'h',                                                               \
     .p.name = "help",                                                         \
     .p.help = "print this help",                                              \
     .outcome = OPTIONS_HELP},                                                 \
        {.key = 'V',                                                           \
         .p.name = "version",                                                  \
         .p.help = "print the version",                                        \
         .outcome = OPTIONS_VERSION},                                          \
    {                                                                          \
        0                                                                      \
    }

struct tool {
    const char *name;
    const char *operands;          /* placeholder of them in the help */
    const char *doc;               /* as in option_rows_help() */
    const struct option_row *rows; /* those of --help and --version too */
    option_set_fn *operand;
    /* What no single option can know: the cause, malloced, or NULL. */
    char *(*check)(const struct options *o);
};

/* Sets *o, which has the defaults that no row has. Returns OPTIONS_RUN if the
 * program is to go on; else *status is to be its exit status: help or version
 * was printed, or what is wrong with the line. */
enum options_outcome tool_parse(const struct tool *t, struct options *o,
                                int argc, char **argv, int *status);

/* One line on standard error; frees the cause. */
void tool_error(const struct tool *t, char *cause);

/* For the end: the exit status, which is EXIT_FAILED, with a line that says so,
 * where not all of standard output could be written. */
int tool_finish(const struct tool *t, int status);

#endif /* LIB_TOOL_H */
