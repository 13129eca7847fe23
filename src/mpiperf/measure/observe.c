/* observe.c: which states the machine shows while nothing is measured. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/observe.h"

#include <math.h>
#include <stdlib.h>
#include "lib/digits.h"
#include "lib/xmalloc.h"
#include "mpiperf/measure/watch.h"

static const double interval = 1e-3; /* from one reading to the next */
static const double patience = 1e-3; /* for the neighbours, at a reading */

/* ---- readings ------------------------------------------------------------ */

/* Levels of all gauges, slowest rank; the last one is how long it has gone on.
 * INFINITY where a rank has no reading, since what MPI_MAX makes of NAN is not
 * defined; and where a rank was interrupted: the gauges may then have seen
 * different states. */
static int reading_take(struct neighbours *n, MPI_Comm comm,
                        const struct clock *clock, ticks_t begin,
                        double largest[GAUGES + 1])
{
    double mine[GAUGES + 1], took;
    ticks_t start = clock_read(clock);

    gauges_glance(n, patience, mine);
    took = clock_seconds(clock, clock_read(clock) - start);
    for (int i = 0; i < GAUGES; i++)
        if (isnan(mine[i]) || took > patience)
            mine[i] = INFINITY;
    mine[GAUGES] = clock_seconds(clock, start - begin);
    return MPI_Allreduce(mine, largest, GAUGES + 1, MPI_DOUBLE, MPI_MAX, comm);
}

static void reading_keep(struct observed *o, const double level[GAUGES + 1])
{
    struct stretch *s;
    size_t k = 0;

    o->readings = xreallocarray(o->readings, o->n + 1, sizeof(*o->readings));
    s = &o->readings[o->n++];
    *s = (struct stretch){.at = level[GAUGES], .rounds = 1};
    for (size_t i = 0; i < GAUGES; i++)
        if (gauges[i]->glance != NULL)
            s->level[k++] =
                level[i] > 0 && isfinite(level[i]) ? log(level[i]) : NAN;
}

int observe(struct observed *o, struct neighbours *n, MPI_Comm comm,
            const struct clock *clock, double seconds)
{
    ticks_t begin = clock_read(clock), next = begin;
    struct covariate watched[COVARIATES_MAX];
    int rank, rc = MPI_SUCCESS;

    *o = (struct observed){0};
    MPI_Comm_rank(comm, &rank);
    while (o->seconds < seconds && rc == MPI_SUCCESS) {
        double level[GAUGES + 1];

        next = clock_wait(clock, next) + clock_ticks(clock, interval);
        rc = reading_take(n, comm, clock, begin, level);
        if (rc != MPI_SUCCESS)
            break;
        o->seconds = level[GAUGES];
        if (rank == 0)
            reading_keep(o, level);
    }
    states_find(&o->states, o->readings, o->n, watched,
                watched_covariates(watched));
    return rc;
}

void observed_free(struct observed *o)
{
    states_free(&o->states);
    free(o->readings);
    *o = (struct observed){0};
}

/* ---- text ---------------------------------------------------------------- */

/* "oneway 66 ns, spin 1.02 us" */
static char *levels_text(const struct state *s)
{
    struct covariate watched[COVARIATES_MAX];
    size_t n = watched_covariates(watched);
    char *text = xstrdup("");

    for (size_t i = 0; i < n; i++) {
        char buf[DIGITS_SIZE], *before = text;

        if (isnan(s->level[i]))
            continue;
        text = xasprintf("%s%s%s %s", before, *before != '\0' ? ", " : "",
                         watched[i].name, digits_time(buf, exp(s->level[i])));
        free(before);
    }
    return text;
}

char *observed_text(const struct observed *o, size_t state)
{
    const struct state *s = &o->states.v[state];
    char *levels = levels_text(s), *text;

    text = xasprintf("%s; %.0f %% of the time, %zu stay%s of %.3g s", levels,
                     s->share * 100, s->stays, s->stays == 1 ? "" : "s",
                     s->rounds / (double)o->n * o->seconds / (double)s->stays);
    free(levels);
    return text;
}
