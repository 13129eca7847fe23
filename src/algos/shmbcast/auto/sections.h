/* sections.h: the text of a file of what was learned, in sections. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_SECTIONS_H
#define SHMBCAST_AUTO_SECTIONS_H

#include <stddef.h>

#include "learn.h"

/* Limits of a file. */
enum { SB_FILE_MAX = 1 << 20, SB_SECTIONS_MAX = 256 };

/*
 * A file is empty, or has a first line that says what it is, and sections, the
 * oldest first: each a line that is its key (learned_key.h) and lines
 * (section.h). Sections with the number of another format are passed over. A
 * text that is anything else is refused as a whole: -EINVAL, with the line in
 * [*why], which is valid until the thread's next call. -ENOMEM too has a reason
 * there.
 */

/* Replaces *l, but for the samples of its states, by the section with [key]; as
 * it was if there is none. */
int sb_sections_get(const char *text, const char *key, struct sb_learned *l,
                    const char **why);

/* The text with *l, together with what was there (sb_learned_merge()), in the
 * section with [key], which is the last; malloced. The oldest are left out
 * until there are no more than the limits allow. */
int sb_sections_put(const char *text, const char *key,
                    const struct sb_learned *l, char **to, size_t *length,
                    const char **why);

#endif /* SHMBCAST_AUTO_SECTIONS_H */
