/* wire.c: messages as MPI is given them: datatypes and posting.
 *
 * The paper merges messages by copying them into a buffer (pack.c). The other
 * means is a derived datatype that lists them, which MPI gathers itself: no
 * copy by this library, but often one inside MPI. Messages of one piece are
 * posted from where they lie. A datatype is made once, when the plan is made;
 * posting costs one call of MPI for each wire message, whatever it holds.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "wire.h"

#include <limits.h>
#include <stdlib.h>

#include "algos/type.h"
#include "arrange.h"

/* ---- sides -------------------------------------------------------------- */

void ms_side_open(struct ms_side *side, size_t pieces, struct ms_agree *a)
{
    side->pieces = ms_alloc(a, pieces, sizeof(*side->pieces));
    side->wires = ms_alloc(a, pieces, sizeof(*side->wires));
}

void ms_side_free(struct ms_side *side)
{
    for (size_t k = 0; k < side->nwires; k++)
        if (side->wires[k].joined)
            MPI_Type_free(&side->wires[k].type);
    free(side->pieces);
    free(side->wires);
    free(side->shapes);
    free(side->stage);
}

static struct ms_shape shape_of(MPI_Datatype type)
{
    struct ms_shape s = {.type = type};
    MPI_Count lb, first, span;

    AS_COUNT(MPI_Type_size)(type, &s.size);
    AS_COUNT(MPI_Type_get_extent)(type, &lb, &s.extent);
    AS_COUNT(MPI_Type_get_true_extent)(type, &first, &span);
    s.first = (MPI_Aint)first;
    s.dense = s.extent == s.size && sb_type_dense(type);
    return s;
}

int ms_shape(struct ms_side *side, MPI_Datatype type)
{
    enum { RECENT = 8 }; /* more types than that are kept more than once */
    size_t n = side->nshapes;

    for (size_t i = n; i > 0 && i + RECENT > n; i--)
        if (side->shapes[i - 1].type == type)
            return (int)(i - 1);
    if (n == side->room) {
        size_t room = 2 * n + 4;
        struct ms_shape *all =
            realloc(side->shapes, room * sizeof(*side->shapes));

        if (all == NULL)
            return -1;
        side->shapes = all;
        side->room = room;
    }
    side->shapes[n] = shape_of(type);
    return (int)side->nshapes++;
}

bool ms_side_stage(struct ms_side *side)
{
    size_t at = 0;

    for (size_t i = 0; i < side->nwires; i++)
        if (side->wires[i].packed) {
            side->wires[i].stage = at;
            at += ms_lines((size_t)side->wires[i].bytes);
        }
    side->nstage = at;
    free(side->stage);
    side->stage = at > 0 ? aligned_alloc(MS_LINE, at) : NULL;
    return at == 0 || side->stage != NULL;
}

/* ---- datatypes ---------------------------------------------------------- */

/* MPI's calls take an int: for more elements a type of all of them, to be freed
 * after use; else MPI_DATATYPE_NULL. */
static int large_type(MPI_Datatype type, MPI_Count count, MPI_Datatype *large)
{
    enum { BLOCK = 1 << 30 };
    MPI_Datatype part[2] = {MPI_DATATYPE_NULL, type};
    int n[2] = {1, (int)(count % BLOCK)}, rc;
    MPI_Count lb, extent;
    MPI_Aint at[2] = {0, 0};
    MPI_Datatype block = MPI_DATATYPE_NULL;

    *large = MPI_DATATYPE_NULL;
    if (count <= INT_MAX)
        return MPI_SUCCESS;
    rc = AS_COUNT(MPI_Type_get_extent)(type, &lb, &extent);
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_contiguous(BLOCK, type, &block);
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_contiguous((int)(count / BLOCK), block, &part[0]);
    at[1] = (MPI_Aint)(count / BLOCK * BLOCK * extent);
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_create_struct(2, n, at, part, large);
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_commit(large);
    if (block != MPI_DATATYPE_NULL)
        MPI_Type_free(&block);
    if (part[0] != MPI_DATATYPE_NULL)
        MPI_Type_free(&part[0]);
    return rc;
}

/* Pieces of a wire message as MPI_Type_create_struct() takes them. */
struct fields {
    int *count;
    MPI_Aint *displ;
    MPI_Datatype *type, *own;
    int nown;
};

static int fields_fill(struct fields *f, const struct ms_side *side,
                       const struct ms_wire *w)
{
    int rc = MPI_SUCCESS;

    for (size_t i = 0; i < w->n && rc == MPI_SUCCESS; i++) {
        const struct ms_piece *p = &side->pieces[w->first + i];
        const struct ms_shape *s = &side->shapes[p->shape];
        MPI_Count count = p->bytes == 0 ? 0 : p->bytes / s->size;
        MPI_Datatype large;

        rc = large_type(s->type, count, &large);
        f->displ[i] = p->displ;
        f->type[i] = s->type;
        f->count[i] = (int)count;
        if (large != MPI_DATATYPE_NULL) {
            f->own[f->nown++] = f->type[i] = large;
            f->count[i] = 1;
        }
    }
    return rc;
}

static int type_make(const struct ms_side *side, const struct ms_wire *w,
                     MPI_Datatype *type)
{
    size_t n = w->n + 1;
    struct fields f = {.count = malloc(n * sizeof(*f.count)),
                       .displ = malloc(n * sizeof(*f.displ)),
                       .type = malloc(n * sizeof(*f.type)),
                       .own = malloc(n * sizeof(*f.own))};
    int rc = MPI_ERR_NO_MEM;

    if (f.count != NULL && f.displ != NULL && f.type != NULL && f.own != NULL)
        rc = fields_fill(&f, side, w);
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_create_struct((int)w->n, f.count, f.displ, f.type, type);
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_commit(type);
    for (int i = 0; i < f.nown; i++)
        MPI_Type_free(&f.own[i]);
    free(f.count);
    free(f.displ);
    free(f.type);
    free(f.own);
    return rc;
}

/* Are all pieces whole elements? */
static bool whole(const struct ms_side *side, const struct ms_wire *w)
{
    for (size_t i = w->first; i < w->first + w->n; i++) {
        const struct ms_piece *p = &side->pieces[i];

        if (p->bytes > 0 && p->bytes % side->shapes[p->shape].size != 0)
            return false;
    }
    return true;
}

static int by_peer(const void *a, const void *b, void *unused)
{
    (void)unused;
    return ms_order(((const struct ms_wire *)a)->peer,
                    ((const struct ms_wire *)b)->peer);
}

int ms_side_join(struct ms_side *side, int *peer)
{
    int rc = MPI_SUCCESS;

    ms_sort(side->wires, side->nwires, sizeof(*side->wires), by_peer, NULL);
    for (size_t k = 0; k < side->nwires && rc == MPI_SUCCESS; k++) {
        struct ms_wire *w = &side->wires[k];

        w->packed = !whole(side, w);
        if (!w->packed)
            rc = type_make(side, w, &w->type);
        else if (w->bytes > INT_MAX)
            rc = MPI_ERR_COUNT;
        w->joined = !w->packed && rc == MPI_SUCCESS;
        *peer = w->peer;
    }
    return rc == MPI_SUCCESS && !ms_side_stage(side) ? MPI_ERR_NO_MEM : rc;
}

/* ---- posting ------------------------------------------------------------ */

/* The arguments of MPI of a wire message. */
struct call {
    void *at;
    int count;
    MPI_Datatype type, own; /* own: MPI_DATATYPE_NULL, or to be freed */
};

static int call_open(struct call *call, const struct ms_side *side,
                     const struct ms_wire *w, const void *base)
{
    const struct ms_piece *p;
    const struct ms_shape *s;
    MPI_Count count;
    int rc;

    *call = (struct call){.own = MPI_DATATYPE_NULL, .type = MPI_BYTE};
    if (w->packed || w->n == 0) {
        call->at = w->packed ? side->stage + w->stage : NULL;
        call->count = (int)w->bytes;
        return MPI_SUCCESS;
    }
    if (w->joined) {
        call->at = (void *)(uintptr_t)base;
        call->count = 1;
        call->type = w->type;
        return MPI_SUCCESS;
    }
    p = &side->pieces[w->first];
    s = &side->shapes[p->shape];
    /* of a receive that is longer, as many elements as something comes for */
    count = p->bytes == 0 ? 0 : (p->bytes - 1) / s->size + 1;
    call->at = ms_address(base, p->displ);
    rc = large_type(s->type, count, &call->own);
    call->type = call->own != MPI_DATATYPE_NULL ? call->own : s->type;
    call->count = call->own != MPI_DATATYPE_NULL ? 1 : (int)count;
    return rc;
}

static void call_close(struct call *call)
{
    if (call->own != MPI_DATATYPE_NULL)
        MPI_Type_free(&call->own);
}

int ms_wire_send(const struct ms_side *side, const struct ms_wire *w,
                 const void *base, int tag, MPI_Comm comm, ms_send_fn *send,
                 MPI_Request *request)
{
    struct call c;
    int rc = call_open(&c, side, w, base);

    if (rc == MPI_SUCCESS)
        rc = send(c.at, c.count, c.type, w->peer, tag, comm, request);
    call_close(&c);
    return rc;
}

int ms_wire_receive(const struct ms_side *side, const struct ms_wire *w,
                    void *base, int tag, MPI_Comm comm, ms_receive_fn *receive,
                    MPI_Request *request)
{
    struct call c;
    int rc = call_open(&c, side, w, base);

    if (rc == MPI_SUCCESS)
        rc = receive(c.at, c.count, c.type, w->peer, tag, comm, request);
    call_close(&c);
    return rc;
}

/* ---- memory of devices -------------------------------------------------- */

static bool device_byte(al_gpu_fn *ask, const void *at)
{
    /* of the driver's interface, which is not needed to build this */
    enum { ATTRIBUTE_MEMORY_TYPE = 2, MEMORY_TYPE_DEVICE = 2 };
    unsigned type = 0;

    return ask(&type, ATTRIBUTE_MEMORY_TYPE, (uintptr_t)at) == 0 &&
           type == MEMORY_TYPE_DEVICE;
}

bool ms_on_device(al_gpu_fn *ask, const struct ms_side *side, const void *base)
{
    for (size_t i = 0; ask != NULL && i < side->npieces; i++) {
        const struct ms_piece *p = &side->pieces[i];

        if (p->bytes > 0)
            return device_byte(
                ask, ms_address(base, p->displ + side->shapes[p->shape].first));
    }
    return false;
}
