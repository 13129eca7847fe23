/* test_buffers.c: alignment, rotation and limits of message buffers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/test/unit.h"
#include "ops/buffers.h"
#include "ops/registry.h"

static struct buffers_spec spec(size_t send, size_t recv, size_t align,
                                size_t span)
{
    return (struct buffers_spec){
        .shared = MPI_COMM_NULL,
        .send_bytes = send,
        .recv_bytes = recv,
        .align = align,
        .numa = BUFFERS_NUMA_LOCAL,
        .span = span,
    };
}

static void test_warm_is_one_block(void **state)
{
    struct buffers_spec s = spec(100, 1000, 4096, 0);
    struct op_args a = {0}, again = {0};
    struct buffers b;
    char *cause = NULL;

    (void)state;
    assert_int_equal(buffers_open(&b, &s, &cause), 0);
    buffers_use(&b, op_find("bcast"), 0, &a);
    buffers_use(&b, op_find("bcast"), 1, &again);
    assert_ptr_equal(a.sendbuf, again.sendbuf);
    assert_ptr_equal(a.recvbuf, again.recvbuf);
    assert_int_equal((uintptr_t)a.sendbuf % 4096, 0);
    assert_int_equal((uintptr_t)a.recvbuf % 4096, 0);
    assert_true((char *)a.recvbuf >= (char *)a.sendbuf + 100 + BUFFERS_GUARD);
    assert_int_not_equal(((unsigned char *)a.recvbuf)[999], 0); /* touched */
    buffers_close(&b);
}

static void cold(size_t send, size_t recv, size_t align, size_t span)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), blocks = 0;
    struct buffers_spec s = spec(send, recv, align, span);
    const struct op *op = op_find("bcast");
    struct op_args first = {0}, last, a = {0};
    struct buffers b;
    char *cause = NULL;

    assert_int_equal(buffers_open(&b, &s, &cause), 0);
    buffers_use(&b, op, 0, &first);
    assert_int_equal(first.slot, 0);
    a = first;
    do {
        last = a;
        buffers_use(&b, op, ++blocks, &a);
        if (a.recvbuf != first.recvbuf)
            assert_true((char *)a.recvbuf >= (char *)last.recvbuf + page);
        assert_int_equal(a.slot, blocks % b.nblocks);
        assert_ptr_equal(a.recvbuf, a.recvmem);
        assert_int_equal((uintptr_t)a.recvbuf % align, 0);
        assert_true((unsigned char *)a.recvbuf + recv + BUFFERS_GUARD <=
                    b.map + b.map_bytes);
    } while (a.recvbuf != first.recvbuf);
    assert_true(blocks >= 2);
    assert_true((size_t)((char *)last.recvbuf - (char *)first.recvbuf) +
                    b.stride >= span);
    buffers_close(&b);
}

static void test_cold_spans_the_cache(void **state)
{
    (void)state;
    cold(0, 1, 1, 1 << 20);
    cold(0, 1, 4096, 1 << 20);
    cold(8, 8, 64, 1 << 20);
    cold(5000, 5000, 8192, 1 << 20);
    cold(0, 3 << 20, 4096, 1 << 20); /* larger than the span: still two */
}

static unsigned char *arena_map(struct buffers_arena *arena, size_t bytes,
                                size_t span)
{
    struct buffers_spec s = spec(0, bytes, 4096, span);
    unsigned char *map;
    struct buffers b;
    char *cause = NULL;

    s.arena = arena;
    assert_int_equal(buffers_open(&b, &s, &cause), 0);
    map = b.map;
    for (size_t i = 0; i < b.map_bytes; i++)
        assert_int_equal(map[i], BUFFERS_FILL);
    memset(map, 1, b.map_bytes); /* what the next ones must not find */
    buffers_close(&b);
    return map;
}

/* Cold buffers of one case after another lie in the same pages, as long as
 * there is room; warm ones never do. */
static void test_cold_cases_share_an_arena(void **state)
{
    struct buffers_arena arena = {0};
    unsigned char *first = arena_map(&arena, 8, 1 << 20);
    size_t touched = arena.touched;

    (void)state;
    assert_ptr_equal(arena.map, first);
    assert_true(touched >= 1 << 20 && touched < 2 << 20);
    assert_ptr_equal(arena_map(&arena, 8, 1 << 20), first);
    assert_int_equal(arena.touched, touched);
    for (size_t bytes = 16; bytes <= 512 << 10; bytes *= 2)
        assert_ptr_equal(arena_map(&arena, bytes, 1 << 20), first);
    assert_true(arena.touched > touched);
    arena_map(&arena, 4 << 20, 1 << 20); /* two of them are 8 MiB */
    assert_true(arena.touched >= 8 << 20 && arena.map_bytes >= arena.touched);
    assert_ptr_not_equal(arena_map(&arena, 8, 0), arena.map);
    buffers_arena_close(&arena);
    assert_null(arena.map);
    assert_int_equal(arena.touched, 0);
}

static void test_zero_bytes(void **state)
{
    struct buffers_spec s = spec(0, 0, 4096, 0);
    struct op_args a = {0};
    struct buffers b;
    char *cause = NULL;

    (void)state;
    assert_int_equal(buffers_open(&b, &s, &cause), 0);
    buffers_use(&b, op_find("bcast"), 0, &a);
    assert_non_null(a.recvbuf);
    assert_ptr_not_equal(a.sendbuf, a.recvbuf);
    buffers_close(&b);
}

static void test_too_large_says_why(void **state)
{
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX / 8, SIZE_MAX / 16};
    struct buffers b;

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct buffers_spec s = spec(sizes[i], sizes[i], 4096, 0);
        char *cause = NULL;

        assert_true(buffers_open(&b, &s, &cause) < 0);
        assert_non_null(cause);
        free(cause);
        buffers_close(&b);
    }
}

static void test_unknown_numa_node_says_why(void **state)
{
    struct buffers_spec s = spec(0, 100, 4096, 0);
    struct buffers b;
    char *cause = NULL;

    (void)state;
    s.numa = 900;
    assert_true(buffers_open(&b, &s, &cause) < 0);
    assert_non_null(cause);
    free(cause);
    buffers_close(&b);
}

/* MPI_IN_PLACE takes the place of one of the two, on the ranks that have both:
 * the memory is there all the same. */
static void test_in_place(void **state)
{
    static const struct {
        const char *op;
        int rank; /* the root is 1 */
        bool send, recv;
    } t[] = {
        {"allreduce", 0, true, false}, {"gather", 1, true, false},
        {"gather", 0, false, false},   {"scatter", 1, false, true},
        {"scatter", 0, false, false},  {"bcast", 1, false, false},
    };
    struct buffers_spec s = spec(100, 100, 64, 0);
    struct buffers b;
    char *cause = NULL;

    (void)state;
    assert_int_equal(buffers_open(&b, &s, &cause), 0);
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        const struct op *op = op_find(t[i].op);
        struct op_args a = {.rank = t[i].rank, .size = 2, .root = 1};

        a.in_place = op->in_place != IN_PLACE_NOT;
        buffers_use(&b, op, 0, &a);
        assert_int_equal(a.sendbuf == MPI_IN_PLACE, t[i].send);
        assert_int_equal(a.recvbuf == MPI_IN_PLACE, t[i].recv);
        assert_non_null(a.sendmem);
        assert_non_null(a.recvmem);
        assert_true(a.sendmem != MPI_IN_PLACE && a.recvmem != MPI_IN_PLACE);
    }
    buffers_close(&b);
}

UNIT_GROUP(buffers)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_warm_is_one_block),
        cmocka_unit_test(test_cold_spans_the_cache),
        cmocka_unit_test(test_cold_cases_share_an_arena),
        cmocka_unit_test(test_zero_bytes),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_too_large_says_why),
        cmocka_unit_test(test_unknown_numa_node_says_why),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
