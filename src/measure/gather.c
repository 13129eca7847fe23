/* gather.c: what the ranks saw of a turn, brought to rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/gather.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

/* All members of a launch's times are doubles, the figures the last of them. */
enum {
    LAUNCH_DOUBLES = sizeof(struct launch_times) / sizeof(double),
    FIGURES_AT = offsetof(struct launch_times, figures) / sizeof(double),
    PER_TURN = 3 + TURN_COMPUTE,
};

static double *pack(double *to, const struct turn_order *order,
                    const struct turn_times *t)
{
    size_t doubles = FIGURES_AT + t->nfigures;

    for (int i = 0; i < order->launches; i++, to += doubles) {
        struct launch_times l = t->launch[i];

        l.first = -l.first; /* the smallest of all ranks' */
        memcpy(to, &l, doubles * sizeof(*to));
    }
    for (int i = 0; i < TURN_COMPUTE; i++)
        *to++ = t->compute[i];
    *to++ = t->ready;
    *to++ = t->end;
    *to++ = t->rc == MPI_SUCCESS ? 0 : t->rc;
    return to;
}

static void unpack(const double *from, const struct turn_order *order,
                   size_t nfigures, struct turn_report *r, int *failed)
{
    size_t doubles = FIGURES_AT + nfigures;

    for (int i = 0; i < order->launches; i++, from += doubles) {
        memcpy(&r->launch[i], from, doubles * sizeof(*from));
        r->launch[i].first = -r->launch[i].first;
    }
    for (int i = 0; i < TURN_COMPUTE; i++)
        r->compute[i] = *from++;
    r->ready = *from++;
    r->end = *from++;
    *failed = (int)*from++;
}

/* What happened to all ranks together. */
static int gather_usage(MPI_Comm comm, const struct turn_order *order,
                        const struct turn_times *mine, struct turn_report *all)
{
    enum { FIGURES = 3 };
    long in[FIGURES * TURN_MAX], out[FIGURES * TURN_MAX] = {0};
    int n = 0, rc;

    for (int i = 0; i < order->launches; i++) {
        in[n++] = mine->usage[i].faults;
        in[n++] = mine->usage[i].switches;
        in[n++] = mine->usage[i].migrations;
    }
    rc = MPI_Reduce(in, out, n, MPI_LONG, MPI_SUM, 0, comm);
    for (int i = 0; i < order->launches; i++)
        all->usage[i] = (struct usage){
            .faults = out[FIGURES * i],
            .switches = out[FIGURES * i + 1],
            .migrations = out[FIGURES * i + 2],
            .cpu = -1,
        };
    return rc;
}

int gather_report(MPI_Comm comm, const struct turn_order *order,
                  const struct turn_times *mine, struct turn_report *all,
                  int *failed)
{
    double in[LAUNCH_DOUBLES * TURN_MAX + PER_TURN];
    double out[LAUNCH_DOUBLES * TURN_MAX + PER_TURN];
    int n = (int)(pack(in, order, mine) - in), rank, rc;

    rc = MPI_Reduce(in, out, n, MPI_DOUBLE, MPI_MAX, 0, comm);
    MPI_Comm_rank(comm, &rank);
    *failed = MPI_SUCCESS;
    if (rank == 0 && rc == MPI_SUCCESS)
        unpack(out, order, mine->nfigures, all, failed);
    return rc == MPI_SUCCESS ? gather_usage(comm, order, mine, all) : rc;
}

static void add_samples(struct result *r, const struct control *ctl,
                        const struct turn_order *order,
                        const struct turn_report *report, const double *times,
                        int procs)
{
    static const char *const words[] = {
        [LAUNCH_VALID] = "valid",
        [LAUNCH_LATE] = "late",
        [LAUNCH_OVERRUN] = "overrun",
    };

    for (int i = 0; i < order->launches; i++) {
        double *t = xcalloc((size_t)procs, sizeof(*t));

        for (int rank = 0; rank < procs; rank++)
            t[rank] = times[rank * order->launches + i] / ctl->repeats;
        if ((r->nsamples & (r->nsamples - 1)) == 0) /* full at powers of two */
            r->samples =
                xreallocarray(r->samples, r->nsamples > 0 ? 2 * r->nsamples : 1,
                              sizeof(*r->samples));
        r->samples[r->nsamples++] = (struct sample_launch){
            .round = ctl->round,
            .status = words[launch_status(&report->launch[i], ctl->tolerance)],
            .times = t,
        };
    }
}

int gather_samples(MPI_Comm comm, const struct control *ctl,
                   const struct turn_order *order,
                   const struct turn_report *report,
                   const struct turn_times *mine, struct result *r)
{
    double durations[TURN_MAX], *all = NULL;
    int size, rc;

    MPI_Comm_size(comm, &size);
    for (int i = 0; i < order->launches; i++)
        durations[i] = mine->launch[i].duration;
    if (r != NULL)
        all = xcalloc((size_t)size * TURN_MAX, sizeof(*all));
    rc = MPI_Gather(durations, order->launches, MPI_DOUBLE, all,
                    order->launches, MPI_DOUBLE, 0, comm);
    if (r != NULL && rc == MPI_SUCCESS)
        add_samples(r, ctl, order, report, all, size);
    free(all);
    return rc;
}

/* ---- each rank by itself ------------------------------------------------- */

void ranks_add(struct rank_times *t, const struct launch_times *launch,
               uint64_t counted)
{
    for (; counted != 0; launch++, counted >>= 1)
        if (counted & 1) {
            t->sum += launch->duration;
            t->n++;
        }
}

int ranks_gather(const struct rank_times *t, size_t n, MPI_Comm comm,
                 double repeats, struct result *results)
{
    double *mine = xcalloc(5 * n, sizeof(*mine)), *sum = mine + 2 * n;
    double *most = mine + 3 * n;
    int rank, size, rc;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (size_t i = 0; i < n; i++) {
        mine[i] = t[i].n > 0 ? t[i].sum / (double)t[i].n / repeats : 0;
        mine[n + i] = -mine[i]; /* the least of all ranks' */
    }
    rc = MPI_Reduce(mine, sum, (int)n, MPI_DOUBLE, MPI_SUM, 0, comm);
    if (rc == MPI_SUCCESS)
        rc = MPI_Reduce(mine, most, 2 * (int)n, MPI_DOUBLE, MPI_MAX, 0, comm);
    for (size_t i = 0; rank == 0 && rc == MPI_SUCCESS && i < n; i++)
        if (t[i].n > 0) {
            results[i].pass.rank_mean = sum[i] / size;
            results[i].pass.rank_min = -most[n + i];
            results[i].pass.rank_max = most[i];
        }
    free(mine);
    return rc;
}
