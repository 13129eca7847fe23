/* rivals.c: a plug-in: broadcasts that take a known time longer than native. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each is the library's own and then a delay on every rank, so that the slowest
 * rank ends later by just that. The record's figure `added` is the delay in
 * seconds. `zero` and `again` are equal; `5pc` adds what RIVALS_5PC lists for
 * the size: "BYTES:NANOSECONDS ...".
 */
#include <mpiperf/op.h>
#include "chain.h"

struct rival {
    double seconds; /* below 0: as RIVALS_5PC says */
    double block_seconds;
    long blocks;
};

/* Of this process, measured once. */
static double block_seconds(void)
{
    static double seconds;

    if (seconds == 0)
        seconds = chain_block_seconds();
    return seconds;
}

static int create(double seconds, void **state)
{
    struct rival *r = malloc(sizeof(*r));

    if (r == NULL)
        return MPI_ERR_NO_MEM;
    *r = (struct rival){.seconds = seconds, .block_seconds = block_seconds()};
    *state = r;
    return MPI_SUCCESS;
}

static int prepare(void **state, struct op_args *a, char **cause)
{
    struct rival *r = *state;
    long bytes = (long)a->count * (long)a->type_size;

    (void)cause;
    r->blocks = chain_blocks(r->seconds >= 0
                                 ? r->seconds
                                 : chain_listed(getenv("RIVALS_5PC"), bytes),
                             r->block_seconds);
    return MPI_SUCCESS;
}

static int run(void *state, const struct op_args *a)
{
    const struct rival *r = state;
    int rc = a->run(a->state, a);

    chain_wait(r->blocks);
    return rc;
}

static const struct figure figures[] = {
    {.name = "added",
     .unit = "s",
     .help = "delay after the broadcast",
     .over = FIGURE_MAX},
    {0},
};

static void added(void *state, const struct op_args *a, double *values)
{
    const struct rival *r = state;

    (void)a;
    values[0] = (double)r->blocks * r->block_seconds;
}

#define RIVALS                                                                 \
    RIVAL(zero, "zero", 0, "nothing")                                          \
    RIVAL(again, "again", 0, "nothing")                                        \
    RIVAL(ns20, "20ns", 20e-9, "20 ns")                                        \
    RIVAL(ns100, "100ns", 100e-9, "100 ns")                                    \
    RIVAL(us1, "1us", 1e-6, "1 us")                                            \
    RIVAL(pc5, "5pc", -1, "what RIVALS_5PC lists for the size")

#define RIVAL(id, name_, seconds, what)                                        \
    static int create_##id(MPI_Comm comm, const void *params, void **state,    \
                           char **cause)                                       \
    {                                                                          \
        (void)comm, (void)params, (void)cause;                                 \
        return create(seconds, state);                                         \
    }                                                                          \
    static const struct algo rival_##id = {                                    \
        .name = name_,                                                         \
        .op = "bcast",                                                         \
        .help = "the library's own, and then " what,                           \
        .create = create_##id,                                                 \
        .life = {.open = prepare, .figures = figures, .visit_figures = added}, \
        .run = run,                                                            \
        .destroy = free,                                                       \
        .large = true,                                                         \
    };
RIVALS
#undef RIVAL

#define RIVAL(id, name, seconds, what) &rival_##id,
static const struct algo *const algos[] = {RIVALS NULL};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = algos,
};
