/* counts.h: the rules of --counts, by which blocks of a call differ. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_COUNTS_H
#define OPS_COUNTS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include "lib/names.h"

/*
 * --counts: element counts of the blocks of one call. The count of the block
 * number `index` of n (see enum varies), where `mean` is the count of equal
 * blocks: all rules but random give n * mean elements in total, up to
 * rounding; random gives so many on average.
 */
struct counts_rule {
    const char *name;
    const char *help;
    bool seeded; /* NAME:SEED */
    MPI_Count (*count)(MPI_Count mean, int index, int n, uint64_t seed);
};

extern const struct counts_rule *const counts_table[]; /* NULL-terminated */

static inline const struct counts_rule *counts_find(const char *name)
{
    return names_row(counts_table, name);
}

struct counts {
    const struct counts_rule *rule;
    uint64_t seed;
};

#endif /* OPS_COUNTS_H */
