/* lasts.c: which rank ends launches last, and how long after the others. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/lasts.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpi/agree.h"

enum { DOUBLES = sizeof(struct last_end) / sizeof(double) };

/* An MPI_User_function. */
static void later(void *x, void *y, int *n, MPI_Datatype *type)
{
    const struct last_end *in = x;
    struct last_end *to = y;

    (void)type;
    for (int i = 0; i < *n; i++, in++, to++) {
        const struct last_end old = *to;

        if (in->last > old.last ||
            (in->last == old.last && in->rank < old.rank))
            *to = *in;
        to->second =
            fmax(fmin(in->last, old.last), fmax(in->second, old.second));
    }
}

int lasts_reduce(MPI_Comm comm, struct last_end *mine, struct last_end *all,
                 int n)
{
    MPI_Datatype type;
    MPI_Op op;
    int rank, rc;

    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < n; i++) {
        mine[i].second = -INFINITY;
        mine[i].rank = rank;
    }
    rc = MPI_Type_contiguous(DOUBLES, MPI_DOUBLE, &type);
    rc = first_of(rc, MPI_Type_commit(&type));
    rc = first_of(rc, MPI_Op_create(later, 1, &op));
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Reduce(mine, all, n, type, op, 0, comm);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    return rc;
}

void lasts_add(struct lasts *l, const struct last_end *end)
{
    if (isfinite(end->second)) /* there are several ranks */
        XAPPEND(l->v, l->n, *end);
}

static int by_rank(const void *x, const void *y)
{
    const struct last_end *a = x, *b = y;

    return (a->rank > b->rank) - (a->rank < b->rank);
}

void lasts_pass(struct lasts *l, int ranks)
{
    double *lead = xcalloc(l->n + 1, sizeof(*lead));
    size_t end;

    if (l->n > 0)
        qsort(l->v, l->n, sizeof(*l->v), by_rank);
    if (l->n > 0 && l->ranks == NULL)
        l->ranks = xcalloc((size_t)ranks, sizeof(*l->ranks));
    for (size_t i = 0; i < l->n; i = end) {
        struct last_rank *of = &l->ranks[(int)l->v[i].rank];

        for (end = i; end < l->n && l->v[end].rank == l->v[i].rank; end++)
            lead[end] = l->v[end].last - l->v[end].second;
        of->n += (long)(end - i);
        of->lead += (double)(end - i) * gsl_stats_median(&lead[i], 1, end - i);
    }
    l->launches += (long)l->n;
    free(lead);
    free(l->v);
    l->v = NULL;
    l->n = 0;
}

struct last lasts_find(const struct lasts *l, int ranks)
{
    const struct last_rank *most = l->ranks;

    if (most == NULL)
        return (struct last){-1, NAN, NAN};
    for (int i = 1; i < ranks; i++)
        if (l->ranks[i].n > most->n)
            most = &l->ranks[i];
    return (struct last){(int)(most - l->ranks),
                         (double)most->n / (double)l->launches,
                         most->lead / (double)most->n};
}

void lasts_free(struct lasts *l)
{
    free(l->v);
    free(l->ranks);
    *l = (struct lasts){0};
}
