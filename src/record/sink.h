/* sink.h: writes whole lines to the file of -o. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_SINK_H
#define RECORD_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What to do with an existing regular file that is not empty. */
enum sink_mode {
    SINK_NEW,       /* refuse it; the message offers --append and --overwrite */
    SINK_ONCE,      /* refuse it, in a program without --append */
    SINK_APPEND,    /* append to it */
    SINK_OVERWRITE, /* replace it once the new file is complete */
};

/*
 * A file that is new or empty, or continued with --append, is written in place:
 * after a killed run it has all that was written. A file to be replaced stays
 * until the end: the new one is written to FILE.part, which a killed run leaves
 * behind, and then renamed. Pipes and devices are written directly.
 */
struct sink {
    const char *file; /* borrowed; NULL: standard output */
    int fd;           /* -1: not open */
    size_t size;      /* initial bytes of the file; 0 if it is replaced */
    size_t keep;      /* bytes to keep: `size`, or set before sink_begin() */
    char *target;     /* path of the file to replace, links resolved, malloced;
                         NULL: written in place */
    char *part;       /* path of FILE.part, malloced; NULL: written in place */
    int replaced; /* with part: descriptor of the file to replace, kept for its
                     lock */
    char *old;    /* content after `keep`, malloced, until it is replaced */
    bool regular;
    bool created; /* the file did not exist before */
    bool begun;   /* sink_begin() was called */
    bool broken;  /* a write failed: nothing more is written */
};

/*
 * The functions below return 0, or -1 and set *cause to a malloced message,
 * unless it is set: "--output: cannot write r.csv: Permission denied". An error
 * breaks an open sink.
 */

/* Opens or creates the file and locks it, without waiting; keeps its content. A
 * sink of {.fd = -1} may be closed, too. */
int sink_open(struct sink *s, const char *file, enum sink_mode mode,
              char **cause);
/* Returns the content from byte `from` on in *text, malloced. */
int sink_read(struct sink *s, size_t from, char **text, char **cause);
/* Begins writing: what follows replaces the content after the bytes to
 * keep. */
int sink_begin(struct sink *s, char **cause);
/* Writes lines, in one write() if possible. A file gets all of them or none; if
 * the first write fails, its old content is restored. */
int sink_write(struct sink *s, const char *text, size_t length, char **cause);
/* Completes the file, and renames FILE.part unless the sink is broken. Discards
 * a sink that has not begun. */
int sink_close(struct sink *s, char **cause);
/* Closes a file that was written at most once and restores its old content;
 * removes a file that was created. */
void sink_discard(struct sink *s);

enum { SINK_UNOPENED = -2 };

/* Opens, writes and closes a file. On failure restores its old content, and
 * returns SINK_UNOPENED if it could not be opened. */
int sink_text(const char *file, enum sink_mode mode, const char *text,
              char **cause);

/* Likewise of what print() prints, by a temporary file: a long text would fill
 * the memory. Not with SINK_APPEND. */
int sink_print(const char *file, enum sink_mode mode,
               void (*print)(FILE *f, const void *what), const void *what,
               char **cause);

/* Returns the bytes of whole lines at the start of the text. quotes: a newline
 * within "quotes" does not end a line. */
size_t sink_whole_lines(const char *text, size_t length, bool quotes);

#endif /* RECORD_SINK_H */
