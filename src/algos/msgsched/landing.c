/* landing.c: memory that the ranks of a machine share, where bundles land that
 * are for several of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "landing.h"

#include "config.h"
#include <stdlib.h>

/*
 * A rank's memory begins with the places of the slips for each rank of the
 * machine; the slips follow, then the bundles. Only its carrier writes there.
 * All ranks have memory of the same size, in the order of their ranks: SMPI has
 * no other.
 */
enum { LINE = 64, PAGE = 4096 };

static size_t lines(size_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

static size_t slips_at(int ranks)
{
    return lines((size_t)ranks * sizeof(size_t));
}

static size_t places_find(struct ms_shares *s, int ranks)
{
    size_t at = slips_at(ranks);

    for (size_t i = 0; i < s->nowners; i++)
        at += lines(s->owners[i].n * sizeof(struct ms_slip));
    for (size_t i = 0; i < s->nbundles; i++) {
        s->bundles[i].at = at;
        at += lines((size_t)s->bundles[i].bytes);
    }
    return at;
}

static int window_make(struct ms_landing *l, MPI_Comm comm, size_t bytes)
{
    int64_t most = (int64_t)((bytes + PAGE - 1) / PAGE * PAGE);
    int rc = MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT64_T, MPI_MAX, comm);

    if (rc != MPI_SUCCESS)
        return rc;
    l->bytes = (size_t)most;
    rc = MPI_Win_allocate_shared((MPI_Aint)most, 1, MPI_INFO_NULL, comm,
                                 &l->memory, &l->win);
    if (rc != MPI_SUCCESS) {
        l->win = MPI_WIN_NULL;
        return rc;
    }
    MPI_Win_set_errhandler(l->win, MPI_ERRORS_RETURN);
    return MPI_Win_lock_all(MPI_MODE_NOCHECK, l->win);
}

static void slips_place(struct ms_landing *l, struct ms_shares *s, int ranks)
{
    size_t at = slips_at(ranks), *places = (size_t *)(void *)l->memory;

    for (size_t i = 0; i < s->nowners; i++) {
        places[s->owners[i].local] = at;
        s->owners[i].slips = (struct ms_slip *)(void *)(l->memory + at);
        at += lines(s->owners[i].n * sizeof(struct ms_slip));
    }
}

static void carriers_find(const struct ms_landing *l, struct ms_shares *s,
                          int me)
{
    char *first = l->memory - (size_t)me * l->bytes;

    for (size_t i = 0; i < s->ncarriers; i++) {
        struct ms_carrier *c = &s->carriers[i];
        size_t at;

        c->memory = first + (size_t)c->local * l->bytes;
        at = ((const size_t *)(const void *)c->memory)[me];
        c->slips = (const struct ms_slip *)(void *)(c->memory + at);
    }
}

/* Ranks of this machine are in the order of their ranks in all. */
static bool locals_find(const struct ms_home *h, struct ms_shares *s)
{
    int *local = malloc((size_t)h->size * sizeof(*local)), n = 0;

    if (local == NULL)
        return false;
    for (int r = 0; r < h->size; r++) {
        local[r] = n;
        n += h->node[r] == h->node[h->rank];
    }
    for (size_t i = 0; i < s->nowners; i++)
        s->owners[i].local = local[s->owners[i].rank];
    for (size_t i = 0; i < s->ncarriers; i++)
        s->carriers[i].local = local[s->carriers[i].rank];
    free(local);
    return true;
}

/* Simulated ranks take turns: SMPI has no such call, and needs none. */
int ms_landing_sync(const struct ms_landing *l)
{
#ifdef HAVE_SMPI
    (void)l;
    return MPI_SUCCESS;
#else
    return MPI_Win_sync(l->win);
#endif
}

int ms_landing_open(const struct msgsched_plan *p, struct ms_shares *s,
                    struct ms_landing *l, struct ms_agree *a)
{
    MPI_Comm comm = p->home->local;
    int rc, me, ranks;

    *l = (struct ms_landing){.win = MPI_WIN_NULL};
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &ranks);
    if (!locals_find(p->home, s))
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    rc = ms_agreed(a);
    if (rc != MPI_SUCCESS)
        return rc;
    ms_note(a, window_make(l, comm, places_find(s, ranks)));
    rc = ms_agreed(a);
    if (rc != MPI_SUCCESS)
        return rc;
    slips_place(l, s, ranks);
    ms_note(a, ms_landing_sync(l));
    ms_note(a, MPI_Barrier(comm));
    ms_note(a, ms_landing_sync(l));
    rc = ms_agreed(a);
    if (rc == MPI_SUCCESS)
        carriers_find(l, s, me);
    return rc;
}

void ms_landing_close(struct ms_landing *l)
{
    if (l->win == MPI_WIN_NULL)
        return;
    MPI_Win_unlock_all(l->win);
    MPI_Win_free(&l->win);
}
