/* names.h: finds a name in a table, or the name that was probably meant. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_NAMES_H
#define LIB_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Most names that an error message lists. */
enum { NAMES_LISTED = 8 };

/* Returns the row with this name, or NULL. The table is a NULL-terminated array
 * of pointers to structures whose first member is the name. */
const void *names_row(const void *table, const char *name);

/* Returns the name nearest to `s` by edit distance, if it is near enough to be
 * a misspelling; else NULL. */
const char *names_nearest(const char *s, const char *const *names, size_t n);

/*
 * Returns "unknown KIND 'S'", followed by " (did you mean 'X'?)" if a name is
 * near, or by the list of names if there are few. Malloced.
 */
char *names_unknown(const char *kind, const char *s, const char *const *names,
                    size_t n);

/* True if getopt_long() takes the word for the option, such as --budget: this
 * name, or its first `least` characters or more; maybe with =VALUE. */
bool names_option(const char *word, const char *option, size_t least);

/* True if s ends with the suffix and is longer. */
bool has_suffix(const char *s, const char *suffix);

#endif /* LIB_NAMES_H */
