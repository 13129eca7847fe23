/* foreign_line.h: translates a command line of an OSU or Intel MPI (IMB)
 * benchmark to mpiperf's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_FOREIGN_LINE_H
#define MPIPERF_FOREIGN_LINE_H

#include <stddef.h>

/* A command line, malloced; argv ends with NULL. */
struct foreign_line {
    int argc;
    char **argv;
    const struct benchmark *as; /* the benchmark that it was, or NULL */
};

/*
 * Translates the command line if the program's name is that of a benchmark, or
 * --as names one; copies other command lines. *cause is set to a malloced
 * error, or NULL. Pure.
 */
void foreign_line(struct foreign_line *l, int argc, char *const *argv,
                  char **cause);
void foreign_line_free(struct foreign_line *l);

/* Returns mpiperf's words for an option of OSU or IMB, of `length` characters,
 * with N or another placeholder for its value, malloced; NULL if unknown. */
char *foreign_line_option(const char *word, size_t length);

#endif /* MPIPERF_FOREIGN_LINE_H */
