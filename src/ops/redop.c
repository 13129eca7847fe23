/* redop.c: reduction operations, with an exact one of our own to check by. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdint.h>
#include <string.h>
#include "ops/dtype.h"

#define BYTES (1u << DTYPE_BYTES)
#define INTS (1u << DTYPE_INT)
#define FLOATS (1u << DTYPE_FLOAT)

static int64_t sum(int64_t a, int64_t b)
{
    return a + b;
}

static int64_t prod(int64_t a, int64_t b)
{
    return a * b;
}

static int64_t max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t band(int64_t a, int64_t b)
{
    return a & b;
}

static int64_t bor(int64_t a, int64_t b)
{
    return a | b;
}

static int64_t bxor(int64_t a, int64_t b)
{
    return a ^ b;
}

static int64_t land(int64_t a, int64_t b)
{
    return a && b;
}

static int64_t lor(int64_t a, int64_t b)
{
    return a || b;
}

static int64_t lxor(int64_t a, int64_t b)
{
    return !a != !b;
}

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

/* ---- user-defined operations ------------------------------------------- */

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

static const struct redop redop_sum = {
    .name = "sum",
    .help = "MPI_SUM",
    .kinds = INTS | FLOATS,
    .mpi = MPI_SUM,
    .apply = sum,
};
static const struct redop redop_prod = {
    .name = "prod",
    .help = "MPI_PROD",
    .kinds = INTS | FLOATS,
    .mpi = MPI_PROD,
    .grows = true,
    .apply = prod,
};
static const struct redop redop_max = {
    .name = "max",
    .help = "MPI_MAX",
    .kinds = INTS | FLOATS,
    .mpi = MPI_MAX,
    .apply = max,
};
static const struct redop redop_min = {
    .name = "min",
    .help = "MPI_MIN",
    .kinds = INTS | FLOATS,
    .mpi = MPI_MIN,
    .apply = min,
};
static const struct redop redop_band = {
    .name = "band",
    .help = "MPI_BAND",
    .kinds = BYTES | INTS,
    .mpi = MPI_BAND,
    .apply = band,
};
static const struct redop redop_bor = {
    .name = "bor",
    .help = "MPI_BOR",
    .kinds = BYTES | INTS,
    .mpi = MPI_BOR,
    .apply = bor,
};
static const struct redop redop_bxor = {
    .name = "bxor",
    .help = "MPI_BXOR",
    .kinds = BYTES | INTS,
    .mpi = MPI_BXOR,
    .apply = bxor,
};

static const struct redop redop_land = {
    .name = "land",
    .help = "MPI_LAND",
    .kinds = INTS,
    .mpi = MPI_LAND,
    .logical = true,
    .apply = land,
};
static const struct redop redop_lor = {
    .name = "lor",
    .help = "MPI_LOR",
    .kinds = INTS,
    .mpi = MPI_LOR,
    .logical = true,
    .apply = lor,
};
static const struct redop redop_lxor = {
    .name = "lxor",
    .help = "MPI_LXOR",
    .kinds = INTS,
    .mpi = MPI_LXOR,
    .logical = true,
    .apply = lxor,
};
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

const struct redop *redop_find(const char *name)
{
    for (size_t i = 0; redop_table[i] != NULL; i++)
        if (strcmp(redop_table[i]->name, name) == 0)
            return redop_table[i];
    return NULL;
}
