/* foreign.h: names and options of MPI, other benchmarks, launchers and earlier
 * versions in mpiperf's. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_FOREIGN_H
#define MPIPERF_FOREIGN_H

#include "lib/option_rows.h"
#include "ops/registry.h"

/* ---- a command line of OSU or IMB ---------------------------------------- */

/* A command line, malloced; argv ends with NULL. */
struct foreign_line {
    int argc;
    char **argv;
    const struct benchmark *as; /* the benchmark that it was, or NULL */
};

/* The lines of all benchmarks that a line names, in their order. */
struct foreign_lines {
    struct foreign_line *v;
    size_t n;
    char *remarks; /* what is not done, in lines with #, malloced; or NULL */
};

/*
 * Translates the command line if the program's name is that of a benchmark, or
 * --as names one; copies other command lines. *cause is set to a malloced
 * error, or NULL; there is at least one line. Pure.
 */
void foreign_lines(struct foreign_lines *all, int argc, char *const *argv,
                   char **cause);
void foreign_lines_free(struct foreign_lines *all);

/* ---- its options --------------------------------------------------------- */

struct translation {
    const struct benchmark *b; /* the one that is translated */
    char **words;              /* of mpiperf's command line, malloced */
    size_t n, operand;         /* their number; of these the operation's */
    char *sizes;       /* for --size, malloced; NULL if messages are empty */
    const char *pairs; /* for --pairs */
    bool no_zero;      /* IMB's sizes without 0 */
};

/* Adds the words of a text, which blanks separate; the value replaces a %. */
void words_add(struct translation *t, const char *text, const char *value);

/* Returns the rows of OSU's or IMB's options; free with free(). */
struct option_row *taken_rows(bool osu);
/* Adds mpiperf's words for setting i of a line with these rows. Returns an
 * error, malloced, or NULL. */
char *taken_add(struct translation *t, const struct option_line *l, size_t i);
/* Returns the name of setting i, malloced, if it has no effect; else NULL. */
char *taken_ignored(const struct option_line *l, size_t i);

/* Prints them, each with mpiperf's words. */
void taken_help(FILE *f, bool osu);

/* Returns mpiperf's words for an option of OSU or IMB, of `length` characters,
 * with N or another placeholder for its value, malloced; NULL if unknown. */
char *taken_hint(const char *word, size_t length);

/* ---- names in a line of mpiperf ------------------------------------------ */

/* Returns "osu_latency is pingpong; ...", malloced, if another benchmark or MPI
 * has an operation of this name; else NULL. */
char *foreign_operation(const struct registry *r, const char *name);

/* Returns the row of the table that has this name elsewhere, or NULL. */
const void *foreign_type(const void *table, const char *name);
/* Returns "MPI_SUM is sum", malloced, if MPI or another program has this name
 * for a row of the table; else NULL. */
char *foreign_row(const void *table, const char *name);

/* Returns a text, malloced, about the replacement of this parameter or value of
 * an earlier version; else NULL. parameter: OWNER.NAME. */
char *removed_parameter(const char *parameter, const char *value);

/* Returns such a text, malloced, for the command line's first option that is
 * not in `rows` and belongs to another benchmark or a launcher; else NULL. */
char *foreign_option(const struct option_row *rows, int argc, char **argv);

#endif /* MPIPERF_FOREIGN_H */
