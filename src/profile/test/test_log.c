/* test_log.c: calls of a communicator: their keys, sums, and which are kept. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "profile/log.h"

static struct key key_of(int64_t bytes)
{
    struct key k;

    memset(&k, 0, sizeof(k));
    k.function = 3;
    k.procs = 4;
    k.bytes = bytes;
    strcpy(k.type, "MPI_DOUBLE");
    return k;
}

UNIT_TEST(test_keys)
{
    struct log l = {.id = 7};
    struct key k = key_of(8), other = key_of(16);

    assert_int_equal(log_key(&l, &k), 0);
    assert_int_equal(log_key(&l, &other), 1);
    assert_int_equal(log_key(&l, &k), 0);
    assert_int_equal(l.sums[1].key.bytes, 16);
    log_count(&l, 0, 2, 10);
    log_count(&l, 0, 2, 5);
    assert_int_equal(l.sums[0].calls, 2);
    assert_int_equal(l.sums[0].ticks, 15);
    assert_int_equal(l.sums[0].root, 2);
    log_count(&l, 0, 3, 1);
    assert_int_equal(l.sums[0].root, ROOT_CHANGES);
    log_count(&l, 0, 3, 1);
    assert_int_equal(l.sums[0].root, ROOT_CHANGES);
    assert_int_equal(l.sums[1].calls, 0);
    log_free(&l);
}

/* A program that varies its sizes does not fill the memory with keys. */
UNIT_TEST(test_many_keys)
{
    struct log l = {.id = 7};

    for (int64_t bytes = 1; bytes <= 100000; bytes++) {
        struct key k = key_of(bytes);
        int64_t at = log_key(&l, &k);

        assert_in_range(at, 0, KEYS_EXACT + 17);
        assert_true(l.sums[at].key.bytes >= bytes);
        assert_true(l.sums[at].key.bytes < 2 * bytes);
    }
    assert_int_equal(l.sums[KEYS_EXACT - 1].key.bytes, KEYS_EXACT);
    assert_int_equal(l.sums[l.keys.n - 1].key.bytes, 1 << 17);
    log_free(&l);
}

enum { CALLS = 100000 };

static void fill(struct log *l, struct log_budget *b)
{
    unsigned level = 0;

    for (uint32_t i = 0; i < CALLS; i++) {
        const struct logged call = {.enter = i, .number = i};

        while (!log_add(l, b, &call)) {
            atomic_store(&b->level, ++level);
            log_thin(l, b, level);
            assert_in_range(level, 1, 20);
        }
    }
}

/* Two ranks with different amounts of memory keep the same calls, once the one
 * with more drops what the other has dropped. */
UNIT_TEST(test_budget)
{
    struct log_budget small = {.limit = 64 << 10}, large = {.limit = 1 << 20},
                      all = {.limit = SIZE_MAX};
    struct log a = {.id = 5}, b = {.id = 5}, c = {.id = 5};

    fill(&a, &small);
    fill(&b, &large);
    fill(&c, &all);
    assert_int_equal(c.n, CALLS);
    assert_true(atomic_load(&small.used) <= small.limit);
    assert_true(atomic_load(&large.used) <= large.limit);
    assert_int_equal(atomic_load(&small.used), a.max * sizeof(*a.calls));
    assert_true(small.level > large.level);
    log_thin(&a, &small, small.level);
    log_thin(&b, &large, small.level);
    log_thin(&c, &all, small.level);
    assert_in_range(a.n, (CALLS >> small.level) / 2,
                    CALLS >> (small.level - 1));
    assert_int_equal(a.n, b.n);
    assert_int_equal(a.n, c.n);
    assert_memory_equal(a.calls, b.calls, a.n * sizeof(*a.calls));
    assert_memory_equal(a.calls, c.calls, a.n * sizeof(*a.calls));
    for (size_t i = 0; i < a.n; i++)
        assert_true(log_keeps(5, a.calls[i].number, small.level));
    log_free(&a);
    log_free(&b);
    log_free(&c);
}

UNIT_TEST(test_order)
{
    static const uint32_t numbers[] = {0, 3, 1, 2, 5, 4};
    struct log_budget b = {.limit = SIZE_MAX};
    struct log l = {.id = 1};

    for (size_t i = 0; i < LENGTH(numbers); i++)
        log_add(&l, &b, &(struct logged){.number = numbers[i]});
    log_sort(&l);
    for (size_t i = 0; i < LENGTH(numbers); i++)
        assert_int_equal(l.calls[i].number, i);
    log_free(&l);
}
