/* sync_error.c: prints errors of a synchronization against the truth, as CSV.
 *
 * mpiexec -n N sync_error METHOD [NAME=VALUE]...
 *   reps=1        synchronizations
 *   offsets=A,B,  offset of CLOCK_MONOTONIC on rank 0, 1, ... in seconds, for
 *                 ranks in time namespaces. Default: this program adds offsets
 *                 of hours to the clocks
 *   drift=0       maximum difference of the clocks' rates in ppm
 *   after=10      seconds after the epoch at which the second error is taken
 *   renew=0       1: waits these seconds, and renews the models meanwhile as
 *                 in a run of mpiperf
 *   d=100 points=32 span=1
 *                 as --param=clocksync.NAME
 *
 * Prints a line per repetition and rank, all times in seconds. error_after and
 * bound_after are taken at `after`; rtt is the smallest round trip with rank 0;
 * cost is that of the synchronization; renewals is their number; error_worst is
 * the largest error just before a renewal or at the end. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clocksync/clocks.h"
#include "clocksync/methods.h"
#include "clocksync/test/lawful.h"
#include "mpi/patient.h"
#include "timers/timers.h"

struct job {
    const struct clocksync *cs;
    struct clocksync_config config;
    int reps, renew;
    const char *offsets; /* NULL: lawful clocks with offsets */
    double drift, after;
};

static const struct job defaults = {
    .config = {.d = 100, .points = 32, .span = 1, .budget = 1e-6},
    .reps = 1,
    .after = 10,
};

/* Sets a parameter from NAME=VALUE. Returns 0, or -1 for an unknown name. */
static int job_set(struct job *j, const char *arg)
{
    const struct {
        const char *name;
        int *whole;
        double *real;
    } rows[] = {
        {"reps=", &j->reps, NULL},
        {"drift=", NULL, &j->drift},
        {"after=", NULL, &j->after},
        {"d=", &j->config.d, NULL},
        {"points=", &j->config.points, NULL},
        {"span=", NULL, &j->config.span},
        {"renew=", &j->renew, NULL},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        size_t n = strlen(rows[i].name);

        if (strncmp(arg, rows[i].name, n) != 0)
            continue;
        if (rows[i].whole != NULL)
            *rows[i].whole = atoi(arg + n);
        else
            *rows[i].real = atof(arg + n);
        return 0;
    }
    if (strncmp(arg, "offsets=", 8) != 0)
        return -1;
    j->offsets = arg + 8;
    return 0;
}

/* Returns the rank's item of A,B,... in nanoseconds; 0 past the end. */
static int64_t offset_given(const char *list, int rank)
{
    for (; rank > 0 && list != NULL; rank--) {
        list = strchr(list, ',');
        if (list != NULL)
            list++;
    }
    return list != NULL ? llrint(strtod(list, NULL) * 1e9) : 0;
}

/* Returns the true clock of a rank; `base` is a time of rank 0's
 * CLOCK_MONOTONIC. */
static struct law law_of(const struct job *j, int rank, int64_t base)
{
    struct law w = {.base = base, .drift = (rank % 3 - 1) * j->drift * 1e-6};

    if (j->offsets == NULL) {
        w.offset = rank * INT64_C(4123456789012) * (rank % 2 ? 1 : -1);
    } else {
        w.offset = offset_given(j->offsets, rank);
        w.base -= offset_given(j->offsets, 0);
    }
    return w;
}

/* Returns the part of the law that the timer adds: with `offsets`, the kernel
 * has added the offset. */
static struct law law_added(const struct job *j, const struct law *w)
{
    if (j->offsets == NULL)
        return *w;
    return (struct law){.base = w->base + w->offset, .drift = w->drift};
}

/* Measures the smallest round trip of this rank with rank 0. */
static int rtt_measure(const struct clock *clock, int d, int rank, int n,
                       double *rtt)
{
    struct pair_offset own = {0};
    int rc = MPI_SUCCESS;

    for (int i = 1; i < n && rc == MPI_SUCCESS; i++) {
        if (rank == i)
            rc = pair_client(MPI_COMM_WORLD, 0, clock, d, &own);
        else if (rank == 0)
            rc = pair_reference(MPI_COMM_WORLD, i, clock);
    }
    *rtt = own.rtt;
    return rc == MPI_SUCCESS ? patient_barrier(MPI_COMM_WORLD) : rc;
}

static double error_at(const struct clock_model *m, const struct law *own,
                       const struct law *zero, double local)
{
    return clock_to_global(m, local) - local - law_offset(own, zero, local);
}

enum {
    ERROR,
    BOUND,
    ERROR_AFTER,
    BOUND_AFTER,
    RESIDUAL,
    RTT,
    COST,
    RENEWALS,
    ERROR_WORST,
    NCOLUMNS
};

/* Orders of rank 0. */
enum { SLEEP, RENEW, END };
static const double look_seconds = 0.01;

static int order_next(const struct clocks *c, const struct clock *clock,
                      double end)
{
    if (clock_seconds(clock, clock_read(clock)) >= end)
        return END;
    return clocks_stale(c, clock, true) ? RENEW : SLEEP;
}

/* Renews models until rank 0's clock shows `end`. *worst becomes the largest
 * error before a renewal. */
static int renew_until(struct clocks *c, const struct clock *clock, double end,
                       const struct law *own, const struct law *zero,
                       double *worst)
{
    int rc = MPI_SUCCESS, order = SLEEP;

    *worst = 0;
    while (rc == MPI_SUCCESS && order != END) {
        double now = clock_seconds(clock, clock_read(clock));

        patient_until(clock, now + look_seconds, 2 * look_seconds);
        order = order_next(c, clock, end);
        rc = MPI_Bcast(&order, 1, MPI_INT, 0, MPI_COMM_WORLD);
        now = clock_seconds(clock, clock_read(clock));
        if (order != SLEEP)
            *worst = fmax(*worst, fabs(error_at(&c->model, own, zero, now)));
        if (rc == MPI_SUCCESS && order == RENEW)
            rc = clocks_renew(c, MPI_COMM_WORLD, clock, true);
    }
    return rc;
}

/* Renews models as a run of `after` seconds does. */
static int run_measure(const struct job *j, const struct clock *clock,
                       const struct law *own, const struct law *zero,
                       const struct clocksync_info *info, struct clock_model *m,
                       double *row)
{
    struct clocks c;
    int rc;

    clocks_open(&c, clock, m, j->cs, &j->config, info);
    rc = renew_until(&c, clock, m->epoch + j->after, own, zero,
                     &row[ERROR_WORST]);
    row[RENEWALS] = (double)c.renewals;
    *m = c.model;
    clocks_close(&c);
    return rc;
}

static int rep_measure(const struct job *j, const struct clock *clock,
                       const struct law *own, const struct law *zero, int rank,
                       int n, double *row, const char **chosen)
{
    struct clocksync_info info;
    struct clock_model m;
    int rc = clocksync_run(j->cs, MPI_COMM_WORLD, clock, &j->config, &m, &info);
    double after = m.epoch + j->after;

    if (rc == MPI_SUCCESS)
        rc = rtt_measure(clock, j->config.d, rank, n, &row[RTT]);
    if (rc != MPI_SUCCESS)
        return rc;
    row[ERROR] = error_at(&m, own, zero, m.epoch);
    row[BOUND] = clock_bound(&m, m.epoch);
    row[RESIDUAL] = m.residual;
    row[COST] = info.cost;
    row[RENEWALS] = row[ERROR_WORST] = 0;
    if (j->renew)
        rc = run_measure(j, clock, own, zero, &info, &m, row);
    row[ERROR_AFTER] = error_at(&m, own, zero, after);
    row[BOUND_AFTER] = clock_bound(&m, after);
    *chosen = info.chosen;
    return rc;
}

static void rows_print(const char *method, int rep, int n, const double *rows)
{
    for (int i = 0; i < n; i++) {
        printf("%s,%d,%d,%d", method, n, rep, i);
        for (int k = 0; k < NCOLUMNS; k++)
            printf(",%.4g", rows[i * NCOLUMNS + k]);
        putchar('\n');
    }
    fflush(stdout);
}

static int job_run(const struct job *j)
{
    struct clock clock = {.timer = &timer_lawful, .ticks_per_sec = 1e9};
    double row[NCOLUMNS], *rows;
    struct law own, zero, added;
    int64_t base = timer_monotonic.read();
    int rank, n, rc;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &n);
    MPI_Bcast(&base, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    own = law_of(j, rank, base);
    zero = law_of(j, 0, base);
    added = law_added(j, &own);
    law_obey(&added);
    rows = calloc((size_t)n * NCOLUMNS, sizeof(*rows));
    rc = rows != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    if (rank == 0)
        puts("method,ranks,rep,rank,error,bound,error_after,bound_after,"
             "residual,rtt,cost,renewals,error_worst");
    for (int rep = 0; rep < j->reps && rc == MPI_SUCCESS; rep++) {
        const char *chosen;

        rc = rep_measure(j, &clock, &own, &zero, rank, n, row, &chosen);
        if (rc == MPI_SUCCESS)
            rc = MPI_Gather(row, NCOLUMNS, MPI_DOUBLE, rows, NCOLUMNS,
                            MPI_DOUBLE, 0, MPI_COMM_WORLD);
        if (rc == MPI_SUCCESS && rank == 0)
            rows_print(chosen, rep, n, rows);
    }
    free(rows);
    return rc;
}

int main(int argc, char **argv)
{
    struct job j = defaults;
    int status = 2, good;

    MPI_Init(&argc, &argv);
    if (argc > 1)
        j.cs = clocksync_find(argv[1]);
    good = j.cs != NULL;
    for (int i = 2; i < argc; i++)
        good &= job_set(&j, argv[i]) == 0;
    if (good && j.reps > 0 && j.config.d > 0 && j.config.points > 1 &&
        j.config.span > 0)
        status = job_run(&j) != MPI_SUCCESS;
    else
        fputs("usage: sync_error METHOD [NAME=VALUE]... (see sync_error.c)\n",
              stderr);
    MPI_Finalize();
    return status;
}
