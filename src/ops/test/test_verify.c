/* test_verify.c: right results pass, and one changed bit anywhere does not. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/buffers.h"
#include "ops/verify.h"

enum { RANKS = 3, MAX_COUNT = 5000 };

/* Ranks of a make-believe communicator. */
struct world {
    struct verify v;
    struct op_args a[RANKS];
    size_t bytes; /* of one block in memory */
};

static void world_open(struct world *w, const struct op *op,
                       const struct dtype *t, const struct redop *redop,
                       int64_t count, int root)
{
    w->v = (struct verify){op, t, redop, 7};
    w->bytes = (size_t)count * t->extent;
    for (int r = 0; r < RANKS; r++) {
        w->a[r] = (struct op_args){
            .sendbuf = xcalloc(1, w->bytes + BUFFERS_GUARD),
            .recvbuf = xcalloc(1, w->bytes + BUFFERS_GUARD),
            .count = count,
            .root = root,
            .rank = r,
            .size = RANKS,
        };
        verify_prepare(&w->v, &w->a[r]);
    }
}

static void world_close(struct world *w)
{
    for (int r = 0; r < RANKS; r++) {
        free(w->a[r].sendbuf);
        free(w->a[r].recvbuf);
    }
}

/* What a right broadcast does: the payload moves, gaps stay as they are. */
static void do_bcast(struct world *w, int root, size_t shift)
{
    const struct dtype *t = w->v.dtype;

    for (int r = 0; r < RANKS; r++)
        for (int64_t e = 0; r != root && e < w->a[r].count; e++)
            for (size_t i = 0; i < t->npieces; i++) {
                size_t at = (size_t)e * t->extent + t->pieces[i].offset;
                size_t from = (at + shift * t->extent) % w->bytes;

                memcpy((char *)w->a[r].recvbuf + at,
                       (char *)w->a[root].recvbuf + from, t->pieces[i].length);
            }
}

static long wrong(struct world *w)
{
    long n = 0;

    for (int r = 0; r < RANKS; r++)
        n += verify_check(&w->v, &w->a[r]);
    return n;
}

static void bcast_right_and_wrong(const struct dtype *t, int64_t count)
{
    struct world w;
    unsigned char *p;
    size_t total;

    world_open(&w, op_find("bcast"), t, NULL, count, 1);
    if (count > 0)
        assert_int_equal(wrong(&w), RANKS - 1); /* nothing has moved yet */
    do_bcast(&w, 1, 0);
    assert_int_equal(wrong(&w), 0);

    /* every byte of payload, gap and guard counts */
    p = w.a[2].recvbuf;
    total = w.bytes + BUFFERS_GUARD;
    for (size_t i = 0; i < total; i += 1 + total / 97) {
        p[i] ^= 1;
        assert_int_equal(wrong(&w), 1);
        p[i] ^= 1;
    }
    world_close(&w);
}

static void test_bcast_every_byte(void **state)
{
    static const int64_t counts[] = {0, 1, 2, 7, 513, MAX_COUNT};

    (void)state;
    for (size_t t = 0; dtype_table[t] != NULL; t++)
        for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
            bcast_right_and_wrong(dtype_table[t], counts[i]);
}

static void test_bcast_wrong_root_order_launch(void **state)
{
    struct world w;

    (void)state;
    for (size_t t = 0; dtype_table[t] != NULL; t++) {
        world_open(&w, op_find("bcast"), dtype_table[t], NULL, 64, 0);
        do_bcast(&w, 0, 1); /* elements in the wrong order */
        assert_int_equal(wrong(&w), RANKS - 1);
        do_bcast(&w, 0, 0);
        assert_int_equal(wrong(&w), 0);
        w.v.launch++; /* the last launch's data are not this one's */
        assert_int_equal(wrong(&w), RANKS);
        w.v.launch--;
        for (int r = 0; r < RANKS; r++)
            w.a[r].root = 1; /* another root's data are not this one's */
        assert_int_equal(wrong(&w), RANKS);
        world_close(&w);
    }
}

/* Folds the ranks' inputs in rank order with C's own arithmetic. */
#define REDUCE(T)                                                              \
    static void reduce_##T(struct world *w, int r, const char *op)             \
    {                                                                          \
        for (int64_t e = 0; e < w->a[0].count; e++) {                          \
            T x = ((T *)w->a[0].sendbuf)[e];                                   \
            for (int s = 1; s < RANKS; s++) {                                  \
                T y = ((T *)w->a[s].sendbuf)[e];                               \
                x = strcmp(op, "sum") == 0    ? (T)(x + y)                     \
                    : strcmp(op, "prod") == 0 ? (T)(x * y)                     \
                    : strcmp(op, "max") == 0  ? (x > y ? x : y)                \
                                              : (x < y ? x : y);               \
            }                                                                  \
            ((T *)w->a[r].recvbuf)[e] = x;                                     \
        }                                                                      \
    }
REDUCE(int32_t)
REDUCE(int64_t)
REDUCE(float)
REDUCE(double)

static void reduce_bits(struct world *w, int r, const char *op)
{
    size_t n = (size_t)w->a[0].count * w->v.dtype->size;

    for (size_t i = 0; i < n; i++) {
        unsigned char x = ((unsigned char *)w->a[0].sendbuf)[i];

        for (int s = 1; s < RANKS; s++) {
            unsigned char y = ((unsigned char *)w->a[s].sendbuf)[i];

            x = op[1] == 'a' ? x & y : op[1] == 'o' ? x | y : x ^ y;
        }
        ((unsigned char *)w->a[r].recvbuf)[i] = x;
    }
}

static void reduce_rank(struct world *w, int r)
{
    const struct dtype *t = w->v.dtype;
    const char *op = w->v.redop->name;

    if (op[0] == 'b')
        reduce_bits(w, r, op);
    else if (t->kind == DTYPE_INT)
        t->size == 4 ? reduce_int32_t(w, r, op) : reduce_int64_t(w, r, op);
    else
        t->size == 4 ? reduce_float(w, r, op) : reduce_double(w, r, op);
}

static void test_allreduce(void **state)
{
    struct world w;

    (void)state;
    for (size_t o = 0; redop_table[o] != NULL; o++)
        for (size_t t = 0; dtype_table[t] != NULL; t++) {
            const struct dtype *type = dtype_table[t];

            if (!(redop_table[o]->kinds >> type->kind & 1) ||
                type->create != NULL)
                continue;
            world_open(&w, op_find("allreduce"), type, redop_table[o], 1000, 0);
            assert_int_equal(wrong(&w), RANKS);
            for (int r = 0; r < RANKS; r++)
                reduce_rank(&w, r);
            assert_int_equal(wrong(&w), 0);
            ((unsigned char *)w.a[1].recvbuf)[777] ^= 0x80;
            assert_int_equal(wrong(&w), 1);
            ((unsigned char *)w.a[2].sendbuf)[5] ^= 1; /* input overwritten */
            assert_int_equal(wrong(&w), 2);
            world_close(&w);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bcast_every_byte),
        cmocka_unit_test(test_bcast_wrong_root_order_launch),
        cmocka_unit_test(test_allreduce),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
