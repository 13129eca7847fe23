/* finish.h: what the environment says, and the end of the program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_FINISH_H
#define RECORD_FINISH_H

#include "join.h"
#include "recorder.h"

struct record_settings {
    const char *prefix; /* MSGSCHED_RECORD; NULL: nothing is recorded */
    bool internode;     /* MSGSCHED_RECORD_SCOPE */
    size_t memory;      /* MSGSCHED_RECORD_MEMORY: bytes a process */
    size_t files;       /* MSGSCHED_RECORD_FILES: at most */
};

/* Read the environment. Of a variable that is wrong the default holds; where
 * [say] is true it is said. */
void record_settings_read(struct record_settings *s, bool say);

/* Collective over MPI_COMM_WORLD: join the sets, write the files, say what was
 * taken. */
void record_finish(void);

/* ---- its parts ---------------------------------------------------------- */

/* Collective: on rank 0 the sets of all ranks, and the number of the node of
 * each, counted in the order of their lowest ranks. NULL elsewhere, and where
 * rank 0 has no memory. [sets]: this rank's, which are freed. */
struct sets *gather_sets(MPI_Comm comm, struct sets *sets, int **node);
void gathered_free(struct sets *all, int size); /* or NULL */

/* What was written. */
struct written {
    size_t files;
    int64_t supersteps; /* that are in them */
    char *path;         /* what could not be written, malloced; or NULL */
};

/* Write the supersteps that have most bytes to at most so many files, and
 * remove those that follow in number; [tally] counts the messages that are in
 * files and that are not. 0, or -errno; -EEXIST: w->path is not a regular file.
 */
int write_files(const struct joined *j, const char *prefix, size_t most,
                int ranks, int *node, struct tally *tally, struct written *w);

#endif /* RECORD_FINISH_H */
