/* test_requests.c: handles that stand for one request or for many. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "../requests.h"

static void add(struct requests *r, uint64_t handle, int64_t bytes)
{
    assert_true(requests_add(r, handle, &(struct operation){.bytes = bytes}));
}

/* The oldest of the handle is found, and goes. */
static void gone(struct requests *r, uint64_t handle, int64_t bytes)
{
    struct operation *op = requests_find(r, handle);

    assert_non_null(op);
    assert_int_equal(op->bytes, bytes);
    requests_remove(r, handle);
}

static void test_many(void **state)
{
    struct requests r = {0};

    (void)state;
    assert_null(requests_find(&r, 1));
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 5000; i++)
            add(&r, (uint64_t)i * 64, i);
        for (int i = 0; i < 5000; i++)
            gone(&r, (uint64_t)(i * 7 % 5000) * 64, i * 7 % 5000);
        for (int i = 0; i < 5000; i++)
            assert_null(requests_find(&r, (uint64_t)i * 64));
    }
    assert_int_equal(r.n, 5000);
    requests_free(&r);
}

static void test_shared(void **state)
{
    struct requests r = {0};

    (void)state;
    for (int i = 0; i < 3000; i++) {
        add(&r, 42, i);
        add(&r, 1000 + (uint64_t)i, i);
    }
    for (int i = 0; i < 1000; i++)
        gone(&r, 42, i);
    for (int i = 0; i < 3000; i++)
        gone(&r, 1000 + (uint64_t)i, i);
    add(&r, 42, 3000);
    for (int i = 1000; i <= 3000; i++)
        gone(&r, 42, i);
    assert_null(requests_find(&r, 42));
    requests_remove(&r, 42);
    add(&r, 42, 1);
    gone(&r, 42, 1);
    requests_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_shared),
    };

    return cmocka_run_group_tests_name("requests", tests, NULL, NULL);
}
