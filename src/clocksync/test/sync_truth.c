/* sync_truth.c: runs a synchronization on clocks whose offsets are known.
 *
 * sync_truth METHOD CLOCK, under mpiexec. CLOCK is `shared` (all ranks read
 * one), `apart` (each rank's is hours off), `drift` (and drifts), `private`
 * (shared, but not said to be), `wtime`.
 * Prints "METHOD, CLOCK: chosen X" and what is wrong; exit status 1 then. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include "clocksync/clocksync.h"
#include "timers/timers.h"

/* The clock of a rank: base + (t - base) * rate + offset, in nanoseconds; t is
 * CLOCK_MONOTONIC. A timer's read() takes no argument, hence the variable. */
struct law {
    int64_t base;
    double drift;
    int64_t offset;
};
static struct law own_law;

static int64_t law_ticks(const struct law *w, int64_t t)
{
    return t + w->offset + (int64_t)((double)(t - w->base) * w->drift);
}

static ticks_t lawful_read(void)
{
    return law_ticks(&own_law, timer_monotonic.read());
}

/* The same clock under a flag that says that others cannot use it. */
static const struct timer lawful_private = {
    .name = "private",
    .scope = TIMER_PROCESS,
    .read = lawful_read,
};

static const struct timer lawful = {
    .name = "lawful",
    .scope = TIMER_NODE, /* claims to be shared: the test must find out */
    .read = lawful_read,
};

enum kind { SHARED, APART, DRIFT, PRIVATE, WTIME };
static const char *const kinds[] = {"shared", "apart", "drift", "private",
                                    "wtime"};

static struct law law_of(enum kind kind, int rank, int64_t base)
{
    struct law w = {.base = base};

    if (kind == APART || kind == DRIFT)
        w.offset = rank * INT64_C(1234567891011) * (rank % 2 ? 1 : -1);
    if (kind == DRIFT)
        w.drift = (rank % 3 - 1) * 40e-6;
    return w;
}

/* T_global - T_local when this rank's clock shows `local`. */
static double true_offset(const struct law *own, const struct law *zero,
                          double local)
{
    double since = (local * 1e9 - (double)own->offset - (double)own->base) /
                   (1 + own->drift);

    return ((double)(zero->offset - own->offset) +
            since * (zero->drift - own->drift)) *
           1e-9;
}

static int complain(int rank, const char *what, double a, double b)
{
    printf("rank %d: %s: %.12g, %.12g\n", rank, what, a, b);
    return 1;
}

/* With `none` there is nothing but the second look. */
static int check_unknown(int rank, const struct clock_model *m, double truth)
{
    int bad = 0;

    if (rank > 0 && !isnan(m->uncertainty))
        bad |= complain(rank, "uncertainty out of nothing", m->uncertainty, 0);
    if (m->offset != 0)
        bad |= complain(rank, "offset of none", m->offset, 0);
    if (!(fabs(m->residual - truth) < 0.1))
        bad |= complain(rank, "residual, truth", m->residual, truth);
    return bad;
}

static int check_model(int rank, const struct clock_model *m, double truth)
{
    double error = m->offset - truth;
    int bad = 0;

    if (!(fabs(error) <= m->uncertainty))
        bad |= complain(rank, "error, uncertainty", error, m->uncertainty);
    if (!(m->uncertainty < 1))
        bad |= complain(rank, "useless uncertainty", m->uncertainty, 1);
    if (!(fabs(m->residual) < 0.1))
        bad |= complain(rank, "residual", m->residual, 0);
    if (rank == 0 && (m->offset != 0 || m->uncertainty != 0))
        bad |= complain(rank, "rank 0", m->offset, m->uncertainty);
    return bad;
}

static int check_closure(int rank, const struct clocksync *cs, double closure)
{
    bool expected = cs == clocksync_find("ring") && rank == 0;

    if (expected ? fabs(closure) < 0.1 : isnan(closure))
        return 0;
    return complain(rank, "closure", closure, expected);
}

static const struct clocksync_config config = {
    .d = 100,
    .points = 10,
    .span = 0.1,
};

static int run(const struct clocksync *cs, enum kind kind)
{
    struct clock clock = {.timer = &lawful, .ticks_per_sec = 1e9};
    struct clock_model m;
    struct clocksync_info info;
    struct law zero;
    int64_t base = timer_monotonic.read();
    int rank, bad = 0;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&base, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    own_law = law_of(kind, rank, base);
    zero = law_of(kind, 0, base);
    if (kind == PRIVATE)
        clock.timer = &lawful_private;
    if (kind == WTIME)
        clock.timer = &timer_wtime;
    if (clocksync_run(cs, MPI_COMM_WORLD, &clock, &config, &m, &info) != 0)
        return complain(rank, "clocksync_run failed", 0, 0);
    if (kind != WTIME && cs == clocksync_find("none"))
        bad |= check_unknown(rank, &m, true_offset(&own_law, &zero, m.epoch));
    else if (kind != WTIME)
        bad |= check_model(rank, &m, true_offset(&own_law, &zero, m.epoch));
    bad |= check_closure(rank, cs, info.closure);
    if (rank == 0)
        printf("%s, %s: chosen %s\n", cs->name, kinds[kind], info.chosen);
    MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    return bad;
}

int main(int argc, char **argv)
{
    const struct clocksync *cs = NULL;
    int kind = 0, nkinds = sizeof(kinds) / sizeof(kinds[0]), bad = 1;

    MPI_Init(&argc, &argv);
    if (argc == 3)
        cs = clocksync_find(argv[1]);
    while (argc == 3 && kind < nkinds && strcmp(argv[2], kinds[kind]) != 0)
        kind++;
    if (cs != NULL && kind < nkinds)
        bad = run(cs, (enum kind)kind);
    MPI_Finalize();
    return bad;
}
