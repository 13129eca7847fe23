/* rivals.c: a plug-in: broadcasts that are equal, and one that takes longer. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each is the library's own and then a delay on every rank, so that the slowest
 * rank ends later by just that: none of `zero` and `again`; of `5pc` what
 * RIVALS_5PC lists for the size: "BYTES:NANOSECONDS ...".
 */
#include <mpiperf/op.h>
#include <stdlib.h>
#include <string.h>
#include "chain.h"

struct rival {
    const char *list; /* NULL: no delay */
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

static int create(const char *list, void **state)
{
    struct rival *r = malloc(sizeof(*r));

    if (r == NULL)
        return MPI_ERR_NO_MEM;
    *r = (struct rival){list, block_seconds(), 0};
    *state = r;
    return MPI_SUCCESS;
}

static int create_equal(MPI_Comm comm, const void *params, void **state,
                        char **cause)
{
    (void)comm, (void)params, (void)cause;
    return create(NULL, state);
}

static int create_longer(MPI_Comm comm, const void *params, void **state,
                         char **cause)
{
    (void)comm, (void)params, (void)cause;
    return create(getenv("RIVALS_5PC"), state);
}

/* Seconds that the list has for so many bytes; 0 where it has none. */
static double listed(const char *list, long bytes)
{
    while (list != NULL && *list != '\0') {
        char *end;
        long has = strtol(list, &end, 10);

        if (*end == ':' && has == bytes)
            return 1e-9 * strtod(end + 1, NULL);
        list = strchr(list, ' ');
        list = list != NULL ? list + 1 : NULL;
    }
    return 0;
}

static int prepare(void **state, struct op_args *a, char **cause)
{
    struct rival *r = *state;
    long bytes = (long)a->count * (long)a->type_size;

    (void)cause;
    r->blocks = chain_blocks(listed(r->list, bytes), r->block_seconds);
    return MPI_SUCCESS;
}

static int run(void *state, const struct op_args *a)
{
    const struct rival *r = state;
    int rc = a->run(a->state, a);

    chain_wait(r->blocks);
    return rc;
}

#define RIVAL(id, name_, help_, create_)                                       \
    static const struct algo id = {                                            \
        .name = name_,                                                         \
        .op = "bcast",                                                         \
        .help = help_,                                                         \
        .create = create_,                                                     \
        .life = {.open = prepare},                                             \
        .run = run,                                                            \
        .destroy = free,                                                       \
        .large = true,                                                         \
    };
RIVAL(zero, "zero", "the library's own", create_equal)
RIVAL(again, "again", "the library's own", create_equal)
RIVAL(longer, "5pc", "the library's own, then what RIVALS_5PC lists",
      create_longer)

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = (const struct algo *const[]){&zero, &again, &longer, NULL},
};
