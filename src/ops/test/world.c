/* world.c: ranks of a simulated communicator, without MPI. They execute an
 * operation from its descriptor, correctly or with a mistake. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/test/world.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/buffers.h"
#include "ops/layout.h"
#include "ops/setup.h"
#include "ops/registry.h"

enum { WORLD_SEED = 7 };

/* Returns the default data type of the operation. */
static const struct dtype *type_of(const struct world_spec *spec)
{
    unsigned flags = spec->op->flags;

    if (spec->dtype != NULL)
        return spec->dtype;
    return dtype_find(flags & OP_INTEGER                   ? "int64"
                      : flags & (OP_REDUCTION | OP_DOUBLE) ? "double"
                                                           : "byte");
}

/* Sets those parameters that the operation has. */
static void *params_open(const struct world_spec *spec)
{
    const struct param_table *t = spec->op->params;
    struct params given = {0};
    char *cause = NULL;
    void *values;

    params_add(&given, PARAM_NO_OWNER, "pairs", "neighbors");
    params_add(&given, PARAM_NO_OWNER, "topology",
               spec->line ? "grid" : "torus");
    params_add(&given, PARAM_NO_OWNER, "gap", "100");
    if (spec->pattern != NULL)
        params_add(&given, PARAM_NO_OWNER, "pattern", spec->pattern);
    for (const struct param *p = t != NULL ? t->rows : NULL;
         p != NULL && p->name != NULL; p++)
        if (p->type == PARAM_INTEGER)
            params_add(&given, t->owner, p->name,
                       spec->n != NULL ? spec->n : "3");
    values = params_values(t, &given, &cause);
    params_free(&given);
    if (cause != NULL)
        abort();
    return values;
}

/* Makes the edges. One rank alone has no pair and no edges. */
static void edges_open(struct op_args *a, const struct op *op)
{
    char *cause = NULL;

    setup_edges(op, a, &cause);
    free(cause);
}

/* Allocates enough for every root that a test may use. */
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

void world_try(const struct world_spec *spec, trial_fn *trial)
{
    struct before b;
    struct world w;

    if (spec->op->source == NULL)
        return;
    world_open(&w, spec);
    before_open(&b, &w);
    trial(&w, &b);
    before_close(&b, &w);
    world_close(&w);
}

void world_all(int most, MPI_Count count, trial_fn *trial)
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
                    world_try(&spec, trial);
                }
    registry_close(&r);
}

size_t memory_bytes(const struct world *w, int rank, bool receive)
{
    MPI_Count send, recv;

    layout_elements(w->spec.op, &w->a[rank], false, &send, &recv);
    return (size_t)(receive ? recv : send) * w->v.dtype->extent + BUFFERS_GUARD;
}

unsigned char *copy_of(const void *p, size_t n)
{
    return memcpy(xmalloc(n), p, n);
}

void before_open(struct before *b, struct world *w)
{
    for (int r = 0; r < w->spec.size; r++) {
        verify_prepare(&w->v, &w->a[r]);
        b->send[r] = copy_of(w->a[r].sendmem, memory_bytes(w, r, false));
        b->recv[r] = copy_of(w->a[r].recvmem, memory_bytes(w, r, true));
    }
}

void before_close(struct before *b, const struct world *w)
{
    for (int r = 0; r < w->spec.size; r++) {
        free(b->send[r]);
        free(b->recv[r]);
    }
}

/* Returns block `block` of the rank's input as it was before the call. */
static const unsigned char *input(struct world *w, const struct before *b,
                                  int rank, int block)
{
    const struct op_args *a = &w->a[rank];
    size_t recv_bytes = memory_bytes(w, rank, true);
    MPI_Count count;
    unsigned char *p = world_input(w, rank, block, &count);

    if (p == NULL)
        abort(); /* the descriptor names data that no rank has */
    if (p >= (unsigned char *)a->recvmem &&
        p < (unsigned char *)a->recvmem + recv_bytes)
        return b->recv[rank] + (p - (unsigned char *)a->recvmem);
    return b->send[rank] + (p - (unsigned char *)a->sendmem);
}

int64_t element_load(const struct dtype *t, const unsigned char *p)
{
    union {
        float f;
        double d;
        int32_t i;
        int64_t l;
    } u;

    memcpy(&u, p, t->size);
    if (t->kind == DTYPE_FLOAT)
        return t->size == sizeof(float) ? (int64_t)u.f : (int64_t)u.d;
    return t->kind == DTYPE_BYTES ? *p : t->size == 4 ? u.i : u.l;
}

void element_store(const struct dtype *t, int64_t x, unsigned char *p)
{
    if (t->kind == DTYPE_FLOAT && t->size == sizeof(float))
        memcpy(p, &(float){(float)x}, t->size);
    else if (t->kind == DTYPE_FLOAT)
        memcpy(p, &(double){(double)x}, t->size);
    else
        memcpy(p, &x, t->size); /* little-endian, as all our machines are */
}

/* Copies the payload; gaps are not changed. */
static void move(const struct dtype *t, unsigned char *to,
                 const unsigned char *from, MPI_Count count)
{
    for (MPI_Count e = 0; e < count; e++, to += t->extent, from += t->extent)
        for (size_t i = 0; i < t->npieces; i++)
            memcpy(to + t->pieces[i].offset, from + t->pieces[i].offset,
                   t->pieces[i].length);
}

static void fold(struct world *w, const struct before *b, struct source o,
                 unsigned char *to, MPI_Count count)
{
    const struct dtype *t = w->v.dtype;

    for (MPI_Count e = 0; e < count; e++) {
        size_t at = (size_t)e * t->extent;
        int64_t x = element_load(t, input(w, b, o.first, o.block) + at);

        for (int i = 1; i < o.n; i++)
            x = w->v.redop->apply(
                x, element_load(t, input(w, b, o.first + i * o.step, o.block) +
                                       at));
        element_store(t, x, to + at);
    }
}

/* Returns the source that is used if this mistake is made. */
static struct source mistaken(const struct world *w, struct source o,
                              enum mistake mistake)
{
    if (mistake == BACKWARDS) {
        o.first += (o.n - 1) * o.step;
        o.step = -o.step;
    } else if (mistake == OTHER_RANK && o.n > 1) {
        o.n--;
    } else if (mistake == OTHER_RANK) {
        o.first = (o.first + 1) % w->spec.size;
    }
    return o;
}

unsigned char *result(const struct world *w, int rank, int block)
{
    return (unsigned char *)w->a[rank].recvmem +
           (size_t)w->a[rank].recv.displs[block] * w->v.dtype->extent;
}

void execute(struct world *w, const struct before *b, enum mistake mistake)
{
    const struct op *op = w->spec.op;

    for (int r = 0; r < w->spec.size; r++)
        for (int k = 0; layout_receives(op, &w->a[r]) && k < w->a[r].recv.n;
             k++) {
            struct source o = mistaken(w, op->source(&w->a[r], k), mistake);
            MPI_Count count = w->a[r].recv.counts[k];

            if (o.n > 0 && op->flags & OP_REDUCTION)
                fold(w, b, o, result(w, r, k), count);
            else if (o.n > 0)
                move(w->v.dtype, result(w, r, k), input(w, b, o.first, o.block),
                     count);
        }
}
