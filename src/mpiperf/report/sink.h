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
    bool created; /* by us: there was no such file before */
    bool broken;  /* a write failed: nothing more goes there */
};

/* All return 0 or -errno. */

/* Opens s->file, or makes it; an existing file keeps its content. */
int sink_open(struct sink *s);
/* Everything goes; nothing happens to devices and pipes. */
int sink_empty(struct sink *s);
/*
 * Cuts off a last line that is not whole and stands at the end then. *size:
 * bytes that are left. A newline within "quotes" ends no line if `quotes`.
 * -EINVAL, and nothing is changed, when the file does not begin with `header`.
 */
int sink_continue(struct sink *s, const char *header, bool quotes,
                  size_t *size);
/* All of it, in one write if the system lets us. */
int sink_write(struct sink *s, const char *text, size_t length);
int sink_close(struct sink *s);
/* Closes, and removes the file if we made it. */
void sink_discard(struct sink *s);

/* Bytes of whole lines at the start of the text. */
size_t sink_whole_lines(const char *text, size_t length, bool quotes);

#endif /* MPIPERF_SINK_H */
