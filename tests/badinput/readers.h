/* readers.h: the table of everything that reads text from outside, for
 * tests/badinput, which makes inputs from a grammar, and for libFuzzer. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef BADINPUT_READERS_H
#define BADINPUT_READERS_H

#include <stdbool.h>
#include <stddef.h>

struct reader {
    const char *name;
    /* Reads a text of n bytes, followed by a null byte; aborts if the reader
     * breaks a promise. Returns true if the reader accepts the text. */
    bool (*read)(const char *text, size_t n);
};

/* The last row has no name. */
extern const struct reader readers[];

/* Unless the condition holds, prints a line to standard error and aborts. */
#define DEMAND(holds) demand(holds, #holds, __FILE__, __LINE__)
void demand(bool holds, const char *what, const char *file, int line);

/* Checks that `cause`, why an input was refused, is one printable line, and
 * frees it. Returns true if the input was accepted. */
bool accepted(int rc, char *cause);

/* Calls `read` with the name of a file that contains the text. */
bool read_as_file(const char *text, size_t n, bool read(const char *file));

/* Calls `line` for each line of the text, even those with null bytes. Returns
 * true if it accepts one. */
bool read_lines_of(const char *text, size_t n, bool line(char *text));

/* Checks that a text for a terminal or page has no control characters except
 * newlines, and frees it. */
void printable(char *text);

/* readers_pattern.c, readers_records.c, readers_tune.c */
struct table;
bool pattern_read_all(const char *text, size_t n);
bool records_read_all(const char *text, size_t n);
bool bounds_read(const char *text, size_t n);
bool resume_read(const char *text, size_t n);
bool search_read(const char *text, size_t n);
bool program_read_all(const char *text, size_t n);
void tune_use(const struct table *t);

#endif /* BADINPUT_READERS_H */
