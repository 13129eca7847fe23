/* quote.h: prints external text and command lines safely in one line. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_QUOTE_H
#define LIB_QUOTE_H

#include <stddef.h>
#include <stdio.h>

/* Most bytes shown of a value, of a file name, of a line. */
enum { QUOTE_VALUE = 60, QUOTE_FILE = 255, QUOTE_LINE = 1000 };

/* Buffer size for n bytes of text, each as \xHH, with quotation marks and dots.
 */
#define QUOTE_SIZE(n) (4 * (n) + sizeof("'...'"))

/*
 * Writes s to buf, of QUOTE_SIZE(most) bytes, between two `mark`s. Control
 * characters, characters that move the cursor or change the writing direction,
 * and bytes that are not UTF-8 become \n, \t, \r or \xHH; a backslash becomes
 * \\. So does what a CI system takes for a command in a log: "::" at the
 * beginning of a word and "##" begin with \xHH. A text longer than `most` bytes
 * is cut and ends in "...". Returns buf.
 */
const char *quote(char *buf, size_t most, const char *mark, const char *s);

/* The same with a buffer that is valid until the end of the block. */
#define QUOTE_BLOCK(most, mark, s)                                             \
    quote((char[QUOTE_SIZE(most)]){""}, most, mark, s)
/* A value in quotation marks; a file name and a line of text without. */
#define QUOTED(s) QUOTE_BLOCK(QUOTE_VALUE, "'", s)
#define SHOWN_FILE(s) QUOTE_BLOCK(QUOTE_FILE, "", s)
#define SHOWN_LINE(s) QUOTE_BLOCK(QUOTE_LINE, "", s)

/* ---- command lines ------------------------------------------------------- */

/*
 * Prints the words separated by blanks, quoted for bash: bare, in '...', or in
 * $'...' if quote() changes the word. Long words are cut with "...", a long
 * line with " ...".
 */
void words_print(FILE *f, const char *const *word, size_t n);

/*
 * Removes mpiperf's output options and their values from a command line, so
 * that runs which differ only in these have the same command. Returns the
 * number of words left.
 */
size_t words_drop_outputs(const char **word, size_t n);

#endif /* LIB_QUOTE_H */
