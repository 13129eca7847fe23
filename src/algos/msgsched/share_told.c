/* share_told.c: what sources tell of bundles for several ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "share_told.h"

#include <stdlib.h>

/* What is told, and to whom. */
struct telling {
    struct ms_run_told *run;
    int *run_to;
    struct ms_part_told *part;
    int *part_to;
    size_t nruns, nparts;
    int *wires;   /* to each rank, so far */
    int *bundles; /* carried by each rank, so far */
};

static bool telling_open(struct telling *t, size_t pieces, size_t ranks)
{
    *t = (struct telling){
        .run = malloc((pieces + 1) * sizeof(*t->run)),
        .run_to = malloc((pieces + 1) * sizeof(int)),
        .part = malloc((pieces + 1) * sizeof(*t->part)),
        .part_to = malloc((pieces + 1) * sizeof(int)),
        .wires = calloc(ranks, sizeof(int)),
        .bundles = calloc(ranks, sizeof(int)),
    };
    return t->run != NULL && t->run_to != NULL && t->part != NULL &&
           t->part_to != NULL && t->wires != NULL && t->bundles != NULL;
}

static void telling_close(struct telling *t)
{
    free(t->run);
    free(t->run_to);
    free(t->part);
    free(t->part_to);
    free(t->wires);
    free(t->bundles);
}

/* Wire message k of the view, which is part of a bundle of the carrier. */
static void runs_add(struct telling *t, const struct ms_route *r, size_t k,
                     int carrier)
{
    const struct ms_wire *w = &r->view.wires[k];

    for (size_t i = w->first; i < w->first + w->n; i++) {
        if (i > w->first &&
            r->at[i] == r->at[i - 1] + r->view.pieces[i - 1].bytes) {
            t->run[t->nruns - 1].pieces++;
            continue;
        }
        t->run_to[t->nruns] = w->peer;
        t->run[t->nruns++] = (struct ms_run_told){.at = r->at[i],
                                                  .wire = t->wires[w->peer],
                                                  .carrier = carrier,
                                                  .bundle = t->bundles[carrier],
                                                  .pieces = 1};
    }
}

static void telling_fill(struct telling *t, const struct ms_side *out,
                         const struct ms_route *r)
{
    for (size_t k = 0; k < r->view.nwires; k++) {
        const struct ms_wire *w = &r->view.wires[k];
        int carrier = out->wires[r->wire[k]].peer;
        bool last = k + 1 == r->view.nwires || r->wire[k + 1] != r->wire[k];

        if (w->shared) {
            runs_add(t, r, k, carrier);
            t->part_to[t->nparts] = carrier;
            t->part[t->nparts++] = (struct ms_part_told){
                .bytes = w->bytes, .owner = w->peer, .last = last};
            t->bundles[carrier] += last;
        }
        t->wires[w->peer]++;
    }
}

int ms_shares_tell(const struct msgsched_plan *p, const struct ms_side *out,
                   const struct ms_route *r, struct ms_inbox *runs,
                   struct ms_inbox *parts, struct ms_agree *a)
{
    struct ms_outbox box;
    struct telling t;
    int rc;

    if (telling_open(&t, r->view.npieces, (size_t)p->home->size))
        telling_fill(&t, out, r);
    else
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    box = (struct ms_outbox){
        .records = t.run, .to = t.run_to, .n = t.nruns, .size = sizeof(*t.run)};
    rc = ms_mail(p, &box, runs, a);
    if (rc == MPI_SUCCESS) {
        box = (struct ms_outbox){.records = t.part,
                                 .to = t.part_to,
                                 .n = t.nparts,
                                 .size = sizeof(*t.part)};
        rc = ms_mail(p, &box, parts, a);
    }
    telling_close(&t);
    return rc;
}
