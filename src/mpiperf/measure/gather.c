/* gather.c: what the ranks saw of a stage, brought to rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/gather.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

/* All members of a launch's times are doubles, the figures the last of them. */
enum {
    LAUNCH_DOUBLES = sizeof(struct launch_times) / sizeof(double),
    FIGURES_AT = offsetof(struct launch_times, figures) / sizeof(double),
    PER_STAGE = 3 + STAGE_COMPUTE,
};

static double *pack(double *to, const struct stage_order *order,
                    const struct stage_times *t)
{
    size_t doubles = FIGURES_AT + t->nfigures;

    for (int i = 0; i < order->launches; i++, to += doubles) {
        struct launch_times l = t->launch[i];

        l.first = -l.first; /* the smallest of all ranks' */
        memcpy(to, &l, doubles * sizeof(*to));
    }
    for (int i = 0; i < STAGE_COMPUTE; i++)
        *to++ = t->compute[i];
    *to++ = t->ready;
    *to++ = t->end;
    *to++ = t->rc == MPI_SUCCESS ? 0 : t->rc;
    return to;
}

static void unpack(const double *from, const struct stage_order *order,
                   size_t nfigures, struct stage_report *r, int *failed)
{
    size_t doubles = FIGURES_AT + nfigures;

    for (int i = 0; i < order->launches; i++, from += doubles) {
        memcpy(&r->launch[i], from, doubles * sizeof(*from));
        r->launch[i].first = -r->launch[i].first;
    }
    for (int i = 0; i < STAGE_COMPUTE; i++)
        r->compute[i] = *from++;
    r->ready = *from++;
    r->end = *from++;
    *failed = (int)*from++;
}

/* What happened to all ranks together. */
static int gather_usage(MPI_Comm comm, const struct stage_order *order,
                        const struct stage_times *mine,
                        struct stage_report *all)
{
    enum { FIGURES = 3 };
    long in[FIGURES * STAGE_MAX], out[FIGURES * STAGE_MAX] = {0};
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

int gather_report(MPI_Comm comm, const struct stage_order *order,
                  const struct stage_times *mine, struct stage_report *all,
                  int *failed)
{
    double in[LAUNCH_DOUBLES * STAGE_MAX + PER_STAGE];
    double out[LAUNCH_DOUBLES * STAGE_MAX + PER_STAGE];
    int n = (int)(pack(in, order, mine) - in), rank, rc;

    rc = MPI_Reduce(in, out, n, MPI_DOUBLE, MPI_MAX, 0, comm);
    MPI_Comm_rank(comm, &rank);
    *failed = MPI_SUCCESS;
    if (rank == 0 && rc == MPI_SUCCESS)
        unpack(out, order, mine->nfigures, all, failed);
    return rc == MPI_SUCCESS ? gather_usage(comm, order, mine, all) : rc;
}

static void add_samples(struct result *r, const struct control *ctl,
                        const struct stage_order *order,
                        const struct stage_report *report, const double *times,
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
                   const struct stage_order *order,
                   const struct stage_report *report,
                   const struct stage_times *mine, struct result *r)
{
    double durations[STAGE_MAX], *all = NULL;
    int size, rc;

    MPI_Comm_size(comm, &size);
    for (int i = 0; i < order->launches; i++)
        durations[i] = mine->launch[i].duration;
    if (r != NULL)
        all = xcalloc((size_t)size * STAGE_MAX, sizeof(*all));
    rc = MPI_Gather(durations, order->launches, MPI_DOUBLE, all,
                    order->launches, MPI_DOUBLE, 0, comm);
    if (r != NULL && rc == MPI_SUCCESS)
        add_samples(r, ctl, order, report, all, size);
    free(all);
    return rc;
}
