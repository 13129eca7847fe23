/* merge_parts.h: what stands above and below the rows of a merged table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGE_PARTS_H
#define COMPARE_MERGE_PARTS_H

#include <stdio.h>
#include "tools/compare/merge.h"

/* What is the same in all rows: runs, machine, command lines and by what they
 * differ, the machine's own speed. */
void merged_head(FILE *f, const struct merged *m);

/* All states, in lines of their own where one is too short, and which of them
 * the table is of if that is one; nothing where the machine showed one. */
void merged_put_states(FILE *f, const struct merged *m);

/* By what this table's runs differ from the other one's. */
void merged_apart(FILE *f, const struct runs *r, const struct runs *other);

/* For each comparison over which sizes which verdict holds, and what would tell
 * where it cannot be told. */
void merged_close(FILE *f, const struct merged *m);

/* "command line 2", or its name. */
void merged_put_side(FILE *f, const struct merged *m, long side);

#endif /* COMPARE_MERGE_PARTS_H */
