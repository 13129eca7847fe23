/* random.h: reproducible pseudo-random numbers for tests. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_TEST_RANDOM_H
#define REFNUMA_TEST_RANDOM_H

#include <stdint.h>

/* xorshift64*, by G. Marsaglia and S. Vigna. The state must not be 0. */
static inline uint64_t random_next(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

/* Returns a number from 0 to n-1. */
static inline uint64_t random_below(uint64_t *state, uint64_t n)
{
    return (random_next(state) >> 11) % n;
}

#endif /* REFNUMA_TEST_RANDOM_H */
