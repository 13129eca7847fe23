/* scatter.h: numbers that look random, made of other numbers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_SCATTER_H
#define LIB_SCATTER_H

#include <stdint.h>

/* Sebastiano Vigna's splitmix64 steps by SCATTER_STEP; of each step its number
 * is what scatter_mix() makes of it, which leaves 0 as it is. */
#define SCATTER_STEP UINT64_C(0x9e3779b97f4a7c15)

static inline uint64_t scatter_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Bits of neighbouring numbers are unlike. There is no state. */
static inline uint64_t scatter(uint64_t x)
{
    return scatter_mix(x + SCATTER_STEP);
}

/* In [0, 1). */
static inline double scatter_share(uint64_t x)
{
    return (double)(scatter(x) >> 11) / (double)(UINT64_C(1) << 53);
}

#endif /* LIB_SCATTER_H */
