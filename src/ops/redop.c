/* redop.c: reduction operations, with an exact one of our own to check by. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdint.h>
#include "ops/dtype.h"

#define BYTES (1u << DTYPE_BYTES)
#define INTS (1u << DTYPE_INT)
#define FLOATS (1u << DTYPE_FLOAT)

/* The function a op b, and the row of the predefined operation that it is. */
#define PREDEFINED(low, UP, value, ...)                                        \
    static int64_t low(int64_t a, int64_t b)                                   \
    {                                                                          \
        return value;                                                          \
    }                                                                          \
    static const struct redop redop_##low = {                                  \
        .name = #low,                                                          \
        .help = "MPI_" #UP,                                                    \
        .mpi = MPI_##UP,                                                       \
        .apply = low,                                                          \
        __VA_ARGS__,                                                           \
    };

PREDEFINED(sum, SUM, a + b, .kinds = INTS | FLOATS)
PREDEFINED(prod, PROD, a * b, .kinds = INTS | FLOATS, .grows = true)
PREDEFINED(max, MAX, a > b ? a : b, .kinds = INTS | FLOATS)
PREDEFINED(min, MIN, a < b ? a : b, .kinds = INTS | FLOATS)
PREDEFINED(band, BAND, a & b, .kinds = BYTES | INTS)
PREDEFINED(bor, BOR, a | b, .kinds = BYTES | INTS)
PREDEFINED(bxor, BXOR, a ^ b, .kinds = BYTES | INTS)
PREDEFINED(land, LAND, a && b, .kinds = INTS, .logical = true)
PREDEFINED(lor, LOR, a || b, .kinds = INTS, .logical = true)
PREDEFINED(lxor, LXOR, !a != !b, .kinds = INTS, .logical = true)

/* ---- user-defined operations ------------------------------------------- */

/*
 * Functions x -> a x + b modulo 64, a odd, one after the other: the first one
 * outside. Associative, but every order gives another result. A number below
 * 4096 is such a function: a its upper six bits, b its lower six.
 */
enum { AFFINE_BITS = 6, AFFINE_MASK = (1 << AFFINE_BITS) - 1 };

static int64_t affine(int64_t x, int64_t y)
{
    int64_t a = x >> AFFINE_BITS, b = x & AFFINE_MASK;
    int64_t c = y >> AFFINE_BITS, d = y & AFFINE_MASK;

    return (a * c & AFFINE_MASK) << AFFINE_BITS | ((a * d + b) & AFFINE_MASK);
}

/* inout[i] = in[i] op inout[i], numbers of one C type. */
#define APPLY(type, op)                                                        \
    for (int i = 0; i < *len; i++)                                             \
    ((type *)inout)[i] =                                                       \
        (type)op((int64_t)((type *)in)[i], (int64_t)((type *)inout)[i])
#define APPLY_ANY(op)                                                          \
    do {                                                                       \
        if (*type == MPI_INT32_T)                                              \
            APPLY(int32_t, op);                                                \
        else if (*type == MPI_INT64_T)                                         \
            APPLY(int64_t, op);                                                \
        else if (*type == MPI_FLOAT)                                           \
            APPLY(float, op);                                                  \
        else                                                                   \
            APPLY(double, op);                                                 \
    } while (0)

static void user_sum(void *in, void *inout, int *len, MPI_Datatype *type)
{
    APPLY_ANY(sum);
}

static void user_affine(void *in, void *inout, int *len, MPI_Datatype *type)
{
    APPLY_ANY(affine);
}

static const struct redop redop_user_sum = {
    .name = "user-sum",
    .help = "user-defined: a sum, commutative",
    .kinds = INTS | FLOATS,
    .function = user_sum,
    .commute = 1,
    .apply = sum,
};
static const struct redop redop_user_affine = {
    .name = "user-affine",
    .help = "user-defined: x -> a x + b one after the other, not commutative",
    .kinds = INTS | FLOATS,
    .function = user_affine,
    .always = 1 << AFFINE_BITS,
    .apply = affine,
};

const struct redop *const redop_table[] = {
    &redop_sum,      &redop_prod,        &redop_max,  &redop_min,
    &redop_band,     &redop_bor,         &redop_bxor, &redop_land,
    &redop_lor,      &redop_lxor,        &redop_user_sum,
    &redop_user_affine, NULL,
};
