/* words.h: a command line, in one line. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_WORDS_H
#define LIB_WORDS_H

#include <stddef.h>
#include <stdio.h>

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

#endif /* LIB_WORDS_H */
