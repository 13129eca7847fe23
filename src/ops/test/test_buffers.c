/* test_buffers.c: alignment, rotation and limits of message buffers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <unistd.h>
#include "ops/buffers.h"

static struct buffers_spec spec(size_t send, size_t recv, size_t align,
                                size_t span)
{
    return (struct buffers_spec){
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
    char *why = NULL;

    (void)state;
    assert_int_equal(buffers_open(&b, &s, &why), 0);
    buffers_use(&b, 0, &a);
    buffers_use(&b, 1, &again);
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
    struct op_args first = {0}, last, a = {0};
    struct buffers b;
    char *why = NULL;

    assert_int_equal(buffers_open(&b, &s, &why), 0);
    buffers_use(&b, 0, &first);
    a = first;
    do {
        last = a;
        buffers_use(&b, ++blocks, &a);
        if (a.recvbuf != first.recvbuf)
            assert_true((char *)a.recvbuf >= (char *)last.recvbuf + page);
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

static void test_zero_bytes(void **state)
{
    struct buffers_spec s = spec(0, 0, 4096, 0);
    struct op_args a = {0};
    struct buffers b;
    char *why = NULL;

    (void)state;
    assert_int_equal(buffers_open(&b, &s, &why), 0);
    buffers_use(&b, 0, &a);
    assert_non_null(a.recvbuf);
    buffers_close(&b);
}

static void test_too_large_says_why(void **state)
{
    static const size_t sizes[] = {SIZE_MAX, SIZE_MAX / 8, SIZE_MAX / 16};
    struct buffers b;

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct buffers_spec s = spec(sizes[i], sizes[i], 4096, 0);
        char *why = NULL;

        assert_true(buffers_open(&b, &s, &why) < 0);
        assert_non_null(why);
        free(why);
    }
}

static void test_unknown_numa_node_says_why(void **state)
{
    struct buffers_spec s = spec(0, 100, 4096, 0);
    struct buffers b;
    char *why = NULL;

    (void)state;
    s.numa = 900;
    assert_true(buffers_open(&b, &s, &why) < 0);
    assert_non_null(why);
    free(why);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_warm_is_one_block),
        cmocka_unit_test(test_cold_spans_the_cache),
        cmocka_unit_test(test_zero_bytes),
        cmocka_unit_test(test_too_large_says_why),
        cmocka_unit_test(test_unknown_numa_node_says_why),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
