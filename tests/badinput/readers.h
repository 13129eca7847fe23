/* readers.h: everything that reads text from outside, in one table: for
 * tests/badinput, which makes inputs by a grammar, and for libFuzzer. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BADINPUT_READERS_H
#define BADINPUT_READERS_H

#include <stdbool.h>
#include <stddef.h>

struct reader {
    const char *name;
    /* Reads the text of n bytes, which a null byte follows, and aborts if what
     * the reader promises does not hold. True: it accepts the text. */
    bool (*read)(const char *text, size_t n);
};

/* Ends with a row without a name. */
extern const struct reader readers[];

/* Aborts after a line on standard error, unless the condition holds. */
#define DEMAND(holds) demand(holds, #holds, __FILE__, __LINE__)
void demand(bool holds, const char *what, const char *file, int line);

/* The cause of a refusal has to be one printable line. Frees it; true if there
 * is none. */
bool accepted(int rc, char *cause);

/* Calls `read` with the name of a file that has this text. */
bool read_as_file(const char *text, size_t n, bool read(const char *file));

/* Calls `line` for each line of the text, null bytes and all; true if it
 * accepts one. */
bool read_lines_of(const char *text, size_t n, bool line(char *text));

/* Frees a text for a terminal or a page: it has no control character but
 * newlines. */
void printable(char *text);

/* readers_pattern.c, readers_records.c, readers_tune.c */
struct table;
bool pattern_read_all(const char *text, size_t n);
bool records_read_all(const char *text, size_t n);
bool bounds_read(const char *text, size_t n);
bool resume_read(const char *text, size_t n);
void tune_use(const struct table *t);

#endif /* BADINPUT_READERS_H */
