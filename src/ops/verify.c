/* verify.c: makes and checks data that depends on launch, rank, block and
 * position. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Buffers are compared with a generated stream of payload bytes, element by
 * element (dense types: in chunks). Moved data is a hash of (launch, rank,
 * block, position), so a wrong root, rank, offset, count or order changes it.
 * Data for reductions is small whole numbers: they make reductions exact for
 * every type and in every order, so results must be equal bit by bit.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "lib/digest.h"
#include "ops/buffers.h"
#include "ops/layout.h"
#include "ops/verify.h"

enum { CHUNK = 4096, GAP = 0x5a };

/* Identifies the data of a block, and its place in the buffers. */
struct content {
    const struct verify *v;
    const struct op_args *a;
    struct source from;
    bool received;
    int block;
};

enum walk { WALK_WRITE, WALK_WRITE_INVERSE, WALK_COMPARE };

static uint64_t key(const struct verify *v, int rank, int block)
{
    return scatter_mix(scatter_pair(v->launch, (uint64_t)rank) +
                       (uint64_t)block * 0xd1342543de82ef95u);
}

void verify_bytes(uint64_t k, uint64_t offset, unsigned char *out, size_t n)
{
    uint64_t word;
    size_t i;

    k += offset / 8 * SCATTER_STEP;
    for (i = 0; i + 8 <= n; i += 8, k += SCATTER_STEP) {
        word = scatter_mix(k);
        memcpy(out + i, &word, 8); /* constant length: one instruction */
    }
    word = scatter_mix(k);
    memcpy(out + i, &word, n - i);
}

/*
 * Returns element e of a rank's input to a reduction. It is below 4096, so that
 * sums over 4096 ranks are exact in a float, and not 0, because a missing 0
 * would not change a sum. For products, one rank has 2 to 8 and all others 1.
 * For logical operations, half of the elements are 0.
 */
static int64_t term(const struct content *c, int rank, uint64_t e)
{
    uint64_t h = scatter_mix(key(c->v, 0, c->from.block) + e * SCATTER_STEP);
    int64_t x;

    if (c->v->redop->grows)
        return h % (uint64_t)c->a->size == (uint64_t)rank
                   ? 2 + (int64_t)(h >> 32) % 7
                   : 1;
    x = (int64_t)(scatter_mix(h + (uint64_t)rank) & 0xfff) |
        c->v->redop->always;
    if (c->v->redop->logical)
        return x & 1 ? x : 0;
    return x != 0 ? x : 1;
}

static int64_t folded(const struct content *c, uint64_t e)
{
    int64_t x = term(c, c->from.first, e);

    for (int i = 1; i < c->from.n; i++)
        x = c->v->redop->apply(x, term(c, c->from.first + i * c->from.step, e));
    return x;
}

static void store(const struct dtype *t, int64_t x, unsigned char *out)
{
    if (t->kind == DTYPE_FLOAT && t->size == sizeof(float))
        memcpy(out, &(float){(float)x}, sizeof(float));
    else if (t->kind == DTYPE_FLOAT)
        memcpy(out, &(double){(double)x}, sizeof(double));
    else if (t->size == sizeof(int32_t))
        memcpy(out, &(int32_t){(int32_t)x}, sizeof(int32_t));
    else if (t->size == sizeof(int64_t))
        memcpy(out, &x, sizeof(x));
    else
        out[0] = (unsigned char)x;
}

/* Generates n payload bytes of the data, from `offset` on. */
static void generate(const struct content *c, uint64_t offset,
                     unsigned char *out, size_t n)
{
    const struct dtype *t = c->v->dtype;

    if (!(c->v->op->flags & OP_REDUCTION)) {
        verify_bytes(key(c->v, c->from.first, c->from.block), offset, out, n);
        return;
    }
    for (size_t i = 0; i < n; i += t->size) {
        uint64_t e = (offset + i) / t->size;

        store(t, folded(c, e), out + i);
    }
}

/* ---- the first difference ------------------------------------------------ */

/* Prints the number at p; if the type has no numbers, prints one byte. */
static void value_print(FILE *f, const struct dtype *t, const unsigned char *p)
{
    float single;
    double twice;
    int32_t narrow;
    int64_t wide;

    if (t->kind == DTYPE_BYTES)
        fprintf(f, "0x%02x", *p);
    else if (t->kind == DTYPE_FLOAT && t->size == sizeof(single))
        fprintf(f, "%.9g", (double)*(float *)memcpy(&single, p, t->size));
    else if (t->kind == DTYPE_FLOAT)
        fprintf(f, "%.17g", *(double *)memcpy(&twice, p, t->size));
    else if (t->size == sizeof(narrow))
        fprintf(f, "%" PRId32, *(int32_t *)memcpy(&narrow, p, t->size));
    else
        fprintf(f, "%" PRId64, *(int64_t *)memcpy(&wide, p, t->size));
}

/* Describes the first wrong byte among n payload bytes at `offset` of a
 * block. */
static void note(const struct content *c, uint64_t offset,
                 const unsigned char *found, const unsigned char *expected,
                 size_t n)
{
    const struct dtype *t = c->v->dtype;
    size_t i = 0, within;
    FILE *f;

    if (c->v->first == NULL || *c->v->first != '\0')
        return;
    while (i < n && found[i] == expected[i])
        i++;
    within = (size_t)((offset + i) % t->size);
    f = fmemopen(c->v->first, VERIFY_TEXT, "w");
    if (f == NULL)
        return;
    fprintf(f, "%s block %d, element %" PRIu64,
            c->received ? "receive" : "send", c->block, (offset + i) / t->size);
    if (t->kind == DTYPE_BYTES && t->size > 1)
        fprintf(f, ", byte %zu", within);
    fputs(": expected ", f);
    i -= t->kind == DTYPE_BYTES ? 0 : within;
    value_print(f, t, expected + i);
    fputs(", found ", f);
    value_print(f, t, found + i);
    fclose(f);
}

/* ---- writing and comparing ----------------------------------------------- */

/* Writes or compares n payload bytes at `offset` of a block. True if they
 * differ. */
static bool touch(enum walk how, unsigned char *p, const unsigned char *bytes,
                  size_t n, const struct content *c, uint64_t offset)
{
    if (how == WALK_COMPARE) {
        if (memcmp(p, bytes, n) == 0)
            return false;
        note(c, offset, p, bytes, n);
        return true;
    }
    memcpy(p, bytes, n);
    if (how == WALK_WRITE_INVERSE)
        for (size_t i = 0; i < n; i++)
            p[i] = (unsigned char)~p[i];
    return false;
}

static bool touch_gap(enum walk how, const struct verify *v, unsigned char *p,
                      size_t n)
{
    bool wrong = false;

    if (how != WALK_COMPARE) {
        memset(p, GAP, n);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        wrong |= p[i] != GAP;
    if (wrong && v->first != NULL && *v->first == '\0')
        snprintf(v->first, VERIFY_TEXT,
                 "memory between or after the blocks has changed");
    return wrong;
}

static bool walk_dense(enum walk how, unsigned char *p, uint64_t bytes,
                       const struct content *c)
{
    unsigned char chunk[CHUNK];
    bool wrong = false;

    for (uint64_t at = 0; at < bytes; at += CHUNK) {
        size_t n = bytes - at < CHUNK ? (size_t)(bytes - at) : CHUNK;

        generate(c, at, chunk, n);
        wrong |= touch(how, p + at, chunk, n, c, at);
    }
    return wrong;
}

static bool walk_pieces(enum walk how, unsigned char *p, uint64_t count,
                        const struct content *c)
{
    const struct dtype *t = c->v->dtype;
    unsigned char element[CHUNK];
    bool wrong = false;

    for (uint64_t e = 0; e < count; e++, p += t->extent) {
        size_t at = 0, end = 0; /* offset in the payload; offset in memory */

        generate(c, e * t->size, element, t->size);
        for (size_t i = 0; i < t->npieces; i++) {
            const struct piece *q = &t->pieces[i];

            wrong |= touch_gap(how, c->v, p + end, q->offset - end);
            wrong |= touch(how, p + q->offset, element + at, q->length, c,
                           e * t->size + at);
            at += q->length;
            end = q->offset + q->length;
        }
        wrong |= touch_gap(how, c->v, p + end, t->extent - end);
    }
    return wrong;
}

static bool walk_block(enum walk how, unsigned char *p, MPI_Count count,
                       const struct content *c)
{
    const struct dtype *t = c->v->dtype;
    uint64_t n = (uint64_t)count;

    return t->size == t->extent ? walk_dense(how, p, n * t->size, c)
                                : walk_pieces(how, p, n, c);
}

static unsigned char *at(const struct verify *v, void *base, MPI_Count displ)
{
    return (unsigned char *)base + (size_t)displ * v->dtype->extent;
}

static bool walk_guard(enum walk how, const struct verify *v, void *base,
                       MPI_Count span)
{
    return touch_gap(how, v, at(v, base, span), BUFFERS_GUARD);
}

/* Writes or compares the gap between block b of a side and its next block. */
static long walk_between(enum walk how, const struct verify *v, void *base,
                         const struct side *s, int b)
{
    MPI_Count end = s->displs[b] + s->counts[b];

    if (b + 1 >= s->n || s->displs[b + 1] <= end)
        return 0;
    return touch_gap(how, v, at(v, base, end),
                     (size_t)(s->displs[b + 1] - end) * v->dtype->extent);
}

/* Describes the data of a block of this rank's input. */
static struct content own(const struct verify *v, const struct op_args *a,
                          int block)
{
    struct content c = {v, a, {a->rank, 0, 1, block}, false, block};

    if (v->op->flags & OP_COMPARE && block >= a->edges.nout)
        c.from = (struct source){a->peer, 0, 1, block - a->edges.nout};
    return c;
}

/* Describes the data of a receive block that gets no message: it must not
 * change. */
static struct content nobodys(const struct verify *v, const struct op_args *a,
                              int block)
{
    return (struct content){v, a, {a->rank, 0, 1, -1 - block}, true, block};
}

static long walk_send(enum walk how, const struct verify *v,
                      const struct op_args *a, MPI_Count span)
{
    long wrong = 0;

    if (!layout_sends(v->op, a))
        return 0;
    if (span > 0) /* an empty buffer may have no memory at all */
        wrong = walk_guard(how, v, a->sendmem, span);
    for (int b = 0; b < a->send.n; b++) {
        struct content c = own(v, a, b);

        wrong += walk_block(how, at(v, a->sendmem, a->send.displs[b]),
                            a->send.counts[b], &c);
        wrong += walk_between(how, v, a->sendmem, &a->send, b);
    }
    return wrong;
}

/* Compares the results, or overwrites them with their inverse. */
static long walk_results(enum walk how, const struct verify *v,
                         const struct op_args *a)
{
    long wrong = 0;

    if (!layout_receives(v->op, a))
        return 0;
    for (int b = 0; b < a->recv.n; b++) {
        struct content c = {v, a, v->op->source(a, b), true, b};
        enum walk way = how;

        wrong += walk_between(how, v, a->recvmem, &a->recv, b);
        if (c.from.n < 0)
            continue;
        if (c.from.n == 0) {
            c = nobodys(v, a, b);
            way = how == WALK_COMPARE ? WALK_COMPARE : WALK_WRITE;
        }
        wrong += walk_block(way, at(v, a->recvmem, a->recv.displs[b]),
                            a->recv.counts[b], &c);
    }
    return wrong;
}

/* Writes the part of the input that lies in the receive buffer. */
static void write_inout(const struct verify *v, const struct op_args *a)
{
    MPI_Count count, displ;

    for (int i = 0, b; (b = layout_inout(v->op, a, i, &count, &displ)) >= 0;
         i++) {
        struct content c = own(v, a, b);

        walk_block(WALK_WRITE, at(v, a->recvmem, displ), count, &c);
    }
}

void verify_prepare(const struct verify *v, const struct op_args *a)
{
    MPI_Count send, recv;

    if (v->op->source == NULL)
        return;
    layout_elements(v->op, a, v->any_root, &send, &recv);
    walk_send(WALK_WRITE, v, a, send);
    walk_results(WALK_WRITE_INVERSE, v, a);
    write_inout(v, a);
    walk_guard(WALK_WRITE, v, a->recvmem, recv);
}

void verify_input(const struct verify *v, const struct op_args *a)
{
    if (v->op->source == NULL)
        return;
    walk_send(WALK_WRITE, v, a, 0);
    write_inout(v, a);
}

long verify_check(const struct verify *v, const struct op_args *a)
{
    MPI_Count send, recv;

    if (v->op->source == NULL)
        return 0;
    layout_elements(v->op, a, v->any_root, &send, &recv);
    return walk_send(WALK_COMPARE, v, a, send) +
           walk_results(WALK_COMPARE, v, a) +
           walk_guard(WALK_COMPARE, v, a->recvmem, recv);
}
