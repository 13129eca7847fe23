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

#endif /* LIB_OPTION_ROWS_H */
