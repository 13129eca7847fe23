/* answer.h: what follows from a table, in sentences. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_ANSWER_H
#define COMPARE_ANSWER_H

#include "compare/view.h"

/* "fastest: shmbcast-auto, 2.1 to 4.1 times as fast as native; at 4 KiB it or
 * shmbcast"; malloced. NULL: there is one rival. */
char *answer_fastest(const struct view *v);

/* "shmbcast: near, 1.1-4.4 times as fast up to 32 KiB, not told from 256 KiB;
 * far, ..."; malloced. NULL: the rival is compared with nothing. */
char *answer_rival(const struct view *v, size_t rival);

#endif /* COMPARE_ANSWER_H */
