/* sink.h: a file that -o names, which gets whole lines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_SINK_H
#define RECORD_SINK_H

#include <stdbool.h>
#include <stddef.h>

/* What becomes of a regular file that is not empty. */
enum sink_mode {
    SINK_NEW,       /* refused: the line offers --append and --overwrite */
    SINK_ONCE,      /* refused, by a program that has no --append */
    SINK_APPEND,    /* stays, and what is written follows */
    SINK_OVERWRITE, /* stays until what was written beside it is complete */
};

/*
 * A file that is not there or is empty is written in place, and so is what
 * follows --append: what a killed run had is in it. What replaces a file is
 * written to FILE.part, which a killed run leaves beside it, and which takes
 * its name at the end. Pipes and devices get what is written.
 */
struct sink {
    const char *file; /* not ours; NULL: standard output */
    int fd;           /* -1: not open */
    size_t size;      /* bytes of the file when it was opened; 0: replaced */
    size_t keep;      /* bytes of it that stay: `size`, or set before begin */
    char *target;     /* what `file` links to, malloced; NULL: in place */
    char *part;       /* the file beside it that is written, malloced */
    int replaced;     /* the file that goes, for its lock, if there is a part */
    char *old; /* what is behind `keep`, malloced, until it is replaced */
    bool regular;
    bool created; /* by us: there was no such file before */
    bool begun;   /* sink_begin() may have changed it */
    bool broken;  /* a write failed: nothing more goes there */
};

/*
 * The functions below return 0, or -1 and set *cause, malloced, unless there is
 * one: "--output: cannot write r.csv: Permission denied". After an error of a
 * sink that is open it is broken.
 */

/* Opens the file, or makes it, and locks it; an existing one keeps its content.
 * Waits for nothing. A sink of {.fd = -1} can be closed, too. */
int sink_open(struct sink *s, const char *file, enum sink_mode mode,
              char **cause);
/* The content behind that many bytes, malloced. */
int sink_read(struct sink *s, size_t from, char **text, char **cause);
/* What is written from here on replaces what is behind the bytes that stay. */
int sink_begin(struct sink *s, char **cause);
/* In one write if the system lets us. A file gets all of it or nothing; where
 * the first write fails, it is as it was. */
int sink_write(struct sink *s, const char *text, size_t length, char **cause);
/* What was written takes the place of the file, unless the sink is broken. One
 * that has not begun is discarded. */
int sink_close(struct sink *s, char **cause);
/* Closes a file that has been written at most once, and makes it what it was:
 * what we made is removed. */
void sink_discard(struct sink *s);

enum { SINK_UNOPENED = -2 };

/* All of the above at once. Where that fails, the file is as it was, and what
 * is returned says whether it could not even be opened. */
int sink_text(const char *file, enum sink_mode mode, const char *text,
              char **cause);

/* Bytes of whole lines at the start of the text. A newline within "quotes" ends
 * no line if `quotes`. */
size_t sink_whole_lines(const char *text, size_t length, bool quotes);

#endif /* RECORD_SINK_H */
