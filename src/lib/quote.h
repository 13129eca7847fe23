/* quote.h: text from outside, and command lines, fit to stand in one line. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_QUOTE_H
#define LIB_QUOTE_H

#include <stddef.h>
#include <stdio.h>

/* Bytes of a text that are shown before it is cut: of a value, of the name of
 * a file, of a whole line. */
enum { QUOTE_VALUE = 60, QUOTE_FILE = 255, QUOTE_LINE = 1000 };

/* Room for n bytes of text, each as \xHH, quotation marks and dots. */
#define QUOTE_SIZE(n) (4 * (n) + sizeof("'...'"))

/*
 * Writes s to buf, which has room for QUOTE_SIZE(most), between two `mark`s.
 * Control characters, whatever else moves the cursor or turns the direction of
 * writing, and bytes that are no UTF-8 stand as \n, \t, \r or \xHH, a backslash
 * as \\; a text longer than `most` bytes ends in "...". Returns buf.
 */
const char *quote(char *buf, size_t most, const char *mark, const char *s);

/* The same without a buffer of the caller's: valid to the end of the block. */
#define QUOTE_BLOCK(most, mark, s)                                             \
    quote((char[QUOTE_SIZE(most)]){""}, most, mark, s)
/* A value between quotation marks; a file's name, a line of text without. */
#define QUOTED(s) QUOTE_BLOCK(QUOTE_VALUE, "'", s)
#define SHOWN_FILE(s) QUOTE_BLOCK(QUOTE_FILE, "", s)
#define SHOWN_LINE(s) QUOTE_BLOCK(QUOTE_LINE, "", s)

/* ---- command lines ------------------------------------------------------- */

/*
 * The words with blanks between them, each as bash would take it: bare, in
 * '...', or, where quote() changes it, in $'...'. Long words end in "...", a
 * long line in " ...".
 */
void words_print(FILE *f, const char *const *word, size_t n);

/*
 * Drops the options behind mpiperf's own name that say where it writes, and
 * their values: runs that differ in nothing else are of one command. Returns
 * how many words are left.
 */
size_t words_drop_outputs(const char **word, size_t n);

#endif /* LIB_QUOTE_H */
