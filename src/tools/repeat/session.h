/* session.h: runs of command lines in blocks, and what they wrote. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPEAT_SESSION_H
#define REPEAT_SESSION_H

#include "compare/runs.h"
#include "record/sink.h"
#include "tools/repeat/options.h"

/* A block is a run of every command line, in random order. */
struct session {
    const struct options *o;
    struct runs runs; /* complete ones, those of the file before among them */
    struct sink sink; /* the file; file == NULL: none is kept */
    struct sink csv;  /* the table; file == NULL: none is kept */
    bool begun;       /* the file has, or would have, a run of ours */
    char *folder;     /* of the run that is on; malloced */
    long seed;
    size_t first;        /* block of ours, from 0 */
    size_t block, order; /* of the next run */
    size_t kept, lost;   /* runs of ours that were complete, that failed */
    bool patient, again; /* a run that fails is tried once more; it is to be */
    size_t *failing;     /* of each command line, its last runs that failed */
    json_t *unwritten;   /* records of runs that were lost before the file had
                            a complete one */
    double *cost;        /* seconds that a run of each command line took last */
};

enum session_end {
    SESSION_GOES_ON,
    SESSION_INTERRUPTED,
    SESSION_WRONG_USE, /* a command line was used wrongly: no use to go on */
    SESSION_UNWRITABLE,
};

/* Opens the file and reads what it has, if that stays. 0, or -1 with *cause
 * malloced and everything as it was. */
int session_open(struct session *s, const struct options *o, char **cause);

/* Runs every command line once. */
enum session_end session_block(struct session *s);

/* Adds records to the file, all or none; not 0 where that failed, and was
 * said. */
int session_write(struct session *s, const json_t *records);

/* The same of the table. */
int session_write_csv(struct session *s, const char *text);

/* Closes the files, which then have their names; not 0 where that failed, and
 * was said. */
int session_close_files(struct session *s);

/* Ends it: nothing is left but the files. */
void session_close(struct session *s);

/* A line on standard error. Frees the text. */
void session_note(char *text);

#endif /* REPEAT_SESSION_H */
