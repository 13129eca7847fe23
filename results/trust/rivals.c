/* rivals.c: a plug-in: broadcasts that are equal, one that takes longer, and one
 * whose runs differ. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each is the library's own and then a delay on every rank, so that the slowest
 * rank ends later by just that: none of `zero` and `again`; of `5pc` what
 * RIVALS_5PC lists for the size: "BYTES:NANOSECONDS ..."; of `noisy` a multiple of
 * that which each run draws from 0 to 4, the same at all sizes: it is longer by 10 %
 * on average, and its runs scatter by 5.8 %.
 */
#include <mpiperf/op.h>
#include <stdlib.h>
#include <string.h>
#include "chain.h"

struct rival {
    const char *list; /* NULL: no delay */
    double times;     /* of what is listed */
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

static int create(const char *list, double times, void **state)
{
    struct rival *r = malloc(sizeof(*r));

    if (r == NULL)
        return MPI_ERR_NO_MEM;
    *r = (struct rival){list, times, block_seconds(), 0};
    *state = r;
    return MPI_SUCCESS;
}

static int create_equal(MPI_Comm comm, const void *params, void **state,
                        char **cause)
{
    (void)comm, (void)params, (void)cause;
    return create(NULL, 0, state);
}

static int create_longer(MPI_Comm comm, const void *params, void **state,
                         char **cause)
{
    (void)comm, (void)params, (void)cause;
    return create(getenv("RIVALS_5PC"), 1, state);
}

/* From 0 to 1, the same on all ranks and other in each run. */
static int drawn(MPI_Comm comm, double *share)
{
    struct timespec t;
    unsigned long x;

    clock_gettime(CLOCK_REALTIME, &t);
    x = ((unsigned long)t.tv_sec * 1000000000 + (unsigned long)t.tv_nsec) *
        0x9e3779b97f4a7c15;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93;
    *share = (double)(x >> 32) / 0x1p32;
    return MPI_Bcast(share, 1, MPI_DOUBLE, 0, comm);
}

static int create_noisy(MPI_Comm comm, const void *params, void **state,
                        char **cause)
{
    static double share = -1; /* of this process's run */
    int rc = share < 0 ? drawn(comm, &share) : MPI_SUCCESS;

    (void)params, (void)cause;
    return rc != MPI_SUCCESS ? rc :
                               create(getenv("RIVALS_5PC"), 4 * share, state);
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
    r->blocks = chain_blocks(r->times * listed(r->list, bytes),
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
RIVAL(noisy, "noisy", "the library's own, then 0 to 4 times that, by run",
      create_noisy)

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = (const struct algo *const[]){&zero, &again, &longer, &noisy,
                                          NULL},
};
