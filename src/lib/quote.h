/* quote.h: prints external text and command lines safely, on one line. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_QUOTE_H
#define LIB_QUOTE_H

#include <stddef.h>
#include <stdio.h>

/* Maximum bytes shown of a value, a file name and a line. */
enum { QUOTE_VALUE = 60, QUOTE_FILE = 255, QUOTE_LINE = 1000 };

/* Buffer size for n bytes, each as \xHH, with quotation marks and dots. */
#define QUOTE_SIZE(n) (4 * (n) + sizeof("'...'"))

/*
 * Writes s to buf (of QUOTE_SIZE(most) bytes) between two `mark`s. Control
 * characters, characters that move the cursor or change the writing direction,
 * and bytes that are not UTF-8 become \n, \t, \r or \xHH; a backslash becomes
 * \\. Commands of CI systems are escaped, too: the first character of "##", and
 * of "::" at the start of a word, becomes \xHH. A text of more than `most`
 * bytes is cut and ends in "...". Returns buf.
 */
const char *quote(char *buf, size_t most, const char *mark, const char *s);

/* Like quote(), in a buffer that is valid until the end of the block. */
#define QUOTE_BLOCK(most, mark, s)                                             \
    quote((char[QUOTE_SIZE(most)]){""}, most, mark, s)
/* A value, in quotation marks; a file name or a line, without them. */
#define QUOTED(s) QUOTE_BLOCK(QUOTE_VALUE, "'", s)
#define SHOWN_FILE(s) QUOTE_BLOCK(QUOTE_FILE, "", s)
#define SHOWN_LINE(s) QUOTE_BLOCK(QUOTE_LINE, "", s)

/* ---- command lines ------------------------------------------------------- */

/*
 * Prints the words, separated by blanks and quoted for bash: unquoted, in
 * '...', or in $'...' if quote() would change the word. A long word is cut and
 * ends in "...", a long line in " ...".
 */
void words_print(FILE *f, const char *const *word, size_t n);

/* Prints the whole word for any shell: unquoted, or in '...'. */
void word_print(FILE *f, const char *word);

#endif /* LIB_QUOTE_H */
