/* order.h: random orders that a seed repeats. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REPEAT_ORDER_H
#define REPEAT_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* The order of block `block`, counted from 0: a permutation of 0 .. n - 1 that
 * depends on seed and block alone, so that a file can be gone on with. */
void order_of_block(size_t *order, size_t n, uint64_t seed, size_t block);

#endif /* REPEAT_ORDER_H */
