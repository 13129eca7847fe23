/* names.h: finds a name in a table, or the name the user probably meant. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_NAMES_H
#define LIB_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Maximum number of names listed in an error message. */
enum { NAMES_LISTED = 8 };

/* Returns the row with this name, or NULL. The table is a NULL-terminated array
 * of pointers to structures whose first member is the name. */
const void *names_row(const void *table, const char *name);

/* Returns the name with the smallest edit distance from `s`, or NULL if no name
 * is close enough for `s` to be a misspelling of it. */
const char *names_nearest(const char *s, const char *const *names, size_t n);

/*
 * Returns "unknown KIND 'S'", malloced. Adds " (did you mean 'X'?)" if a name
 * is close to S, or else the list of all names if there are few.
 */
char *names_unknown(const char *kind, const char *s, const char *const *names,
                    size_t n);

/* True if the word is this option (--budget) or an abbreviation of it with at
 * least `least` characters; =VALUE may follow. */
bool names_option(const char *word, const char *option, size_t least);

/* True if s ends with the suffix and is longer. */
bool has_suffix(const char *s, const char *suffix);

#endif /* LIB_NAMES_H */
