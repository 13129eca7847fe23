/* options_word.h: option values that are one of a few words. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_WORD_H
#define MPIPERF_OPTIONS_WORD_H

#include <stdbool.h>

/* Place of s in a NULL-terminated list, or -1 with *cause malloced: "unknown
 * KIND 'S' (one of a, b), or OTHER". other: what is legal besides, or NULL. */
int word_find(const char *kind, const char *const *words, const char *other,
              const char *s, char **cause);
/* Does it begin as a number does, so that it can't be meant as a word? */
bool word_is_number(const char *s);

/* Can a message hold the value as it is? Not too long, and printable. */
bool value_legible(const char *value);

#endif /* MPIPERF_OPTIONS_WORD_H */
