/* method.c: methods that make all ranks start a launch together, and patterns
 * that make ranks arrive late on purpose. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/method.h"

#include <math.h>
#include <stddef.h>
#include "lib/digest.h"
#include "measure/turn.h"

/* `window`: all launches of a turn follow one schedule (the paper, section
 * 3). */
static int window_begin(struct turn *s, int i, double *start)
{
    *start = s->order->first_start + i * s->order->slot;
    return MPI_SUCCESS;
}

const struct method method_window = {
    .name = "window",
    .help = "launches start in slots of a common schedule, by synchronized "
            "clocks",
    .scheduled = true,
    .slotted = true,
    .fallback = &method_barrier,
    .begin = window_begin,
};

/* `roundtime`: each launch has its own start time, broadcast when all ranks
 * have ended the previous launch (Hunold and Carpen-Amarie, CLUSTER 2018). It
 * needs no estimate of a slot: a slow launch delays the next one but does not
 * invalidate it. The price is a broadcast and a barrier per launch, which also
 * change the contents of caches. */
static int roundtime_begin(struct turn *s, int i, double *start)
{
    int rc;

    (void)i;
    *start = clock_global_now(s->model, s->clock) + s->order->lead;
    rc = HARNESS_BCAST(start, 1, MPI_DOUBLE, 0, s->control);
    s->message = fmax(s->message, clock_global_now(s->model, s->clock) -
                                      (*start - s->order->lead));
    return rc;
}

/* Keeps ranks from sending their next message while another rank is still in
 * the launch. (The published method combines the ranks' lateness after each
 * launch; here this is done at the end of the turn.) */
static int roundtime_end(struct turn *s)
{
    return MPI_Barrier(s->control);
}

const struct method method_roundtime = {
    .name = "roundtime",
    .help = "the start time of each launch is sent when the previous launch "
            "is over",
    .scheduled = true,
    .begin = roundtime_begin,
    .end = roundtime_end,
};

/* `free`: launches follow each other without synchronization, as in benchmarks
 * that time a loop and divide by its length: a rank begins a launch as soon as
 * it has finished the previous one (the paper's systematic error 6). Only the
 * first launch of a turn begins on all ranks together. */
static int free_begin(struct turn *s, int i, double *start)
{
    *start = i == 0 ? s->order->first_start : NAN;
    return MPI_SUCCESS;
}

const struct method method_free = {
    .name = "free",
    .help = "launches without any synchronization, only for comparison: "
            "times include waiting for ranks that are still in the previous "
            "launch",
    .back_to_back = true,
    .begin = free_begin,
};

/* `barrier`: a barrier before each launch, as in most benchmarks. Ranks leave a
 * barrier at different times (the paper's systematic error 5); its algorithm,
 * -P barrier.algorithm, determines which ranks leave late. */

enum { TAG_BARRIER = 1 };

static int native_run(MPI_Comm comm, int rank, int size)
{
    (void)rank, (void)size;
    return MPI_Barrier(comm);
}

static int signal_to(MPI_Comm comm, int rank)
{
    return MPI_Send(NULL, 0, MPI_BYTE, rank, TAG_BARRIER, comm);
}

static int signal_from(MPI_Comm comm, int rank)
{
    return MPI_Recv(NULL, 0, MPI_BYTE, rank, TAG_BARRIER, comm,
                    MPI_STATUS_IGNORE);
}

/* All ranks signal rank 0, which then signals all: with n ranks, the last one
 * is released n - 2 messages after the first. */
static int linear_run(MPI_Comm comm, int rank, int size)
{
    int rc = MPI_SUCCESS;

    if (rank > 0) {
        rc = signal_to(comm, 0);
        return rc != MPI_SUCCESS ? rc : signal_from(comm, 0);
    }
    for (int i = 1; i < size && rc == MPI_SUCCESS; i++)
        rc = signal_from(comm, i);
    for (int i = 1; i < size && rc == MPI_SUCCESS; i++)
        rc = signal_to(comm, i);
    return rc;
}

/* Signals go up a binomial tree and down again. */
static int tree_run(MPI_Comm comm, int rank, int size)
{
    int rc = MPI_SUCCESS, step = 1;

    for (; step < size && rank % (2 * step) == 0 && rc == MPI_SUCCESS;
         step *= 2)
        if (rank + step < size)
            rc = signal_from(comm, rank + step);
    if (rank > 0 && rc == MPI_SUCCESS)
        rc = signal_to(comm, rank - step);
    if (rank > 0 && rc == MPI_SUCCESS)
        rc = signal_from(comm, rank - step);
    for (step /= 2; step > 0 && rc == MPI_SUCCESS; step /= 2)
        if (rank + step < size)
            rc = signal_to(comm, rank + step);
    return rc;
}

/* In round r, rank i receives from i - 2^r and sends to i + 2^r, modulo size
 * (Hensgen, Finkel and Manber 1988). */
static int dissemination_run(MPI_Comm comm, int rank, int size)
{
    int rc = MPI_SUCCESS;

    for (int step = 1; step < size && rc == MPI_SUCCESS; step *= 2)
        rc = MPI_Sendrecv(NULL, 0, MPI_BYTE, (rank + step) % size, TAG_BARRIER,
                          NULL, 0, MPI_BYTE, (rank + size - step) % size,
                          TAG_BARRIER, comm, MPI_STATUS_IGNORE);
    return rc;
}

/* A token goes round the ring twice: the last rank leaves one round later. */
static int ring_run(MPI_Comm comm, int rank, int size)
{
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    int rc = MPI_SUCCESS;

    for (int round = 0; round < 2 && size > 1 && rc == MPI_SUCCESS; round++) {
        if (rank > 0)
            rc = signal_from(comm, left);
        if (rc == MPI_SUCCESS)
            rc = signal_to(comm, right);
        if (rank == 0 && rc == MPI_SUCCESS)
            rc = signal_from(comm, left);
    }
    return rc;
}

enum { NATIVE, LINEAR, TREE, DISSEMINATION, RING };

barrier_fn *const barrier_table[] = {
    [NATIVE] = native_run, [LINEAR] = linear_run,
    [TREE] = tree_run,     [DISSEMINATION] = dissemination_run,
    [RING] = ring_run,
};

static const struct param_word barrier_words[] = {
    {"native", NATIVE, NULL}, {"linear", LINEAR, NULL},
    {"tree", TREE, NULL},     {"dissemination", DISSEMINATION, NULL},
    {"ring", RING, NULL},     {0},
};

static const struct param barrier_rows[] = {
    PARAM_ROW("algorithm", struct barrier_config, algorithm, WORD, "native",
              "barrier of method `barrier`: native (MPI_Barrier), linear, "
              "tree, dissemination or ring",
              .words = barrier_words),
    {0},
};

const struct param_table barrier_params =
    PARAM_TABLE("barrier", barrier_rows, struct barrier_config);

static int barrier_begin(struct turn *s, int i, double *start)
{
    (void)i;
    *start = NAN;
    return s->barrier(s->control, s->args->rank, s->args->size);
}

const struct method method_barrier = {
    .name = "barrier",
    .help = "a barrier before each launch, only for comparison: times "
            "include the skew with which ranks leave it",
    .begin = barrier_begin,
};

const struct method *const method_table[] = {
    &method_window, &method_roundtime, &method_barrier, &method_free, NULL,
};

/* In applications, ranks seldom reach a collective operation together. Their
 * arrival times affect which algorithm is best (Faraj, Patarasuk and Yuan
 * 2008). */

static double up_share(int rank, int size, uint64_t launch)
{
    (void)launch;
    return size > 1 ? (double)rank / (size - 1) : 0;
}

static double down_share(int rank, int size, uint64_t launch)
{
    return size > 1 ? 1 - up_share(rank, size, launch) : 0;
}

static double last_share(int rank, int size, uint64_t launch)
{
    (void)launch;
    return size > 1 && rank == size - 1 ? 1 : 0;
}

/* A hash of rank and launch: ranks need no common random state. */
static double random_share(int rank, int size, uint64_t launch)
{
    return scatter_share(launch * (uint64_t)size + (uint64_t)rank);
}

const struct arrival_pattern arrival_program = {
    "program",
    "without a time: each rank is as late as in the profile of --program on "
    "average, at most 10 ms; all cases are also measured without delays",
    NULL};

const struct arrival_pattern *const arrival_table[] = {
    &(const struct arrival_pattern){
        "up", "rank i of p is late by i/(p-1) of the time", up_share},
    &(const struct arrival_pattern){"down", "the reverse: rank 0 is the latest",
                                    down_share},
    &(const struct arrival_pattern){
        "random",
        "each rank is late by a random part of the time, which "
        "changes with each launch",
        random_share},
    &(const struct arrival_pattern){"last", "only the last rank is late",
                                    last_share},
    &arrival_program,
    NULL,
};

double arrival_delay(const struct arrival *a, int rank, int size,
                     uint64_t launch)
{
    return a->pattern == NULL || a->pattern->share == NULL
               ? 0
               : a->seconds * a->pattern->share(rank, size, launch);
}

double launch_late(bool paper, double ready, double began)
{
    return paper && ready <= 0 ? 0 : began;
}

enum launch_status launch_status(const struct launch_times *t, double tolerance)
{
    if (t->set_back > 0 || t->late > tolerance)
        return LAUNCH_LATE;
    return t->overrun > 0 ? LAUNCH_OVERRUN : LAUNCH_VALID;
}
