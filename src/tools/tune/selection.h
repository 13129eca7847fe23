/* selection.h: MPICH's selection of algorithms, by size, in files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TUNE_SELECTION_H
#define TUNE_SELECTION_H

#include "tools/tune/tune.h"

/* ---- pure (selection_algorithms.c, selection.c) -------------------------- */

/* True if the selection can contain this algorithm; if so, whether it needs an
 * element for each rank of the largest power of two. */
bool selection_can(const char *op, const char *name);
bool selection_counts(const char *op, const char *name);

/* For the n comparisons of a collective: replaces rule[], the choice for all
 * sizes, by choices by size, if these gain more. */
void selection_decide(struct comparison *c, size_t n, const struct library *l);

/* Returns the contents of a file, malloced; NULL if the library has no such
 * tree, or nothing is chosen by size. */
char *selection_text(const struct comparisons *all, const struct library *l,
                     enum selection_tree which);

/* ---- the library (selection_read.c) -------------------------------------- */

/* Reads both trees of the MPI library that this mpiperf was built with, if it
 * is the library of the runs, and variables can have the path of `file` (may be
 * NULL). Otherwise there are no choices by size. */
void selection_read(struct library *l, const char *mpi, const char *file);

/* Writes the files FILE.mpir.json and FILE.ch4.json. Adds the lines that
 * activate them to *text, which may be NULL. Returns an exit status, with a
 * *cause unless it is 0. */
int selection_write(const char *file, bool overwrite,
                    const struct comparisons *all, const struct library *l,
                    char **text, char **cause);

#endif /* TUNE_SELECTION_H */
