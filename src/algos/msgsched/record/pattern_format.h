/* pattern_format.h: format of the files that describe a set of messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_PATTERN_FORMAT_H
#define RECORD_PATTERN_FORMAT_H

#include <stdint.h>
#include <stdio.h>

/*
 * Lines of a file, in this order. Empty lines and text after a # are ignored,
 * except in the first line:
 *
 *     # msgsched 1
 *     ranks N
 *     repeat N          how often the program repeats the set (default 1)
 *     node RANK K       the rank's node; for all ranks or none
 *     SRC DST BYTES [TAG] [COUNT]      COUNT messages (1) with that tag (0)
 */
struct pattern_message {
    int src, dst, tag;
    int64_t bytes, count;
};

struct pattern {
    int ranks;
    int64_t repeat;
    int *node; /* node of each rank; NULL if unknown */
    size_t n;
    struct pattern_message *messages;
};

/* Limits of a file. */
#define PATTERN_RANKS_MAX (1 << 20)
#define PATTERN_MESSAGES_MAX (INT64_C(1) << 27) /* sum of all COUNTs */

/* Returns 0, or -1 with errno. */
int pattern_write(FILE *f, const struct pattern *p);

#endif /* RECORD_PATTERN_FORMAT_H */
