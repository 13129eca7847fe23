/* option_rows.h: tables of a program's options, used to parse the command line
 * and to print the help. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_OPTION_ROWS_H
#define LIB_OPTION_ROWS_H

#include <stdio.h>
#include "lib/params.h"

/* The values of options; each program defines its own structure. */
struct options;

/* Sets an option. Returns 0, or -1 with a malloced *cause such as "'12Q':
 * unknown suffix 'Q'". */
typedef int option_set_fn(struct options *o, const char *arg, char **cause);

enum options_outcome {
    OPTIONS_RUN,
    OPTIONS_HELP,
    OPTIONS_LIST,
    OPTIONS_VERSION,
    OPTIONS_BAD,
};

/*
 * An option. `p` has its long name, the placeholder of its value, its default
 * (set before given values) and its help. If set() is NULL, the value is stored
 * in struct options at p.offset by the type of `p`; an option without a value
 * (p.arg is NULL) sets a bool there. A table ends with a p.name of NULL.
 */
struct option_row {
    char key; /* short option, or 0 */
    option_set_fn *set;
    struct param p;
    enum options_outcome outcome; /* other than OPTIONS_RUN: sets nothing */
    /* For a parameter of operations: its table, and the offset in struct
     * options of the struct params that stores the given text. */
    const struct param_table *table;
    size_t kept;
    const char *title; /* heading before this row in the help, or NULL */
};

/* Members of a row: the option's name, the placeholder and the type of its
 * value, and the member of struct options; of an option without a value. */
#define VALUE_ROW(NAME, ARG, TYPE, MEMBER)                                     \
    .p.name = NAME, .p.arg = ARG, .p.type = TYPE,                              \
    .p.offset = offsetof(struct options, MEMBER)
#define FLAG_ROW(NAME, MEMBER)                                                 \
    .p.name = NAME, .p.offset = offsetof(struct options, MEMBER)

/* A scanned command line, in its order; texts still belong to the caller. */
struct option_line {
    const struct option_row *rows;
    struct setting {
        const struct option_row *row; /* NULL: an operand */
        const char *arg;              /* NULL: the option takes no value */
    } * v;
    size_t n;
    enum options_outcome outcome; /* the first that is not OPTIONS_RUN */
};

/*
 * Scans a command line without changing argv. Long options may be abbreviated
 * if unambiguous; all words after `--` are operands. Returns 0, or -1 with a
 * malloced *cause such as "unknown option '--sise' (did you mean '--size'?)".
 * Errors after --help or another option whose outcome is not OPTIONS_RUN are
 * ignored. cause NULL: keeps words that are not understood as operands.
 */
int option_line_scan(struct option_line *l, const struct option_row *rows,
                     int argc, char *const *argv, char **cause);
/* Appends --name=arg to the line; the option must exist. */
void option_line_add(struct option_line *l, const char *name, const char *arg);
/* Returns the last use of the option, or NULL. */
const struct setting *option_line_find(const struct option_line *l,
                                       const char *name);
void option_line_free(struct option_line *l);

/* Sets all defaults. Returns 0, or -1 with a malloced *cause such as "--alpha:
 * '1': must be below 1". */
int options_set_defaults(struct options *o, const struct option_row *rows,
                         char **cause);
/* Sets the given options; calls `operand` for operands. */
int options_set_given(struct options *o, const struct option_line *l,
                      option_set_fn *operand, char **cause);

/* Prints usage, and the options under their headings. `doc` is printed above
 * them; a part of it after a \v, below them. */
void option_rows_help(FILE *f, const struct option_row *rows,
                      const char *program, const char *operands,
                      const char *doc);

/* ---- tools: programs of one process -------------------------------------- */

/* Exit statuses: success, an error, a bad command line, wrong results. */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_WRONG = 3 };

/* The last rows of every tool: --help, --version, and the end of the table. */
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
    const char *operands;          /* their placeholder in the help */
    const char *doc;               /* see option_rows_help() */
    const struct option_row *rows; /* must include TOOL_ROWS */
    option_set_fn *operand;
    /* Checks combinations of options. Returns why they are refused
     * (malloced), or NULL if they are valid. */
    char *(*check)(const struct options *o);
};

/* Parses the command line into *o, which must already have the defaults that no
 * row has. Returns OPTIONS_RUN if the program must go on. Else it has printed
 * help, version or an error, and *status is the exit status. */
enum options_outcome tool_parse(const struct tool *t, struct options *o,
                                int argc, char **argv, int *status);

/* Prints an error line on stderr; frees the cause. */
void tool_error(const struct tool *t, char *cause);

/* Called at the end: returns `status`, or prints an error and returns
 * EXIT_FAILED if not all of stdout could be written. */
int tool_finish(const struct tool *t, int status);

#endif /* LIB_OPTION_ROWS_H */
