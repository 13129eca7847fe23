/* sink.h: writes whole lines to an output file (option -o). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_SINK_H
#define RECORD_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What to do if the file exists, is regular and is not empty. */
enum sink_mode {
    SINK_NEW,       /* refuse; the message suggests --append and --overwrite */
    SINK_ONCE,      /* refuse; for programs without --append */
    SINK_APPEND,    /* append to the file */
    SINK_OVERWRITE, /* replace the file when the new one is complete */
};

/*
 * A new or empty file, and one continued with --append, is written in place: if
 * the run is killed, the file has all lines written so far. To replace a file,
 * the new one is written to FILE.part and renamed at the end; a killed run
 * leaves FILE.part. Pipes and devices are written directly.
 */
struct sink {
    const char *file; /* borrowed; NULL for standard output */
    int fd;           /* -1 if not open */
    size_t size;      /* bytes in the file when opened; 0 if it is replaced */
    size_t keep;      /* bytes to keep: `size`, or as set before sink_begin() */
    char *target; /* path of the file to replace, links resolved, malloced; NULL
                     if written in place */
    char *part;   /* path of FILE.part, malloced; NULL if written in
                     place */
    int replaced; /* if `part`: descriptor that keeps the file to be replaced
                     locked */
    char *old;    /* content after `keep`, malloced, until it is overwritten */
    bool regular;
    bool created; /* the file did not exist before */
    bool begun;   /* sink_begin() was called */
    bool broken;  /* a write failed: write nothing more */
};

/*
 * The functions below return 0, or -1 and set *cause, unless already set, to a
 * malloced message: "--output: cannot write r.csv: Permission denied". After an
 * error the sink is broken, but still open.
 */

/* Opens or creates the file and locks it without waiting; keeps its content. A
 * sink {.fd = -1} that was never opened may be closed, too. */
int sink_open(struct sink *s, const char *file, enum sink_mode mode,
              char **cause);
/* Sets *text to the content from byte `from` on, malloced. */
int sink_read(struct sink *s, size_t from, char **text, char **cause);
/* Starts writing: later writes replace the content after `keep` bytes. */
int sink_begin(struct sink *s, char **cause);
/* Writes lines, in one write() if possible. The file gets all of them or none;
 * if the first write fails, the old content is restored. */
int sink_write(struct sink *s, const char *text, size_t length, char **cause);
/* Completes the file; renames FILE.part unless the sink is broken. Without
 * sink_begin() this is sink_discard(). */
int sink_close(struct sink *s, char **cause);
/* Restores the old content of a file that was written at most once, and closes
 * the file; removes it if sink_open() created it. */
void sink_discard(struct sink *s);

enum { SINK_UNOPENED = -2 };

/* Opens, writes and closes a file. On failure, restores the old content, and
 * returns SINK_UNOPENED if the file could not be opened. */
int sink_text(const char *file, enum sink_mode mode, const char *text,
              char **cause);

/* Like sink_save(), with the output of print(). A temporary file holds it, so
 * that a long text needs no memory. `mode` must not be SINK_APPEND. */
int sink_print(const char *file, enum sink_mode mode,
               void (*print)(FILE *f, const void *what), const void *what,
               char **cause);

/* Returns the number of bytes up to the end of the last whole line. quotes: a
 * newline inside "quotes" does not end a line. */
size_t sink_whole_lines(const char *text, size_t length, bool quotes);

#endif /* RECORD_SINK_H */
