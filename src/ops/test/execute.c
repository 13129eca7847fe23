/* execute.c: do what a descriptor says, as a right library would, or a wrong
 * one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/test/execute.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/buffers.h"

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

/* Block `block` of the rank's input, as it was before. */
static const unsigned char *input(struct world *w, const struct before *b,
                                  int rank, int block)
{
    const struct op_args *a = &w->a[rank];
    size_t recv_bytes = memory_bytes(w, rank, true);
    MPI_Count count;
    unsigned char *p = world_input(w, rank, block, &count);

    if (p == NULL)
        abort(); /* the descriptor names what nobody has */
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
        memcpy(p, &x, t->size); /* little-endian, as all the rest here */
}

/* Payload moves, gaps stay as they are. */
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

/* Where the data come from when it goes wrong. */
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
