/* share.c: bundles for several ranks of a node, as their carriers and their
 * owners know them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "share.h"

#include <stdlib.h>

#include "share_told.h"
#include "sort.h"

static bool shares_open(struct ms_shares *s, size_t runs, size_t parts)
{
    *s = (struct ms_shares){
        .runs = malloc((runs + 1) * sizeof(*s->runs)),
        .shares = malloc((runs + 1) * sizeof(*s->shares)),
        .carriers = malloc((runs + 1) * sizeof(*s->carriers)),
        .bundles = malloc((parts + 1) * sizeof(*s->bundles)),
        .parts = malloc((parts + 1) * sizeof(*s->parts)),
        .owners = malloc((parts + 1) * sizeof(*s->owners)),
    };
    return s->runs != NULL && s->shares != NULL && s->carriers != NULL &&
           s->bundles != NULL && s->parts != NULL && s->owners != NULL;
}

void ms_shares_free(struct ms_shares *s)
{
    free(s->runs);
    free(s->shares);
    free(s->carriers);
    free(s->bundles);
    free(s->parts);
    free(s->owners);
}

static void run_add(struct ms_shares *s, const struct ms_side *in, int source,
                    size_t first, const struct ms_run_told *told)
{
    struct ms_wire *run = &s->runs[s->nruns++];

    *run = (struct ms_wire){.peer = source,
                            .packed = true,
                            .shared = true,
                            .first = first,
                            .n = (size_t)told->pieces,
                            .stage = (size_t)told->at};
    for (size_t i = 0; i < run->n; i++)
        run->bytes += in->pieces[first + i].bytes;
}

/* What one source told, whose wire messages begin with w. */
static void shares_add(struct ms_shares *s, const struct ms_side *in,
                       struct ms_wire *w, const struct ms_run_told *told,
                       size_t n)
{
    size_t piece = 0;

    for (size_t i = 0; i < n; i++) {
        if (i == 0 || told[i].wire != told[i - 1].wire) {
            w[told[i].wire].shared = true;
            piece = w[told[i].wire].first;
            s->shares[s->nshares++] =
                (struct ms_share){.carrier = told[i].carrier,
                                  .source = w->peer,
                                  .bundle = told[i].bundle,
                                  .first = s->nruns};
        }
        run_add(s, in, w->peer, piece, &told[i]);
        piece += (size_t)told[i].pieces;
        s->shares[s->nshares - 1].n++;
    }
}

static int by_carrier(const void *a, const void *b, void *unused)
{
    const struct ms_share *x = a, *y = b;
    int c = ms_order(x->carrier, y->carrier);

    (void)unused;
    if (c == 0)
        c = ms_order(x->source, y->source);
    return c != 0 ? c : ms_order(x->bundle, y->bundle);
}

static void carriers_fill(struct ms_shares *s, int me)
{
    ms_sort(s->shares, s->nshares, sizeof(*s->shares), by_carrier, NULL);
    for (size_t i = s->nshares; i > 0; i--)
        if (s->shares[i - 1].carrier == me)
            s->self = i - 1;
    for (size_t i = 0; i < s->nshares; i++) {
        int rank = s->shares[i].carrier;

        if (rank == me)
            continue;
        if (s->ncarriers == 0 || s->carriers[s->ncarriers - 1].rank != rank)
            s->carriers[s->ncarriers++] =
                (struct ms_carrier){.rank = rank, .first = i};
        s->carriers[s->ncarriers - 1].n++;
    }
}

/* The wire messages of this rank alone remain. */
static bool wires_keep(struct ms_side *in)
{
    size_t n = 0;

    for (size_t k = 0; k < in->nwires; k++)
        if (!in->wires[k].shared)
            in->wires[n++] = in->wires[k];
    in->nwires = n;
    return ms_side_stage(in);
}

/* As an owner. Sources are in the order of their ranks on both sides. */
static bool owned_fill(struct ms_shares *s, struct ms_side *in,
                       const struct ms_inbox *box, int me)
{
    const struct ms_run_told *told = box->records;
    size_t k = 0;

    for (size_t i = 0; i < box->nsources; i++) {
        const struct ms_source *from = &box->sources[i];

        while (in->wires[k].peer != from->rank)
            k++;
        shares_add(s, in, &in->wires[k], told + from->first, from->n);
    }
    carriers_fill(s, me);
    return wires_keep(in);
}

static size_t owner_of(struct ms_shares *s, size_t *number, int rank)
{
    if (number[rank] == MS_SELF) {
        number[rank] = s->nowners;
        s->owners[s->nowners++] = (struct ms_owner){.rank = rank};
    }
    return number[rank];
}

/* As a carrier. An owner's shares are numbered in the order of the bundles, as
 * it does by itself. */
static bool carried_fill(struct ms_shares *s, const struct ms_inbox *box,
                         const struct ms_home *h)
{
    size_t *number = malloc((size_t)h->size * sizeof(*number)), mine = 0;
    struct ms_bundle *b = NULL;

    if (number == NULL)
        return false;
    for (int r = 0; r < h->size; r++)
        number[r] = MS_SELF;
    for (size_t i = 0; i < box->nsources; i++) {
        const struct ms_part_told *told = box->records;

        told += box->sources[i].first;
        for (size_t k = 0; k < box->sources[i].n; k++, told++) {
            size_t owner = told->owner == h->rank
                               ? MS_SELF
                               : owner_of(s, number, told->owner);

            if (b == NULL) {
                b = &s->bundles[s->nbundles++];
                *b = (struct ms_bundle){.source = box->sources[i].rank,
                                        .first = s->nparts};
            }
            s->parts[s->nparts++] = (struct ms_part){
                .owner = owner,
                .share = owner == MS_SELF ? mine++ : s->owners[owner].n++};
            b->n++;
            b->bytes += told->bytes;
            if (told->last)
                b = NULL;
        }
    }
    free(number);
    return true;
}

int ms_shares_make(const struct msgsched_plan *p, struct ms_set *set,
                   const struct ms_route *route, struct ms_shares *s,
                   struct ms_agree *a)
{
    struct ms_inbox runs = {0}, parts = {0};
    int rc = ms_shares_tell(p, &set->out, route, &runs, &parts, a);

    *s = (struct ms_shares){0};
    if (rc == MPI_SUCCESS) {
        if (!shares_open(s, runs.nrecords, parts.nrecords) ||
            !owned_fill(s, &set->in, &runs, p->home->rank) ||
            !carried_fill(s, &parts, p->home))
            ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
        rc = ms_agreed(a);
    }
    ms_inbox_free(&runs);
    ms_inbox_free(&parts);
    return rc;
}
