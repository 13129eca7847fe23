/* gather.c: combines data from all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/gather.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpi/agree.h"

int gather_turn(MPI_Comm comm, const struct turn_order *order,
                const struct turn_times *mine, struct turn_times *all)
{
    int n = order->launches, rank, rc;
    int doubles = (int)((offsetof(struct turn_times, launch) +
                         (size_t)n * sizeof(mine->launch[0])) /
                        sizeof(double));
    enum { USAGE = 4 }; /* number of counters in struct usage */
    long counts[USAGE * TURN_MAX + 1], sums[USAGE * TURN_MAX + 1] = {0};
    long *x = counts;
    struct last_end ends[TURN_MAX];
    struct turn_times times;

    memcpy(&times, mine, (size_t)doubles * sizeof(double));
    times.error = mine->rc == MPI_SUCCESS ? 0 : mine->rc;
    for (int i = 0; i < n; i++) {
        times.launch[i].first *= -1; /* negated: MPI_MAX finds the earliest */
        ends[i].last = mine->launch[i].end;
        *x++ = mine->usage[i].faults;
        *x++ = mine->usage[i].switches;
        *x++ = mine->usage[i].migrations;
        *x++ = mine->usage[i].others;
    }
    *x = mine->mismatches;
    rc = MPI_Reduce(&times, all, doubles, MPI_DOUBLE, MPI_MAX, 0, comm);
    if (rc == MPI_SUCCESS)
        rc =
            MPI_Reduce(counts, sums, USAGE * n + 1, MPI_LONG, MPI_SUM, 0, comm);
    if (rc == MPI_SUCCESS)
        rc = lasts_reduce(comm, ends, all->last, n);
    MPI_Comm_rank(comm, &rank);
    if (rank != 0 || rc != MPI_SUCCESS)
        return rc;
    x = sums;
    for (int i = 0; i < n; i++, x += USAGE) {
        all->launch[i].first *= -1;
        all->usage[i] = (struct usage){x[0], x[1], x[2], x[3], .cpu = -1};
    }
    all->mismatches = *x;
    all->rc = (int)all->error;
    return MPI_SUCCESS;
}

int gather_samples(MPI_Comm comm, const struct case_state *t,
                   const struct turn_order *order,
                   const struct turn_times *mine, const struct turn_times *all)
{
    static const char *const words[] = {
        [LAUNCH_VALID] = "valid",
        [LAUNCH_LATE] = "late",
        [LAUNCH_OVERRUN] = "overrun",
    };
    int rc = MPI_SUCCESS, size;

    MPI_Comm_size(comm, &size);
    for (int i = 0; i < order->launches && rc == MPI_SUCCESS; i++) {
        const double took = mine->launch[i].duration / t->repeats;
        double *times = NULL;
        struct result *r;

        if (t->results != NULL)
            times = xcalloc((size_t)size, sizeof(*times));
        rc = MPI_Gather(&took, 1, MPI_DOUBLE, times, 1, MPI_DOUBLE, 0, comm);
        if (times == NULL)
            continue;
        r = &t->results[order->row];
        r->samples =
            xreallocarray(r->samples, r->nsamples + 1, sizeof(*r->samples));
        r->samples[r->nsamples++] = (struct sample_launch){
            .round = t->round,
            .status = words[launch_status(&all->launch[i], t->tolerance)],
            .times = times,
        };
    }
    return rc;
}

void ranks_add(struct rank_times *t, const struct launch_times *launch,
               uint64_t counted)
{
    for (; counted != 0; launch++, counted >>= 1)
        if (counted & 1) {
            t->sum += launch->duration;
            t->n++;
            if (t->each)
                series_add(&t->own, launch->duration, 0);
        }
}

int ranks_gather(const struct rank_times *t, size_t n, MPI_Comm comm,
                 double repeats, struct result *results)
{
    double *mine = xcalloc(5 * n, sizeof(*mine)), *sum = mine + 2 * n;
    double *most = mine + 3 * n;
    int size, rc;

    MPI_Comm_size(comm, &size);
    for (size_t i = 0; i < n; i++) {
        mine[i] = t[i].n > 0 ? t[i].sum / (double)t[i].n / repeats : 0;
        mine[n + i] = -mine[i]; /* negated, to get the minimum by MPI_MAX */
    }
    rc = MPI_Reduce(mine, sum, (int)n, MPI_DOUBLE, MPI_SUM, 0, comm);
    if (rc == MPI_SUCCESS)
        rc = MPI_Reduce(mine, most, 2 * (int)n, MPI_DOUBLE, MPI_MAX, 0, comm);
    for (size_t i = 0; results != NULL && rc == MPI_SUCCESS && i < n; i++)
        if (t[i].n > 0) {
            results[i].pass.rank_mean = sum[i] / size;
            results[i].pass.rank_min = -most[n + i];
            results[i].pass.rank_max = most[i];
        }
    free(mine);
    return rc;
}

/* Replaces the times on this rank by those on the slower rank of its pair. */
static int pair_slower(struct series *own, MPI_Comm comm, int peer)
{
    double *theirs = xcalloc(own->n + 1, sizeof(*theirs));
    int rc =
        MPI_Sendrecv(own->t, (int)own->n, MPI_DOUBLE, peer, 0, theirs,
                     (int)own->n, MPI_DOUBLE, peer, 0, comm, MPI_STATUS_IGNORE);

    for (size_t i = 0; i < own->n; i++)
        own->t[i] = fmax(own->t[i], theirs[i]);
    free(theirs);
    return rc;
}

int pairs_gather(struct rank_times *t, size_t n, MPI_Comm comm, int peer,
                 MPI_Comm group, double repeats, struct result *results)
{
    const struct stats_options plain = {.confidence = .95};
    const bool pairs = group == MPI_COMM_NULL;
    int size, rank, rc = MPI_SUCCESS;

    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(pairs ? comm : group, &rank);
    for (size_t i = 0; i < n && t[i].each; i++) {
        struct pair_time mine = {NAN, NAN, NAN}, *all = NULL;
        struct series *own = &t[i].own;
        struct summary s;

        if (results != NULL)
            all = xcalloc((size_t)size, sizeof(*all));
        rc = first_of(rc, pairs
                              ? pair_slower(own, comm, peer)
                              : MPI_Allreduce(MPI_IN_PLACE, own->t, (int)own->n,
                                              MPI_DOUBLE, MPI_MAX, group));
        for (size_t k = 0; k < own->n; k++)
            own->t[k] /= repeats;
        summarize(&s, own, &plain);
        if ((pairs ? rank < peer : rank == 0) && own->n > 0)
            mine = (struct pair_time){s.median, s.min, s.max};
        rc = first_of(
            rc, MPI_Gather(&mine, 3, MPI_DOUBLE, all, 3, MPI_DOUBLE, 0, comm));
        if (results != NULL)
            results[i].pass.pairs = all;
    }
    return rc;
}

int wrong_gather(char (*wrong)[VERIFY_TEXT], size_t n, MPI_Comm comm,
                 struct result *results)
{
    int *mine = xcalloc(2 * n, sizeof(*mine)), *least = mine + n, rank, rc;

    MPI_Comm_rank(comm, &rank);
    for (size_t i = 0; i < n; i++)
        mine[i] = *wrong[i] != '\0' ? rank : INT_MAX;
    rc = MPI_Allreduce(mine, least, (int)n, MPI_INT, MPI_MIN, comm);
    for (size_t i = 0; i < n && rc == MPI_SUCCESS; i++) {
        if (least[i] == INT_MAX)
            continue;
        rc = MPI_Bcast(wrong[i], VERIFY_TEXT, MPI_CHAR, least[i], comm);
        if (results != NULL && results[i].wrong == NULL)
            results[i].wrong = xasprintf("rank %d, %s", least[i], wrong[i]);
    }
    free(mine);
    return rc;
}

static const double patience = 1e-3; /* longest wait for neighbours, seconds */

enum { ATTEMPTS = 3 };

/* MPI_MAX is not defined for NAN, so a rank without a reading contributes
 * INFINITY. So does an interrupted rank: its gauges may have been read in
 * different states of the machine. */
int reading_take(struct neighbours *n, MPI_Comm comm, double level[GAUGE_KINDS])
{
    int rc = MPI_SUCCESS;
    bool whole = false;

    for (int k = 0; k < ATTEMPTS && !whole && rc == MPI_SUCCESS; k++) {
        double mine[GAUGE_KINDS], took;

        rc = MPI_Barrier(comm);
        if (rc != MPI_SUCCESS)
            break;
        took = gauges_read_short(n, patience, mine);
        for (int i = 0; i < GAUGE_KINDS; i++)
            if (isnan(mine[i]) || took > patience)
                mine[i] = INFINITY;
        rc = MPI_Allreduce(mine, level, GAUGE_KINDS, MPI_DOUBLE, MPI_MAX, comm);
        whole = true;
        for (int i = 0; i < GAUGE_KINDS; i++) {
            if (!(level[i] > 0 && isfinite(level[i])))
                level[i] = NAN;
            whole &= gauges[i]->read_short == NULL || !isnan(level[i]);
        }
    }
    return rc;
}
