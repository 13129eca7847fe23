/* counts.c: the rules of --counts, by which blocks of a call differ. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/counts.h"

#include "lib/scatter.h"

static MPI_Count equal(MPI_Count mean, int index, int n, uint64_t seed)
{
    (void)index, (void)n, (void)seed;
    return mean;
}

/* From nothing to twice the mean. */
static MPI_Count linear(MPI_Count mean, int index, int n, uint64_t seed)
{
    (void)seed;
    return n > 1 ? (MPI_Count)((__int128)2 * mean * index / (n - 1)) : mean;
}

static MPI_Count spike(MPI_Count mean, int index, int n, uint64_t seed)
{
    (void)seed;
    return index == n - 1 ? mean * n : 0;
}

/* Anything from nothing to twice the mean. */
static MPI_Count random_count(MPI_Count mean, int index, int n, uint64_t seed)
{
    uint64_t x = scatter_mix((seed + 1) * SCATTER_STEP + (uint64_t)index);

    (void)n;
    return (MPI_Count)(x % (2 * (uint64_t)mean + 1));
}

static const struct counts_rule rule_equal = {
    .name = "equal",
    .help = "all blocks alike",
    .count = equal,
};
static const struct counts_rule rule_linear = {
    .name = "linear",
    .help = "from an empty block to one of twice the size asked for",
    .count = linear,
};
static const struct counts_rule rule_spike = {
    .name = "spike",
    .help = "all data in the last block, the others empty",
    .count = spike,
};
static const struct counts_rule rule_random = {
    .name = "random",
    .help = "random:SEED: up to twice the size asked for",
    .seeded = true,
    .count = random_count,
};

const struct counts_rule *const counts_table[] = {
    &rule_equal, &rule_linear, &rule_spike, &rule_random, NULL,
};
