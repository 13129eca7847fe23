/* redop.c: reduction operations, with an exact one of our own to check by. */
/* SPDX-License-Identifier: BSD-3-Clause */
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

const struct redop *const redop_table[] = {
    &redop_sum, &redop_prod, &redop_max,  &redop_min,
    &redop_band, &redop_bor, &redop_bxor, NULL,
};

const struct redop *redop_find(const char *name)
{
    for (size_t i = 0; redop_table[i] != NULL; i++)
        if (strcmp(redop_table[i]->name, name) == 0)
            return redop_table[i];
    return NULL;
}
