/* test_requests.c: handles that stand for one request or for many. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "lib/test/unit.h"
#include "../requests.h"

static void add(struct requests *r, uint64_t handle, int64_t bytes)
{
    assert_true(requests_add(r, handle, &(struct operation){.bytes = bytes}));
}

/* One of the handle is taken, and goes. Returns its bytes. */
static int64_t gone(struct requests *r, uint64_t handle)
{
    uint32_t item = requests_find(r, handle);
    int64_t bytes;

    assert_int_not_equal(item, 0);
    assert_int_equal(requests_take(r, handle), item);
    bytes = requests_op(r, item)->bytes;
    requests_drop(r, item);
    return bytes;
}

static void test_shared(void **state)
{
    struct requests r = {0};
    int64_t sum = 0;

    (void)state;
    assert_int_equal(requests_find(&r, 1), 0);
    assert_int_equal(requests_take(&r, 1), 0);
    for (int i = 0; i < 3000; i++) {
        add(&r, 42, i);
        add(&r, 1000 + (uint64_t)i, i);
    }
    for (int i = 0; i < 1000; i++)
        sum += gone(&r, 42);
    for (int i = 0; i < 3000; i++)
        assert_int_equal(gone(&r, 1000 + (uint64_t)i), i);
    add(&r, 42, 3000);
    for (int i = 1000; i <= 3000; i++)
        sum += gone(&r, 42);
    assert_int_equal(sum, 3000 * 3001 / 2);
    assert_int_equal(requests_take(&r, 42), 0);
    add(&r, 42, 1);
    assert_int_equal(gone(&r, 42), 1);
    requests_free(&r);
}

/* What is taken is not found, nor mixed up with a new one of its handle. */
static void test_taken(void **state)
{
    enum { N = 1000 };
    struct requests r = {0};
    uint32_t item[N];

    (void)state;
    for (int i = 0; i < N; i++)
        add(&r, (uint64_t)i, i);
    for (int i = 0; i < N; i++)
        item[i] = requests_take(&r, (uint64_t)i);
    for (int i = 0; i < N; i++)
        assert_int_equal(requests_find(&r, (uint64_t)i), 0);
    for (int i = 0; i < 3 * N; i++) /* the table grows */
        add(&r, (uint64_t)i, 10 * N + i);
    for (int i = 0; i < N; i++) {
        assert_int_equal(requests_op(&r, item[i])->bytes, i);
        if (i % 2 == 0)
            requests_drop(&r, item[i]);
        else
            requests_put(&r, item[i]);
    }
    for (int i = 0; i < 3 * N; i++) {
        int64_t sum = gone(&r, (uint64_t)i), more = i < N && i % 2 == 1;

        if (more)
            sum += gone(&r, (uint64_t)i);
        assert_int_equal(sum, 10 * N + i + more * i);
        assert_int_equal(requests_find(&r, (uint64_t)i), 0);
    }
    requests_free(&r);
}

UNIT_GROUP(requests)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_taken),
    };

    return cmocka_run_group_tests_name("requests", tests, NULL, NULL);
}
