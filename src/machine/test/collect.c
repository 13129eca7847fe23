/* collect.c: checks under mpiexec that runinfo_collect() gives consistent
 * results on all ranks.
 *
 * "collect CLOCKSYNC TIMER|auto": rank 0 prints "collected: ...", or what is
 * wrong (exit status 1). If collecting fails, it prints the cause (exit status
 * 3). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "machine/runinfo.h"

static int complain(int rank, const char *what)
{
    printf("rank %d: %s\n", rank, what);
    return 1;
}

/* True if the value is equal on all ranks. */
static bool common(long value)
{
    long range[2] = {value, -value};

    MPI_Allreduce(MPI_IN_PLACE, range, 2, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
    return range[0] == -range[1];
}

static int check_agreement(int rank, int n, const struct runinfo *ri)
{
    const struct timer_entry *chosen = ri->timers;
    int bad = 0;

    while (chosen->timer != ri->clock.timer)
        chosen++;
    const struct {
        const char *what;
        long value;
    } same[] = {
        {"another timer", chosen - ri->timers},
        {"another number of timers", (long)ri->ntimers},
        {"another calibration", (long)(ri->clock.ticks_per_sec * 1e3)},
        {"other flags",
         ri->oversubscribed + 2 * ri->shared_cpu + 4 * ri->unpinned},
        {"another quality", (long)(ri->quality.read_cost * 1e12)},
    };

    if (ri->nranks != n || ri->nnodes != 1)
        bad |= complain(rank, "number of ranks or nodes");
    for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
        if (!common(same[i].value))
            bad |= complain(rank, same[i].what);
    for (size_t i = 0; i < ri->ntimers; i++)
        if (!common(ri->timers[i].refused != NULL) ||
            !common(ri->timers[i].cores_agree))
            bad |= complain(rank, "another verdict on a timer");
    return bad;
}

/* Either all gauges have readings or none has; none if ranks share cores. */
static int check_latencies(const struct runinfo *ri)
{
    bool none = isnan(ri->oneway.median);

    if (none ? !isnan(ri->oneway.min) || !isnan(ri->oneway.max)
             : !(ri->oneway.min > 0 && ri->oneway.min <= ri->oneway.median &&
                 ri->oneway.median <= ri->oneway.max))
        return complain(0, "latencies");
    if (!none && (ri->nranks == 1 || ri->oversubscribed || ri->shared_cpu))
        return complain(0, "a latency");
    return 0;
}

/* Rank 0's table has what the other ranks know about themselves. */
static int check_root(int rank, const struct runinfo *ri)
{
    int bad = 0;

    if (rank != 0)
        return ri->ranks != NULL || ri->models != NULL
                   ? complain(rank, "rank 0's belongings")
                   : 0;
    if (memcmp(&ri->models[0], &ri->model, sizeof(ri->model)) != 0)
        bad |= complain(rank, "own model");
    for (int i = 0; i < ri->nranks; i++)
        if (ri->ranks[i].host[0] == '\0' || ri->ranks[i].cpus[0] == '\0' ||
            ri->ranks[i].node != 0 || ri->models[i].epoch == 0)
            bad |= complain(i, "rank_info");
    if (!json_is_array(ri->warnings) || !json_is_object(ri->machine))
        bad |= complain(rank, "warnings or machine");
    return bad | check_latencies(ri);
}

static int run(const struct clock_choice *c, int argc, char **argv)
{
    struct runinfo ri;
    char *cause = NULL;
    int rank, n, bad;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    if (runinfo_collect(&ri, MPI_COMM_WORLD, c,
                        &(struct startup){.argc = argc, .argv = argv},
                        &cause) != 0) {
        if (rank == 0)
            printf("%s\n", cause);
        free(cause);
        return 3;
    }
    bad = check_agreement(rank, n, &ri) | check_root(rank, &ri);
    if (ri.argc != argc || ri.argv != argv || !isnan(ri.null_overhead) ||
        !isnan(ri.t_bcast))
        bad |= complain(rank, "other fields");
    if (rank == 0)
        printf("collected: timer %s, clocksync %s, largest offset %.3f\n",
               ri.clock.timer->name, ri.sync_info.chosen,
               fabs(ri.models[n - 1].offset));
    runinfo_free(&ri);
    MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    return bad;
}

int main(int argc, char **argv)
{
    struct clock_choice c = {
        .sync = {.d = 100, .points = 10, .span = 0.1, .budget = 1}};
    int status = 2;

    MPI_Init(&argc, &argv);
    if (argc == 3) {
        c.clocksync = clocksync_find(argv[1]);
        c.timer = timer_find(argv[2]);
    }
    if (c.clocksync != NULL)
        status = run(&c, argc, argv);
    MPI_Finalize();
    return status;
}
