/* foreign_option.h: the options of OSU's and Intel's (IMB) benchmarks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_FOREIGN_OPTION_H
#define MPIPERF_FOREIGN_OPTION_H

#include "lib/option_rows.h"

/* A translation in progress. */
struct translation {
    const struct benchmark *b; /* the one that is translated */
    char **words;              /* of mpiperf's command line, malloced */
    size_t n, operand;         /* their number; of these the operation's */
    char *sizes;       /* for --size, malloced; NULL if messages are empty */
    const char *pairs; /* for --pairs */
};

/* Adds the words of a text, which blanks separate; the value replaces a %. */
void words_add(struct translation *t, const char *text, const char *value);

/* Returns the rows of OSU's or IMB's options; free with free(). */
struct option_row *taken_rows(bool osu);
/* Adds mpiperf's words for setting i of a line with these rows. Returns an
 * error, malloced, or NULL. */
char *taken_add(struct translation *t, const struct option_line *l, size_t i);
/* Returns the name of setting i, malloced, if it has no effect; else NULL. */
char *taken_ignored(const struct option_line *l, size_t i);

/* Returns mpiperf's words for an option of OSU or IMB, of `length` characters,
 * with N or another placeholder for its value, malloced; NULL if unknown. */
char *taken_hint(const char *word, size_t length);

#endif /* MPIPERF_FOREIGN_OPTION_H */
