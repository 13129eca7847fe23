/* route.c: what is sent with scope `node`: who receives a bundle, and whose its
 * messages are. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "route.h"

#include <stdlib.h>

#include "carrier.h"
#include "sort.h"
#include "way.h"

bool ms_route_asked(const struct msgsched_options *o)
{
    const struct ms_way *way = ms_way(o);

    return o->scope == MSGSCHED_SCOPE_NODE &&
           (way->cut == MS_CUT_BUNDLE || way->cut == MS_CUT_GROW);
}

/* Ranks of one node of the plan have to be on one of the machine. */
static bool nodes_share_memory(const struct msgsched_plan *p, int *machine)
{
    for (int k = 0; k < p->nnodes; k++)
        machine[k] = -1;
    for (int r = 0; r < p->home->size; r++) {
        int *at = &machine[p->where[r]];

        if (*at >= 0 && *at != p->home->node[r])
            return false;
        *at = p->home->node[r];
    }
    return true;
}

/* What choosing carriers takes. */
struct choosing {
    int *rank, *begin, *carrier, *machine;
    int64_t *received;
};

static bool choosing_open(struct choosing *c, const struct msgsched_plan *p,
                          size_t wires)
{
    size_t ranks = (size_t)p->home->size, nodes = (size_t)p->nnodes;

    *c = (struct choosing){.rank = malloc(ranks * sizeof(int)),
                           .begin = malloc((nodes + 1) * sizeof(int)),
                           .carrier = malloc((wires + 1) * sizeof(int)),
                           .machine = malloc(nodes * sizeof(int)),
                           .received = calloc(ranks, sizeof(int64_t))};
    return c->rank != NULL && c->begin != NULL && c->carrier != NULL &&
           c->machine != NULL && c->received != NULL;
}

static void choosing_close(struct choosing *c)
{
    free(c->rank);
    free(c->begin);
    free(c->carrier);
    free(c->machine);
    free(c->received);
}

/* One rank after the other, as the carriers of each depend on what the ranks
 * before it send. */
static void carriers_choose(const struct msgsched_plan *p,
                            const struct ms_item *items,
                            const struct ms_cut *cuts, struct ms_side *out,
                            struct choosing *c, struct ms_agree *a)
{
    const struct ms_home *h = p->home;
    struct ms_nodes nodes = {.rank = c->rank, .begin = c->begin};

    ms_nodes_list(p->where, h->size, p->nnodes, c->rank, c->begin);
    if (h->rank > 0)
        ms_note(a, MPI_Recv(c->received, h->size, MPI_INT64_T, h->rank - 1,
                            p->tag, h->comm, MPI_STATUS_IGNORE));
    ms_carriers(items, cuts, out->nwires, &nodes, c->received, c->carrier);
    if (h->rank + 1 < h->size)
        ms_note(a, MPI_Send(c->received, h->size, MPI_INT64_T, h->rank + 1,
                            p->tag, h->comm));
    for (size_t k = 0; k < out->nwires; k++)
        out->wires[k].peer = c->carrier[k];
}

/* Marks shared bundles. */
static bool any_shared(const struct ms_item *items, const struct ms_cut *cuts,
                       struct ms_side *out)
{
    bool any = false;

    for (size_t k = 0; k < out->nwires; k++) {
        out->wires[k].shared = !ms_for_one(items, &cuts[k]);
        any = any || out->wires[k].shared;
    }
    return any;
}

static bool view_open(struct ms_route *r, size_t pieces)
{
    r->view.pieces = malloc((pieces + 1) * sizeof(*r->view.pieces));
    r->view.wires = malloc((pieces + 1) * sizeof(*r->view.wires));
    r->tags = malloc((pieces + 1) * sizeof(*r->tags));
    r->at = malloc((pieces + 1) * sizeof(*r->at));
    r->wire = malloc((pieces + 1) * sizeof(*r->wire));
    return r->view.pieces != NULL && r->view.wires != NULL && r->tags != NULL &&
           r->at != NULL && r->wire != NULL;
}

/* A piece on its way into the view. */
struct moved {
    struct ms_piece piece;
    int owner, tag;
    size_t place;
    int64_t at;
};

static int by_owner(const void *a, const void *b, void *unused)
{
    const struct moved *x = a, *y = b;
    int c = ms_order(x->owner, y->owner);

    (void)unused;
    return c != 0 ? c : ms_order((int64_t)x->place, (int64_t)y->place);
}

static void view_add(struct ms_route *r, const struct ms_wire *w, size_t wire,
                     const struct moved *moved)
{
    struct ms_side *v = &r->view;

    for (size_t i = 0; i < w->n; i++, v->npieces++) {
        if (i == 0 || moved[i].owner != moved[i - 1].owner) {
            r->wire[v->nwires] = wire;
            v->wires[v->nwires++] = (struct ms_wire){.peer = moved[i].owner,
                                                     .packed = w->packed,
                                                     .shared = w->shared,
                                                     .first = v->npieces};
        }
        v->pieces[v->npieces] = moved[i].piece;
        r->tags[v->npieces] = moved[i].tag;
        r->at[v->npieces] = moved[i].at;
        v->wires[v->nwires - 1].n++;
        v->wires[v->nwires - 1].bytes += moved[i].piece.bytes;
    }
}

static bool view_fill(struct ms_route *r, const struct ms_item *items,
                      const int *tags, const struct ms_side *out)
{
    struct moved *moved = malloc((out->npieces + 1) * sizeof(*moved));

    if (moved == NULL)
        return false;
    for (size_t k = 0; k < out->nwires; k++) {
        const struct ms_wire *w = &out->wires[k];
        int64_t at = 0;

        for (size_t i = 0; i < w->n; i++) {
            size_t place = w->first + i;

            moved[i] = (struct moved){.piece = out->pieces[place],
                                      .owner = items[place].dst,
                                      .tag = tags[place],
                                      .place = place,
                                      .at = at};
            at += out->pieces[place].bytes;
        }
        ms_sort(moved, w->n, sizeof(*moved), by_owner, NULL);
        view_add(r, w, k, moved);
    }
    free(moved);
    return true;
}

int ms_route_make(const struct msgsched_plan *p, const struct ms_item *items,
                  const struct ms_cut *cuts, const int *tags,
                  struct ms_side *out, struct ms_route *r, struct ms_agree *a)
{
    int shared = any_shared(items, cuts, out), rc;
    struct choosing c;

    *r = (struct ms_route){0};
    if (!choosing_open(&c, p, out->nwires) || !view_open(r, out->npieces))
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    rc = ms_agreed(a);
    if (rc == MPI_SUCCESS && !nodes_share_memory(p, c.machine))
        rc =
            ms_all_fail(a, MPI_ERR_ARG,
                        "scope node, and ranks of a node that share no memory");
    if (rc == MPI_SUCCESS)
        rc = ms_all(a, MPI_Allreduce(MPI_IN_PLACE, &shared, 1, MPI_INT, MPI_MAX,
                                     p->home->comm));
    if (rc == MPI_SUCCESS && shared) {
        r->shared = true;
        carriers_choose(p, items, cuts, out, &c, a);
        if (!view_fill(r, items, tags, out))
            ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
        rc = ms_agreed(a);
    }
    choosing_close(&c);
    return rc;
}

void ms_route_free(struct ms_route *r)
{
    free(r->view.pieces);
    free(r->view.wires);
    free(r->tags);
    free(r->at);
    free(r->wire);
}
