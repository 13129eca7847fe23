/* sink.h: a file that records go to, in whole lines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_SINK_H
#define MPIPERF_SINK_H

#include <stdbool.h>
#include <stddef.h>

struct format;

struct sink {
    const struct format *format;
    const char *file; /* not ours; NULL: standard output */
    int fd;
    size_t size;   /* bytes that the file had when it was opened */
    size_t keep;   /* bytes of it that stay: 0, or --resume goes on there */
    char *backlog; /* what the file gets first then, malloced; NULL: nothing */
    char *old;     /* what is behind these, malloced, until it is replaced */
    bool created;  /* by us: there was no such file before */
    bool begun;    /* sink_begin() may have changed it */
    bool broken;   /* a write failed: nothing more goes there */
};

/* What can be wrong with a sink, beside -errno. */
enum sink_error {
    SINK_IRREGULAR = 1, /* a pipe, a device, ... */
    SINK_LOCKED,        /* another program writes it */
    SINK_GONE,          /* the name no longer stands for what was opened */
};
const char *sink_error(int rc);

/* The functions below return 0, -errno or an enum sink_error. */

/* Opens s->file, or makes it, and locks it; an existing file keeps its content.
 * Waits for nothing. */
int sink_open(struct sink *s);
/* The content behind that many bytes, malloced. */
int sink_read(const struct sink *s, size_t from, char **text);
/* What is written from here on replaces what is behind the bytes that stay. */
int sink_begin(struct sink *s);
/* In one write if the system lets us. A file gets all of it or nothing; where
 * the first write fails, it is as it was. */
int sink_write(struct sink *s, const char *text, size_t length);
int sink_close(struct sink *s);
/* Closes a file that has been written at most once, and makes it what it was:
 * what we made is removed. */
void sink_discard(struct sink *s);

/* Bytes of whole lines at the start of the text. A newline within "quotes" ends
 * no line if `quotes`. */
size_t sink_whole_lines(const char *text, size_t length, bool quotes);

#endif /* MPIPERF_SINK_H */
