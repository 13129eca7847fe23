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
    char *missing; /* what comes next then, malloced; NULL: nothing */
    bool created;  /* by us: there was no such file before */
    bool begun;    /* it is no longer as it was */
    bool broken;   /* a write failed: nothing more goes there */
};

/* What can be wrong with a sink, beside -errno. */
enum sink_error {
    SINK_IRREGULAR = 1, /* a pipe, a device, ... */
    SINK_LOCKED,        /* another program writes it */
    SINK_GONE,          /* the name no longer stands for what was opened */
};
const char *sink_error(int rc);

/* All that follow return 0, -errno or an enum sink_error. */

/*
 * Opens s->file, or makes it, for this program alone; an existing file keeps
 * its content. Waits for nothing.
 */
int sink_open(struct sink *s);
/* All there is, malloced. */
int sink_read(const struct sink *s, char **text);
/* What does not stay goes. */
int sink_begin(struct sink *s);
/* All of it or, to a file, nothing; in one write if the system lets us. */
int sink_write(struct sink *s, const char *text, size_t length);
int sink_close(struct sink *s);
/* Closes; the file is as it was before, unless what it held had to go. */
void sink_discard(struct sink *s);

/* Would sink_begin() make something go that is worth something? */
bool sink_replaces(const struct sink *s);

/* Bytes of whole lines at the start of the text. A newline within "quotes" ends
 * no line if `quotes`. */
size_t sink_whole_lines(const char *text, size_t length, bool quotes);

#endif /* MPIPERF_SINK_H */
