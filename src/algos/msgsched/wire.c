/* wire.c: wire messages as arguments of MPI calls: packed, or with datatypes.
 *
 * The paper merges messages by copying them into a buffer. One copy of the
 * bytes at sender and receiver replaces an MPI send and receive for each
 * message, which is faster because memory is several times as fast as a
 * network. Contiguous elements are copied by memcpy(), others by MPI_Pack().
 * There are no headers, because sender and receiver know the cuts.
 * Alternatively a derived datatype lists the messages and MPI gathers them:
 * this library copies nothing, but MPI often does. A wire message of one piece
 * is sent from the caller's buffer. All arguments are computed while planning.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "wire.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "algos/type.h"
#include "arrange.h"

/* ---- sides -------------------------------------------------------------- */

void ms_side_open(struct ms_side *side, size_t pieces, struct ms_agree *a)
{
    side->pieces = ms_alloc(a, pieces, sizeof(*side->pieces));
    side->wires = ms_alloc(a, pieces, sizeof(*side->wires));
    side->shapes = ms_alloc(a, pieces, sizeof(*side->shapes));
}

void ms_side_free(struct ms_side *side)
{
    for (size_t k = 0; k < side->nwires; k++)
        if (side->wires[k].own)
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
    enum { RECENT = 8 }; /* number of recent shapes to compare a type with */
    size_t n = side->nshapes;

    for (size_t i = n; i > 0 && i + RECENT > n; i--)
        if (side->shapes[i - 1].type == type)
            return (int)(i - 1);
    side->shapes[n] = shape_of(type);
    return (int)side->nshapes++;
}

/* ---- datatypes ---------------------------------------------------------- */

/* Sets the count and datatype of a piece for an MPI call, whose count is an
 * int. For more elements *type is a new datatype, which the caller frees. If a
 * receive is longer than its message, counts only the elements that the message
 * touches. */
static int elements(const struct ms_side *side, const struct ms_piece *p,
                    int *count, MPI_Datatype *type)
{
    const struct ms_shape *s = &side->shapes[p->shape];
    MPI_Count n = p->bytes == 0 ? 0 : (p->bytes - 1) / s->size + 1;
    int rc = MPI_SUCCESS;

    *type = s->type;
    *count = n <= INT_MAX ? (int)n : 1;
    if (n > INT_MAX)
        rc = sb_type_large(s->type, n, type);
    if (rc != MPI_SUCCESS)
        *type = s->type;
    return rc;
}

static int type_make(const struct ms_side *side, struct ms_wire *w,
                     struct ms_agree *a)
{
    const struct ms_piece *p = &side->pieces[w->first];
    int *count = ms_alloc(a, w->n, sizeof(*count)), rc;
    MPI_Aint *displ = ms_alloc(a, w->n, sizeof(*displ));
    MPI_Datatype *type = ms_alloc(a, w->n, sizeof(MPI_Datatype));
    size_t n = 0;

    rc = ms_well(a) ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    for (; n < w->n && rc == MPI_SUCCESS; n++) {
        displ[n] = p[n].displ;
        rc = elements(side, &p[n], &count[n], &type[n]);
    }
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_create_struct((int)n, count, displ, type, &w->type);
    w->own = rc == MPI_SUCCESS;
    if (rc == MPI_SUCCESS)
        rc = MPI_Type_commit(&w->type);
    for (size_t i = 0; i < n; i++)
        if (type[i] != side->shapes[p[i].shape].type)
            MPI_Type_free(&type[i]);
    free(count);
    free(displ);
    free(type);
    return rc;
}

/* True if every piece ends with a whole element. */
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

/* Sets the arguments of a wire message of one piece in the caller's buffer. */
static int single(const struct ms_side *side, struct ms_wire *w)
{
    const struct ms_piece *p = &side->pieces[w->first];
    int rc = elements(side, p, &w->count, &w->type);

    w->at = p->displ;
    w->own = w->type != side->shapes[p->shape].type;
    return rc;
}

void ms_side_ready(struct ms_side *side, bool join, struct ms_agree *a)
{
    size_t n = 0;

    if (join)
        ms_sort(side->wires, side->nwires, sizeof(*side->wires), by_peer, NULL);
    for (size_t k = 0; k < side->nwires && ms_well(a); k++) {
        struct ms_wire *w = &side->wires[k];

        if (join)
            w->packed = !whole(side, w);
        if (!w->packed) {
            w->count = 1;
            ms_note(a, join ? type_make(side, w, a) : single(side, w));
            continue;
        }
        if (w->bytes > INT_MAX)
            ms_refuse(a, MS_LARGE, w->peer, MPI_PROC_NULL);
        w->at = (MPI_Aint)n;
        w->count = (int)w->bytes;
        w->type = MPI_BYTE;
        n += ms_lines((size_t)w->bytes);
    }
    if (n > 0 && ms_well(a)) {
        side->stage = aligned_alloc(MS_LINE, n);
        if (side->stage == NULL)
            ms_note(a, MPI_ERR_NO_MEM);
    }
}

/* ---- packing ------------------------------------------------------------- */

/* Copies n bytes. Most merged messages have one or two words, so 8 bytes are
 * copied without a call. */
static inline void copy(char *to, const char *from, size_t n)
{
    if (n == 8)
        memcpy(to, from, 8);
    else
        memcpy(to, from, n);
}

/* Packs elements. MPI_Pack() must give their bytes without headers. It does so
 * in Open MPI and MPICH if all ranks have the same data format; a test checks
 * this. */
static int pack_elements(const struct ms_shape *s, const char *from,
                         MPI_Count count, char *to, int64_t bytes,
                         MPI_Comm comm)
{
    int at = 0;

    return MPI_Pack(from, (int)count, s->type, to, (int)bytes, &at, comm);
}

static int unpack_elements(const struct ms_shape *s, const char *from,
                           int64_t bytes, char *to, MPI_Count count,
                           MPI_Comm comm)
{
    int at = 0;

    return MPI_Unpack((void *)from, (int)bytes, &at, to, (int)count, s->type,
                      comm);
}

/* Unpacks the end of a message that is shorter than an element of the receive.
 * Leaves the rest of that element unchanged. */
static int unpack_part(const struct ms_shape *s, const char *from,
                       int64_t bytes, char *to, MPI_Comm comm)
{
    char *whole = malloc((size_t)s->size);
    int rc;

    if (whole == NULL)
        return MPI_ERR_NO_MEM;
    rc = pack_elements(s, to, 1, whole, (int64_t)s->size, comm);
    memcpy(whole, from, (size_t)bytes);
    if (rc == MPI_SUCCESS)
        rc = unpack_elements(s, whole, (int64_t)s->size, to, 1, comm);
    free(whole);
    return rc;
}

static int unpack_derived(const struct ms_shape *s, const char *from,
                          int64_t bytes, char *to, MPI_Comm comm)
{
    MPI_Count count = bytes / s->size;
    int64_t whole = (int64_t)(count * s->size);
    int rc = MPI_SUCCESS;

    if (count > 0)
        rc = unpack_elements(s, from, whole, to, count, comm);
    if (rc == MPI_SUCCESS && bytes > whole)
        rc = unpack_part(s, from + whole, bytes - whole, to + count * s->extent,
                         comm);
    return rc;
}

int ms_pack(const struct ms_side *side, const struct ms_wire *w,
            const void *base, MPI_Comm comm)
{
    char *to = ms_address(side->stage, w->at);
    int rc = MPI_SUCCESS;

    for (size_t i = w->first; i < w->first + w->n && rc == MPI_SUCCESS; i++) {
        const struct ms_piece *p = &side->pieces[i];
        const struct ms_shape *s = &side->shapes[p->shape];

        if (p->bytes == 0)
            continue; /* an empty message's address may be invalid */
        if (s->dense)
            copy(to, ms_address(base, p->displ + s->first), (size_t)p->bytes);
        else
            rc = pack_elements(s, ms_address(base, p->displ),
                               p->bytes / s->size, to, p->bytes, comm);
        to += p->bytes;
    }
    ms_charge(w->n, (size_t)w->bytes);
    return rc;
}

int ms_unpack(const struct ms_side *side, const struct ms_wire *w, void *base,
              MPI_Comm comm)
{
    const char *from = ms_address(side->stage, w->at);
    int rc = MPI_SUCCESS;

    for (size_t i = w->first; i < w->first + w->n && rc == MPI_SUCCESS; i++) {
        const struct ms_piece *p = &side->pieces[i];
        const struct ms_shape *s = &side->shapes[p->shape];

        if (p->bytes == 0)
            continue;
        if (s->dense)
            copy(ms_address(base, p->displ + s->first), from, (size_t)p->bytes);
        else
            rc = unpack_derived(s, from, p->bytes, ms_address(base, p->displ),
                                comm);
        from += p->bytes;
    }
    ms_charge(w->n, (size_t)w->bytes);
    return rc;
}

void ms_charge(size_t messages, size_t bytes)
{
#ifdef HAVE_SMPI
    enum { CACHE_LINE = 64 };

    smpi_execute_flops((double)(bytes + messages * CACHE_LINE));
#else
    (void)messages, (void)bytes;
#endif
}

/* ---- memory of devices -------------------------------------------------- */

static bool device_byte(al_gpu_fn *ask, const void *at)
{
    /* constants of the CUDA driver, defined here to do without its header */
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
