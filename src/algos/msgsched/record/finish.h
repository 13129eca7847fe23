/* finish.h: joins and writes the recorded sets in MPI_Finalize. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_FINISH_H
#define RECORD_FINISH_H

#include "join.h"
#include "recorder.h"
#include "settings.h"

/* Joins the sets of all ranks, writes the files and reports how much was
 * recorded. Collective over MPI_COMM_WORLD. */
void record_finish(void);

/* ---- steps of record_finish() -------------------------------------------- */

/* Collective. Moves the sets of all ranks to rank 0 and frees [sets], this
 * rank's. On rank 0 returns the sets of all ranks, and sets [node] to the
 * number of each rank's node; nodes are numbered in order of their lowest
 * ranks. Returns NULL on other ranks, and on rank 0 if out of memory. */
struct sets *gather_sets(MPI_Comm comm, struct sets *sets, int **node);
void gathered_free(struct sets *all, int size); /* [all] may be NULL */

/* Result of write_files(). */
struct written {
    size_t files;
    int64_t supersteps; /* number of supersteps in the files, with
                         * repetitions */
    char *path;         /* file that could not be written, or NULL; free() it */
};

/* Writes the supersteps with the most bytes to at most [most] files, and
 * removes old files with higher numbers. Counts in [tally] the messages that
 * are in files and those that are not. Returns 0 or -errno. -EEXIST: w->path
 * exists and is not a regular file. */
int write_files(const struct joined *j, const char *prefix, size_t most,
                int ranks, int *node, struct tally *tally, struct written *w);

#endif /* RECORD_FINISH_H */
