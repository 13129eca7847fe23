/* world.c: the ranks of a make-believe communicator, without MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/test/world.h"

#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/buffers.h"
#include "ops/edges.h"
#include "ops/setup.h"
#include "ops/registry.h"

enum { WORLD_SEED = 7 };

/* What it works on when nothing else is asked for. */
static const struct dtype *type_of(const struct world_spec *spec)
{
    unsigned flags = spec->op->flags;

    if (spec->dtype != NULL)
        return spec->dtype;
    return dtype_find(flags & OP_INTEGER                   ? "int64"
                      : flags & (OP_REDUCTION | OP_DOUBLE) ? "double"
                                                           : "byte");
}

/* Whichever of these the operation has. */
static void *params_open(const struct world_spec *spec)
{
    const struct param_table *t = spec->op->params;
    struct params given = {0};
    char *cause = NULL;
    void *values;

    params_add(&given, PARAM_NO_OWNER, "pairs", "neighbors");
    params_add(&given, PARAM_NO_OWNER, "topology",
               spec->line ? "grid" : "torus");
    params_add(&given, PARAM_NO_OWNER, "gap", WORLD_GAP);
    for (const struct param *p = t != NULL ? t->rows : NULL;
         p != NULL && p->name != NULL; p++)
        if (p->type == PARAM_INTEGER)
            params_add(&given, t->owner, p->name, "3");
    values = params_values(t, &given, &cause);
    params_free(&given);
    if (cause != NULL)
        abort();
    return values;
}

/* A communicator of one rank has no pairs: then there are no edges. */
static void edges_open(struct op_args *a, const struct op *op)
{
    char *cause = NULL;

    setup_edges(op, a, &cause);
    free(cause);
}

/* Room for whatever root a test may turn to. */
static void memory_open(struct world *w, struct op_args *a)
{
    MPI_Count send, recv;
    size_t extent = w->v.dtype->extent;

    layout_elements(w->spec.op, a, true, &send, &recv);
    a->sendmem = a->sendbuf = xcalloc(1, (size_t)send * extent + BUFFERS_GUARD);
    a->recvmem = a->recvbuf = xcalloc(1, (size_t)recv * extent + BUFFERS_GUARD);
}

void world_open(struct world *w, const struct world_spec *spec)
{
    const struct op *op = spec->op;
    const struct counts counts = {
        spec->counts != NULL ? spec->counts : counts_find("equal"), WORLD_SEED};

    *w = (struct world){.spec = *spec, .params = params_open(spec)};
    w->v = (struct verify){
        .op = op,
        .dtype = type_of(spec),
        .redop = spec->redop != NULL ? spec->redop : redop_find("sum"),
        .launch = 7,
    };
    for (int r = 0; r < spec->size; r++) {
        w->a[r] = (struct op_args){
            .count = op->flags & OP_NODATA   ? 0
                     : op->flags & OP_SINGLE ? 1
                                             : spec->count,
            .root = op->flags & OP_ROOTED ? spec->root : 0,
            .rank = r,
            .size = spec->size,
            .type_size = w->v.dtype->size,
            .params = w->params,
            .in_place = spec->in_place && op->in_place != IN_PLACE_NOT,
        };
        edges_open(&w->a[r], op);
        if (layout_open(&w->a[r], op, &counts, w->v.dtype) != 0)
            abort();
        memory_open(w, &w->a[r]);
    }
}

void world_close(struct world *w)
{
    for (int r = 0; r < w->spec.size; r++) {
        free(w->a[r].sendmem);
        free(w->a[r].recvmem);
        layout_close(&w->a[r]);
        edges_free(&w->a[r].edges);
    }
    free(w->params);
}

unsigned char *world_input(struct world *w, int rank, int block,
                           MPI_Count *count)
{
    const struct op_args *a = &w->a[rank];
    MPI_Count displ;

    for (int i = 0; layout_inout(w->spec.op, a, i, count, &displ) >= 0; i++)
        if (i == block)
            return (unsigned char *)a->recvmem +
                   (size_t)displ * w->v.dtype->extent;
    if (!layout_sends(w->spec.op, a) || block >= a->send.n)
        return NULL;
    *count = a->send.counts[block];
    return (unsigned char *)a->sendmem +
           (size_t)a->send.displs[block] * w->v.dtype->extent;
}

void world_all(int most, MPI_Count count, void (*f)(const struct world_spec *))
{
    struct registry r;

    registry_open(&r);
    for (size_t i = 0; i < r.nops; i++)
        for (int size = 1; size <= most; size++)
            for (size_t rule = 0; counts_table[rule] != NULL; rule++)
                for (int variant = 0; variant < 4; variant++) {
                    struct world_spec spec = {
                        .op = r.ops[i],
                        .size = size,
                        .root = size / 2,
                        .count = count,
                        .counts = counts_table[rule],
                        .in_place = variant & 1,
                        .line = variant & 2,
                    };

                    if (spec.line && spec.op->connect == NULL)
                        continue;
                    if (spec.in_place && spec.op->in_place == IN_PLACE_NOT)
                        continue;
                    if (rule > 0 && spec.op->varies == VARY_NOT)
                        continue;
                    f(&spec);
                }
    registry_close(&r);
}
