/* pattern_file.h: a set of messages as a file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_PATTERN_FILE_H
#define LIB_PATTERN_FILE_H

#include <stdint.h>
#include <stdio.h>

/*
 * Lines, in this order; empty lines and what follows a # are ignored, but for
 * the first line:
 *
 *     # msgsched 1
 *     ranks N
 *     repeat N          how often the program had this set; 1
 *     node RANK K       rank's node; all ranks or none
 *     SRC DST BYTES [TAG] [COUNT]      COUNT messages (1) with that tag (0)
 */
struct pattern_message {
    int src, dst, tag;
    int64_t bytes, count;
};

struct pattern {
    int ranks;
    int64_t repeat;
    int *node; /* of each rank; NULL: not said */
    size_t n;
    struct pattern_message *messages;
};

/* Bounds of what a file may ask for. */
#define PATTERN_RANKS_MAX (1 << 20)
#define PATTERN_MESSAGES_MAX (INT64_C(1) << 27) /* in all, COUNT counted */

/* 0, or -1 with *cause malloced: "FILE:LINE: what"; name is for that alone. */
int pattern_read(FILE *f, const char *name, struct pattern *p, char **cause);
/* 0, or -1 with errno. */
int pattern_write(FILE *f, const struct pattern *p);
void pattern_free(struct pattern *p);

/* Tells a set from another: of ranks, nodes and messages in their order. Never
 * 0. */
uint64_t pattern_digest(const struct pattern *p);

#endif /* LIB_PATTERN_FILE_H */
