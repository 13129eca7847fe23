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

#endif /* MPIPERF_FOREIGN_LINE_H */
