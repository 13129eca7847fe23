/* sync_truth.c: checks synchronizations of clocks with known offsets.
 *
 * sync_truth METHOD:CLOCK..., under mpiexec. CLOCK is `shared` (all ranks read
 * one clock), `apart` (offsets of hours), `drift` (offsets and drifts),
 * `private` (shared, but the timer claims otherwise) or `wtime`. Prints
 * "METHOD, CLOCK: chosen X" and errors. The exit status is 1 after an error. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include "clocksync/clocksync.h"
#include "clocksync/test/lawful.h"
#include "timers/timers.h"

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

static int complain(int rank, const char *what, double a, double b)
{
    printf("rank %d: %s: %.12g, %.12g\n", rank, what, a, b);
    return 1;
}

/* Checks a model of `none`, which measures only the residual. */
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

static int check_model(int rank, const struct clock_model *m,
                       const struct law *own, const struct law *zero)
{
    double error = m->offset - law_offset(own, zero, m->epoch);
    double steeper = m->slope - law_slope(own, zero);
    int bad = 0;

    if (!(fabs(steeper) <= m->slope_bound))
        bad |= complain(rank, "slope's error, bound", steeper, m->slope_bound);
    if (!(m->slope_bound <= 10e-3))
        bad |= complain(rank, "useless slope bound", m->slope_bound, 10e-3);
    if (!(fabs(error) <= m->uncertainty))
        bad |= complain(rank, "error, uncertainty", error, m->uncertainty);
    if (!(m->uncertainty < 1))
        bad |= complain(rank, "useless uncertainty", m->uncertainty, 1);
    if (!(fabs(m->residual) < 0.1))
        bad |= complain(rank, "residual", m->residual, 0);
    if (rank == 0 && (m->offset != 0 || m->uncertainty != 0 || m->slope != 0 ||
                      m->slope_bound != 0))
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
    struct clock clock = {.timer = &timer_lawful, .ticks_per_sec = 1e9};
    struct clock_model m;
    struct clocksync_info info;
    struct law own, zero;
    int64_t base = timer_monotonic.read();
    int rank, bad = 0;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&base, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    own = law_of(kind, rank, base);
    zero = law_of(kind, 0, base);
    law_obey(&own);
    if (kind == PRIVATE)
        clock.timer = &timer_private;
    if (kind == WTIME)
        clock.timer = &timer_wtime;
    if (clocksync_run(cs, MPI_COMM_WORLD, &clock, &config, &m, &info) != 0)
        return complain(rank, "clocksync_run failed", 0, 0);
    if (kind != WTIME && cs == clocksync_find("none"))
        bad |= check_unknown(rank, &m, law_offset(&own, &zero, m.epoch));
    else if (kind != WTIME)
        bad |= check_model(rank, &m, &own, &zero);
    bad |= check_closure(rank, cs, info.closure);
    if (rank == 0)
        printf("%s, %s: chosen %s\n", cs->name, kinds[kind], info.chosen);
    MPI_Allreduce(MPI_IN_PLACE, &bad, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    return bad;
}

/* Runs the check METHOD:CLOCK; changes *name. */
static int run_named(char *name)
{
    const struct clocksync *cs = clocksync_find(strsep(&name, ":"));
    int kind = 0, nkinds = sizeof(kinds) / sizeof(kinds[0]);

    while (name != NULL && kind < nkinds && strcmp(name, kinds[kind]) != 0)
        kind++;
    return cs == NULL || name == NULL || kind == nkinds
               ? 1
               : run(cs, (enum kind)kind);
}

int main(int argc, char **argv)
{
    int bad = argc < 2;

    MPI_Init(&argc, &argv);
    for (int i = 1; i < argc; i++)
        bad |= run_named(argv[i]);
    MPI_Finalize();
    return bad;
}
