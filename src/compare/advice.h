/* advice.h: how to go on, where a table does not tell. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_ADVICE_H
#define COMPARE_ADVICE_H

#include "compare/table.h"

/*
 * One line, malloced, or NULL: all is told. `file` keeps the runs, NULL: none
 * does. Where more runs help and take no more than an hour it is the command
 * that makes them; sides that were not interleaved get the one that interleaves
 * them.
 */
char *advice_text(const struct table *t, const char *file);

#endif /* COMPARE_ADVICE_H */
