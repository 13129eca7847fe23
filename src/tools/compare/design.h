/* design.h: in which order the runs of two sides were made, and what therefore
 * can be said of them. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_DESIGN_H
#define COMPARE_DESIGN_H

#include <stdbool.h>
#include "tools/compare/runs.h"

enum design {
    DESIGN_BLOCKS,      /* a run of each side in every block, in random order */
    DESIGN_INTERLEAVED, /* their times alternate */
    DESIGN_APART,       /* one after the other, or nobody knows */
};

/* one_file: the blocks of both have the same numbers. */
enum design design_of(const struct runs *a, const struct runs *b,
                      bool one_file);

/*
 * May times of sides that were not interleaved be compared by how far sittings
 * differ? A side has to have SITTINGS_MIN of them, over as long a time as lies
 * between the two sides. NULL, or why not: a constant.
 */
const char *drift_refuse(const struct runs *a, const struct runs *b);

#endif /* COMPARE_DESIGN_H */
