/* observe.c: what the machine does while nothing is measured: which states it
 * shows, and what it takes from a busy rank. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/check/check.h"

#include <math.h>
#include <stdlib.h>
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "measure/gather.h"

static const double interval = 1e-3; /* from one reading to the next */

static void reading_keep(struct observed *o, const double level[GAUGES])
{
    for (int i = 0; i < GAUGES; i++) {
        o->level[i] =
            xreallocarray(o->level[i], o->n + 1, sizeof(*o->level[i]));
        o->level[i][o->n] = log(level[i]);
    }
    o->n++;
}

int observe(struct observed *o, struct neighbours *n, MPI_Comm comm,
            const struct clock *clock, double seconds)
{
    ticks_t begin = clock_read(clock), next = begin;
    int rank, rc = MPI_SUCCESS;

    *o = (struct observed){0};
    MPI_Comm_rank(comm, &rank);
    while (o->seconds < seconds && rc == MPI_SUCCESS) {
        double level[GAUGES];

        next = clock_wait(clock, next) + clock_ticks(clock, interval);
        rc = reading_take(n, comm, level);
        if (rank == 0 && rc == MPI_SUCCESS)
            reading_keep(o, level);
        o->seconds = clock_seconds(clock, clock_read(clock) - begin);
        if (rc == MPI_SUCCESS)
            rc = MPI_Bcast(&o->seconds, 1, MPI_DOUBLE, 0, comm);
    }
    observed_cut(o);
    return rc;
}

void observed_free(struct observed *o)
{
    for (int i = 0; i < GAUGES; i++)
        free(o->level[i]);
    *o = (struct observed){0};
}

void observed_cut(struct observed *o)
{
    for (o->gauge = 0; o->gauge < GAUGES; o->gauge++)
        if (gauges[o->gauge]->glance != NULL &&
            cut_find(&o->cut, o->level[o->gauge], o->n,
                     gauges[o->gauge]->factor))
            return;
    o->gauge = -1;
}

double observed_level(const struct observed *o, int gauge)
{
    const double *x = o->level[gauge];
    double sum = 0;
    size_t known = 0;

    for (size_t i = 0; i < o->n; i++)
        if (!isnan(x[i])) {
            sum += x[i];
            known++;
        }
    return known > 0 ? exp(sum / (double)known) : NAN;
}

char *observed_text(const struct observed *o, int gauge)
{
    const struct gauge *g = gauges[gauge];
    const struct cut *c = &o->cut;
    char one[DIGITS_SIZE], other[DIGITS_SIZE];

    if (gauge != o->gauge)
        return xasprintf("%s takes %s", g->work,
                         digits_time(one, observed_level(o, gauge)));
    return xasprintf("%s takes %s (%s) for %.0f %% of the time, %s (%s) for "
                     "%.0f %%",
                     g->work, digits_time(one, exp(c->low)), g->low,
                     100 * (1 - c->share), digits_time(other, exp(c->high)),
                     g->high, 100 * c->share);
}

/* ---- noise -----------------------------------------------------------------
 */

/* The selfish-detour idea: a rank that does nothing but read its clock sees
 * every interrupt, every other process and every pause of a virtual machine
 * as a gap between two readings. */
enum { GAP_READS = 10 };
static const double gap_min = 1e-6;

void noise_measure(const struct clock *clock, double read_cost, double seconds,
                   struct noise *out)
{
    double gap =
        GAP_READS * read_cost > gap_min ? GAP_READS * read_cost : gap_min;
    ticks_t threshold = clock_ticks(clock, gap), lost = 0, longest = 0;
    ticks_t start = clock_read(clock), last = start, now = start;
    ticks_t end = start + clock_ticks(clock, seconds);
    long detours = 0;

    while (now < end) {
        now = clock_read(clock);
        if (now - last > threshold) {
            detours++;
            lost += now - last;
            longest = now - last > longest ? now - last : longest;
        }
        last = now;
    }
    *out = (struct noise){
        .share = (double)lost / (double)(now - start),
        .longest = clock_seconds(clock, longest),
        .rate = (double)detours / clock_seconds(clock, now - start),
    };
}
