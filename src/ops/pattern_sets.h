/* pattern_sets.h: how patterns make the messages of a rank. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PATTERN_SETS_H
#define OPS_PATTERN_SETS_H

#include "ops/op.h"

/*
 * The messages of a->rank, with what stands behind the pattern's name as n.
 * Each rank makes its own alone. Where several go from one rank to another with
 * the same tag, both have them in the same order.
 */
typedef void pattern_fn(const struct op_args *a, int n, struct edges *e);

pattern_fn pattern_pair, pattern_shift, pattern_sweep, pattern_alltoall;
pattern_fn pattern_random;                 /* pattern_random.c */
pattern_fn pattern_halo2d, pattern_halo3d; /* pattern_halo.c */

#endif /* OPS_PATTERN_SETS_H */
