/* option_rows.h: tables of a program's options, used to parse the command line
 * and to print the help. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_OPTION_ROWS_H
#define LIB_OPTION_ROWS_H

#include <stdio.h>
#include "lib/params.h"

/* The values of all options; each program defines its own structure. */
struct options;

/* Sets an option. Returns 0, or -1 with a malloced *cause such as "'12Q':
 * unknown suffix 'Q'". */
typedef int option_set_fn(struct options *o, const char *arg, char **cause);

enum options_outcome {
    OPTIONS_RUN,
    OPTIONS_HELP,
    OPTIONS_LIST,
    OPTIONS_SETTINGS,
    OPTIONS_VERSION,
    OPTIONS_BAD,
};

/*
 * An option. `p` has its long name, the placeholder of its value, its default
 * (set before the command line is applied) and its help. Without set(), p.type
 * converts the value and it is stored in struct options at p.offset; without a
 * value (p.arg is NULL) a bool is set there. A table ends with a NULL p.name.
 */
struct option_row {
    char key; /* short option, or 0 */
    option_set_fn *set;
    struct param p;
    enum options_outcome outcome; /* unless OPTIONS_RUN, no member is set */
    /* Only for a parameter of operations: its table, and the offset in struct
     * options of the struct params that stores its text. */
    const struct param_table *table;
    size_t kept;
    const char *title; /* heading before this row in the help, or NULL */
};

/* Initializers of a row. VALUE_ROW: an option with a value (name, placeholder,
 * type, member of struct options). FLAG_ROW: an option without a value. */
#define VALUE_ROW(NAME, ARG, TYPE, MEMBER)                                     \
    .p.name = NAME, .p.arg = ARG, .p.type = TYPE,                              \
    .p.offset = offsetof(struct options, MEMBER)
#define FLAG_ROW(NAME, MEMBER)                                                 \
    .p.name = NAME, .p.offset = offsetof(struct options, MEMBER)

/* A scanned command line, in its original order. Texts belong to the caller. */
struct option_line {
    const struct option_row *rows;
    struct setting {
        const struct option_row *row; /* NULL for an operand */
        const char *arg;              /* NULL if the option takes no value */
    } * v;
    size_t n;
    enum options_outcome outcome; /* the first that is not OPTIONS_RUN */
};

/*
 * Scans a command line without changing argv. Long options may be abbreviated
 * if unambiguous; all words after `--` are operands. Returns 0, or -1 with a
 * malloced *cause such as "unknown option '--sise' (did you mean '--size'?)".
 * Ignores errors after --help or another option whose outcome is not
 * OPTIONS_RUN. If `cause` is NULL, unknown words become operands.
 */
int option_line_scan(struct option_line *l, const struct option_row *rows,
                     int argc, char *const *argv, char **cause);
/* Appends --name=arg to the line; the table must have that option. */
void option_line_add(struct option_line *l, const char *name, const char *arg);
/* Returns the last occurrence of the option, or NULL. */
const struct setting *option_line_find(const struct option_line *l,
                                       const char *name);
void option_line_free(struct option_line *l);

/* Sets all options to their defaults. Returns 0, or -1 with a malloced *cause
 * such as "--alpha: '1': must be below 1". */
int options_set_defaults(struct options *o, const struct option_row *rows,
                         char **cause);
/* Applies the options of the line; calls operand() for each operand. */
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

/* The last rows of every tool's table: --help, --version, and its end. */
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
    const char *operands;          /* placeholder of the operands in the help */
    const char *doc;               /* see option_rows_help() */
    const struct option_row *rows; /* must include TOOL_ROWS */
    option_set_fn *operand;
    /* Checks combinations of options. Returns NULL if they are valid, else a
     * malloced error text. */
    char *(*check)(const struct options *o);
};

/* Parses the command line into *o; the caller has already set defaults that no
 * row sets. Returns OPTIONS_RUN if the program must continue. Otherwise, help,
 * version or an error was printed, and *status is the exit status. */
enum options_outcome tool_parse(const struct tool *t, struct options *o,
                                int argc, char **argv, int *status);

/* Prints an error line to stderr; frees the cause. */
void tool_error(const struct tool *t, char *cause);

/* Call this at the end of the program. Returns `status`; or prints an error and
 * returns EXIT_FAILED if some output to stdout could not be written. */
int tool_finish(const struct tool *t, int status);

#endif /* LIB_OPTION_ROWS_H */
