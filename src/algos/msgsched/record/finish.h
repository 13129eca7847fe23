/* finish.h: what the environment says, and the end of the program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_FINISH_H
#define RECORD_FINISH_H

#include "recorder.h"
#include "timeline.h"

struct record_settings {
    const char *prefix; /* MSGSCHED_RECORD; NULL: nothing is recorded */
    bool internode;     /* MSGSCHED_RECORD_SCOPE */
    size_t memory;      /* MSGSCHED_RECORD_MEMORY: bytes a process */
    size_t files;       /* MSGSCHED_RECORD_FILES: at most */
};

/* A variable that is wrong, whose default holds, and what it should be. */
struct record_wrong {
    const char *name, *why;
};
enum { RECORD_WRONG_MAX = 3 };

/* Read the environment; returns how many variables are wrong. */
size_t record_settings_read(struct record_settings *s,
                            struct record_wrong wrong[RECORD_WRONG_MAX]);

/* Collective over MPI_COMM_WORLD: join the sets, write the files, say what was
 * taken. */
void record_finish(void);

/* ---- its parts ---------------------------------------------------------- */

/* Collective over [comm]: the number of the node of each rank, counted in the
 * order of their lowest ranks, on rank 0; NULL elsewhere, and on all ranks if
 * rank 0 has no memory. */
int *nodes_of(MPI_Comm comm);

/* Collective: on rank 0 the sets of all ranks; NULL elsewhere, and where rank 0
 * has no memory. [sets]: this rank's, which are freed. */
struct sets *gather_sets(MPI_Comm comm, struct sets *sets);

/* What rank 0 has to say in the end. */
struct outcome {
    struct tally tally; /* of all ranks */
    int64_t open;       /* requests never completed */
    int64_t taken, taken_bytes;
    int64_t unwritten, unwritten_bytes; /* there were too many files */
    size_t files, left;                 /* written, and not */
    int64_t repeats;                    /* supersteps in them */
};

/* Write the supersteps that have most bytes to at most so many files, and
 * remove those that follow in number. 0, or -errno, and *path: what could not
 * be written, malloced, or NULL. -EEXIST: it is not a regular file. */
int write_files(const struct joined *j, const char *prefix, size_t most,
                int ranks, const int *node, struct outcome *o, char **path);

#endif /* RECORD_FINISH_H */
