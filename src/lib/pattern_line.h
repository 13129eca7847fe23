/* pattern_line.h: lines of a set of messages, and their words. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_PATTERN_LINE_H
#define LIB_PATTERN_LINE_H

#include <stdio.h>

/* Bytes of a line without its comment; words of the longest one that means
 * something. */
enum { PATTERN_LINE_BYTES = 255, PATTERN_WORDS = 5 };

/* Where a reader is; starts with f alone. */
struct pattern_line {
    FILE *f;
    long number; /* 1, 2, ... */
    char text[PATTERN_LINE_BYTES + 1];
    char *word[PATTERN_WORDS]; /* in text */
    size_t n; /* words; those beyond the most are counted, but not kept */
};

/* The first line, which says the version. -1 with *cause malloced. */
int pattern_line_first(struct pattern_line *l, char **cause);
/* The next line. 1; 0: there is none, and the number stays; -1 with *cause
 * malloced. */
int pattern_line_next(struct pattern_line *l, char **cause);

#endif /* LIB_PATTERN_LINE_H */
