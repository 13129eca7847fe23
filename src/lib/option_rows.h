/* option_rows.h: a program's options: a row each, of which the command line is
 * parsed and the help is made. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_OPTION_ROWS_H
#define LIB_OPTION_ROWS_H

#include <stdio.h>
#include "lib/params.h"

/* What was asked for: every program defines a structure of its own. */
struct options;

/* 0, or -1 with *cause malloced: "'12Q': unknown suffix 'Q'". */
typedef int option_set_fn(struct options *o, const char *arg, char **cause);

enum options_outcome {
    OPTIONS_RUN,
    OPTIONS_HELP,
    OPTIONS_LIST,
    OPTIONS_VERSION,
    OPTIONS_BAD,
};

/*
 * `p` has the long name, the placeholder of the value, the default, which is
 * set before anything that was given, and the help. Without set() the member of
 * struct options at p.offset is set by the type of `p`; an option that takes no
 * value (p.arg is NULL) sets a bool there. A table of rows ends with a p.name
 * of NULL.
 */
struct option_row {
    char key; /* the short option, or 0 */
    option_set_fn *set;
    struct param p;
    enum options_outcome outcome; /* others than OPTIONS_RUN set nothing */
    /* A parameter of operations: its table, and where in struct options the
     * struct params is that keeps the value as given. */
    const struct param_table *table;
    size_t kept;
    const char *title; /* of the heading that begins with this row; or NULL */
};

/* The command line cut up, in its order; the texts stay the caller's. */
struct option_line {
    const struct option_row *rows;
    struct setting {
        const struct option_row *row; /* NULL: an operand */
        const char *arg;              /* NULL: the option takes none */
    } * v;
    size_t n;
    enum options_outcome outcome; /* OPTIONS_RUN, or the first other one */
};

/*
 * Long options may be cut short where that is unambiguous; behind `--` there
 * are operands only. Leaves argv alone. 0, or -1 with *cause malloced, such as
 * "unknown option '--sise' (did you mean '--size'?)"; mistakes behind --help or
 * another option that is not of OPTIONS_RUN do not count.
 */
int option_line_scan(struct option_line *l, const struct option_row *rows,
                     int argc, char *const *argv, char **cause);
/* As if --name=arg stood at the end of the line: there is such an option. */
void option_line_add(struct option_line *l, const char *name, const char *arg);
/* The option as it was given last; NULL: it was not. */
const struct setting *option_line_find(const struct option_line *l,
                                       const char *name);
void option_line_free(struct option_line *l);

/* Sets all that has a default. 0, or -1 with *cause malloced:
 * "--alpha: '1': must be below 1". */
int options_set_defaults(struct options *o, const struct option_row *rows,
                         char **cause);
/* Sets what was given; operands by their own function. */
int options_set_given(struct options *o, const struct option_line *l,
                      option_set_fn *operand, char **cause);

/* How to call the program, its options by headings. doc: above them and, behind
 * a \v, below. */
void option_rows_help(FILE *f, const struct option_row *rows,
                      const char *program, const char *operands,
                      const char *doc);

/* ---- a tool: a program that is one process ------------------------------- */

/* Exit statuses: all is well, an error, a wrong command line, wrong results. */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_WRONG = 3 };

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

#endif /* LIB_OPTION_ROWS_H */
