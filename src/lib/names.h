/* names.h: find a name in a table, or the one that was probably meant. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_NAMES_H
#define LIB_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* So many names at most are listed in a message. */
enum { NAMES_LISTED = 8 };

/* The row of that name, or NULL. The table is NULL-terminated, of pointers to
 * structures that begin with their name. */
const void *names_row(const void *table, const char *name);

/* The nearest of the n names within an edit distance that makes it likely
 * that it was meant, or NULL. */
const char *names_nearest(const char *s, const char *const *names, size_t n);

/*
 * "unknown KIND 'S'", with " (did you mean 'X'?)" when a name is near, else
 * with the list of known names when there are few. Malloced.
 */
char *names_unknown(const char *kind, const char *s, const char *const *names,
                    size_t n);

/* Does it end in the suffix, and is more than that? */
bool has_suffix(const char *s, const char *suffix);

#endif /* LIB_NAMES_H */
