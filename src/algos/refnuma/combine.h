/* combine.h: differences that an owner adds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_COMBINE_H
#define REFNUMA_COMBINE_H

#include <string.h>

#include "array.h"

static inline double rn_as_double(uint64_t word)
{
    double d;

    memcpy(&d, &word, sizeof(d));
    return d;
}

static inline uint64_t rn_of_double(double d)
{
    uint64_t word;

    memcpy(&word, &d, sizeof(word));
    return word;
}

/* Integers wrap around, as those of two's complement do. */
static inline uint64_t rn_sum(enum rn_type type, uint64_t a, uint64_t b)
{
    return type == RN_DOUBLE ? rn_of_double(rn_as_double(a) + rn_as_double(b))
                             : a + b;
}

static inline uint64_t rn_difference(enum rn_type type, uint64_t a, uint64_t b)
{
    return type == RN_DOUBLE ? rn_of_double(rn_as_double(a) - rn_as_double(b))
                             : a - b;
}

#endif /* REFNUMA_COMBINE_H */
