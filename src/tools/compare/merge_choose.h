/* merge_choose.h: which columns the merged table for people has. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGE_CHOOSE_H
#define COMPARE_MERGE_CHOOSE_H

#include "tools/compare/merge_text.h"

/* From left to right; malloced. */
struct chosen {
    const struct merged_column **v;
    size_t n;
};

void chosen_init(struct chosen *to, const struct merged *m,
                 const struct merged_view *view);

/* Leaves out the last column that can be; NULL: none can. */
const struct merged_column *chosen_leave_out(struct chosen *c);

/* Is it there, the same in all rows, and in no table unless asked for? */
bool chosen_constant(const struct merged_column *c, const struct merged *m);

#endif /* COMPARE_MERGE_CHOOSE_H */
