/* dsm_plan.c: who has to get which of dsm-barrier's elements from whom. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/dsm_plan.h"

#include <limits.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

/* Runs of elements, as MPI_Type_create_hindexed() wants them. */
struct blocks {
    int n;
    int *lengths;
    MPI_Aint *displs;
    size_t elements;
};

static bool can_read(const struct dsm_range *ranges, int n, size_t element)
{
    for (int i = 0; i < n; i++)
        if (element >= ranges[i].first &&
            element - ranges[i].first < ranges[i].count)
            return true;
    return false;
}

static void block_add(struct blocks *b, size_t element)
{
    MPI_Aint displ = (MPI_Aint)(element * sizeof(double));
    int last = b->n - 1;

    b->elements++;
    if (b->n > 0 &&
        b->displs[last] + b->lengths[last] * (MPI_Aint)sizeof(double) == displ)
        b->lengths[last]++;
    else {
        b->displs[b->n] = displ;
        b->lengths[b->n++] = 1;
    }
}

/* What `from` changes and `to` can read; `changed` has room for all. */
static struct blocks blocks_between(const struct dsm_case *c, int from, int to,
                                    size_t *changed)
{
    struct dsm_range ranges[DSM_READABLE];
    int n = dsm_readable(c, to, ranges);
    struct blocks b = {
        .lengths = xcalloc(c->set.changed.n + 1, sizeof(*b.lengths)),
        .displs = xcalloc(c->set.changed.n + 1, sizeof(*b.displs)),
    };

    dsm_changed(c, from, changed);
    for (size_t i = 0; i < c->set.changed.n; i++)
        if (can_read(ranges, n, changed[i]))
            block_add(&b, changed[i]);
    return b;
}

/* One run needs no type of its own. */
static int message_make(struct dsm_message *m, int peer, const struct blocks *b)
{
    int rc;

    *m = (struct dsm_message){.peer = peer,
                              .count = b->lengths[0],
                              .type = MPI_DOUBLE,
                              .displ = b->displs[0],
                              .elements = b->elements};
    if (b->n == 1)
        return MPI_SUCCESS;
    m->count = 1;
    m->displ = 0;
    rc = MPI_Type_create_hindexed(b->n, b->lengths, b->displs, MPI_DOUBLE,
                                  &m->type);
    if (rc != MPI_SUCCESS)
        m->type = MPI_DOUBLE;
    return rc != MPI_SUCCESS ? rc : MPI_Type_commit(&m->type);
}

static int message_add(struct dsm_message **list, int *n, int peer,
                       struct blocks *b)
{
    int rc = MPI_SUCCESS;

    if (b->n > 0) {
        *list = xreallocarray(*list, (size_t)*n + 1, sizeof(**list));
        rc = message_make(&(*list)[(*n)++], peer, b);
    }
    free(b->lengths);
    free(b->displs);
    return rc;
}

int dsm_plan_open(struct dsm_plan *p, const struct dsm_case *c, int rank)
{
    size_t *changed = xcalloc(c->set.changed.n + 1, sizeof(*changed));
    int rc = MPI_SUCCESS;

    *p = (struct dsm_plan){0};
    for (int i = 1; i < c->ranks && rc == MPI_SUCCESS; i++) {
        int peer = (rank + i) % c->ranks;
        struct blocks to = blocks_between(c, rank, peer, changed);
        struct blocks from = blocks_between(c, peer, rank, changed);
        int later;

        rc = message_add(&p->out, &p->nout, peer, &to);
        later = message_add(&p->in, &p->nin, peer, &from);
        rc = rc != MPI_SUCCESS ? rc : later;
    }
    free(changed);
    return rc;
}

static void messages_free(struct dsm_message *list, int n)
{
    for (int i = 0; i < n; i++)
        if (list[i].type != MPI_DOUBLE)
            MPI_Type_free(&list[i].type);
    free(list);
}

void dsm_plan_close(struct dsm_plan *p)
{
    messages_free(p->out, p->nout);
    messages_free(p->in, p->nin);
    *p = (struct dsm_plan){0};
}

size_t dsm_plan_bytes(const struct dsm_plan *p)
{
    size_t elements = 0;

    for (int i = 0; i < p->nout; i++)
        elements += p->out[i].elements;
    return elements * sizeof(double);
}
