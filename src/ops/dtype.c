/* dtype.c: data types of messages, and reduction operations. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/dtype.h"

#include <stdint.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static int vector_create(MPI_Datatype *type);
static int indexed_create(MPI_Datatype *type);

/* Defines a dense type: its payload is one piece, without gaps. */
#define DENSE(low, predefined, of_kind, bytes)                                 \
    static const struct dtype dtype_##low = {                                  \
        .name = #low,                                                          \
        .help = #predefined,                                                   \
        .kind = of_kind,                                                       \
        .size = bytes,                                                         \
        .extent = bytes,                                                       \
        .pieces = (const struct piece[]){{0, bytes}},                          \
        .npieces = 1,                                                          \
        .mpi = predefined,                                                     \
    };

DENSE(byte, MPI_BYTE, DTYPE_BYTES, 1)
DENSE(int32, MPI_INT32_T, DTYPE_INT, 4)
DENSE(int64, MPI_INT64_T, DTYPE_INT, 8)
DENSE(float, MPI_FLOAT, DTYPE_FLOAT, 4)
DENSE(double, MPI_DOUBLE, DTYPE_FLOAT, 8)

/* Eight blocks of 8 bytes within 128 bytes, with gaps of 8 bytes. */
enum { VECTOR_BLOCKS = 8, VECTOR_LENGTH = 8, VECTOR_STRIDE = 16 };
static const struct piece vector_pieces[] = {
    {0, 8}, {16, 8}, {32, 8}, {48, 8}, {64, 8}, {80, 8}, {96, 8}, {112, 8},
};
static const struct dtype dtype_vector = {
    .name = "vector",
    .help = "8 blocks of 8 bytes, stride 16: 64 bytes spread over 128",
    .kind = DTYPE_BYTES,
    .size = VECTOR_BLOCKS * VECTOR_LENGTH,
    .extent = VECTOR_BLOCKS * VECTOR_STRIDE,
    .pieces = vector_pieces,
    .npieces = COUNT(vector_pieces),
    .create = vector_create,
};

/* Blocks and gaps of different lengths. */
static const struct piece indexed_pieces[] = {{0, 4}, {8, 20}, {36, 8}};
static const struct dtype dtype_indexed = {
    .name = "indexed",
    .help = "blocks of 4, 20 and 8 bytes: 32 bytes spread over 64",
    .kind = DTYPE_BYTES,
    .size = 32,
    .extent = 64,
    .pieces = indexed_pieces,
    .npieces = COUNT(indexed_pieces),
    .create = indexed_create,
};

const struct dtype *const dtype_table[] = {
    &dtype_byte,   &dtype_int32,  &dtype_int64,   &dtype_float,
    &dtype_double, &dtype_vector, &dtype_indexed, NULL,
};

/* Resizes `raw` to this extent, commits the result, and frees `raw`. */
static int finish(MPI_Datatype raw, size_t extent, MPI_Datatype *type)
{
    int rc = MPI_Type_create_resized(raw, 0, (MPI_Aint)extent, type);

    if (rc == MPI_SUCCESS)
        rc = MPI_Type_commit(type);
    MPI_Type_free(&raw);
    return rc;
}

static int vector_create(MPI_Datatype *type)
{
    MPI_Datatype raw;
    int rc = MPI_Type_vector(VECTOR_BLOCKS, VECTOR_LENGTH, VECTOR_STRIDE,
                             MPI_BYTE, &raw);

    return rc == MPI_SUCCESS ? finish(raw, dtype_vector.extent, type) : rc;
}

static int indexed_create(MPI_Datatype *type)
{
    int lengths[COUNT(indexed_pieces)], displs[COUNT(indexed_pieces)];
    MPI_Datatype raw;
    int rc;

    for (size_t i = 0; i < COUNT(indexed_pieces); i++) {
        lengths[i] = (int)indexed_pieces[i].length;
        displs[i] = (int)indexed_pieces[i].offset;
    }
    rc = MPI_Type_indexed(COUNT(indexed_pieces), lengths, displs, MPI_BYTE,
                          &raw);
    return rc == MPI_SUCCESS ? finish(raw, dtype_indexed.extent, type) : rc;
}

#define BYTES (1u << DTYPE_BYTES)
#define INTS (1u << DTYPE_INT)
#define FLOATS (1u << DTYPE_FLOAT)

/* Defines the function `a op b`, and the row of the predefined operation. */
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
PREDEFINED(prod, PROD, a *b, .kinds = INTS | FLOATS, .grows = true)
PREDEFINED(max, MAX, a > b ? a : b, .kinds = INTS | FLOATS)
PREDEFINED(min, MIN, a < b ? a : b, .kinds = INTS | FLOATS)
PREDEFINED(band, BAND, a &b, .kinds = BYTES | INTS)
PREDEFINED(bor, BOR, a | b, .kinds = BYTES | INTS)
PREDEFINED(bxor, BXOR, a ^ b, .kinds = BYTES | INTS)
PREDEFINED(land, LAND, a &&b, .kinds = INTS, .logical = true)
PREDEFINED(lor, LOR, a || b, .kinds = INTS, .logical = true)
PREDEFINED(lxor, LXOR, !a != !b, .kinds = INTS, .logical = true)

/*
 * Composes functions x -> a x + b modulo 64, a odd; the left operand is applied
 * last. This is associative, but each order of operands has a different result.
 * A number below 4096 encodes a function: a in its upper six bits, b in its
 * lower six.
 */
enum { AFFINE_BITS = 6, AFFINE_MASK = (1 << AFFINE_BITS) - 1 };

static int64_t affine(int64_t x, int64_t y)
{
    int64_t a = x >> AFFINE_BITS, b = x & AFFINE_MASK;
    int64_t c = y >> AFFINE_BITS, d = y & AFFINE_MASK;

    return (a * c & AFFINE_MASK) << AFFINE_BITS | ((a * d + b) & AFFINE_MASK);
}

/* Sets inout[i] = in[i] op inout[i] for numbers of a C type. */
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
    &redop_sum,      &redop_prod,        &redop_max,  &redop_min, &redop_band,
    &redop_bor,      &redop_bxor,        &redop_land, &redop_lor, &redop_lxor,
    &redop_user_sum, &redop_user_affine, NULL,
};
