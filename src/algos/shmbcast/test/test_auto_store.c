/* test_auto_store.c: what a process keeps of what it has learned. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../auto/store.h"

static const pid_t first_pids[] = {100, 101, 102};

/* Something to be known again: a prior, and a row with as many calls. */
static struct sb_learned marked(uint32_t mark)
{
    struct sb_learned l = {.priors = {{mark}}};
    struct sb_row *row = sb_learned_row(&l, 0, SB_PLAIN, 5);

    assert_non_null(row);
    row->calls = mark;
    return l;
}

static void put(const struct sb_store_key *key, uint32_t mark)
{
    struct sb_learned l = marked(mark), empty;

    memset(&empty, 0, sizeof(empty));
    sb_store_put(key, &l);
    assert_memory_equal(&l, &empty, sizeof(l));
}

/* The mark, 0 if there is nothing. */
static uint32_t get(const struct sb_store_key *key)
{
    struct sb_learned l, empty;
    uint32_t mark;

    memset(&empty, 0, sizeof(empty));
    if (!sb_store_get(key, &l)) {
        assert_memory_equal(&l, &empty, sizeof(l));
        return 0;
    }
    mark = l.priors[0][0];
    assert_int_equal(l.rows[0][SB_PLAIN][5]->calls, mark);
    l.rows[0][SB_PLAIN][5]->calls = 0; /* the store has its own */
    sb_learned_free(&l);
    return mark;
}

/* Whatever there was is gone: as many others have come since. */
static void flush(void)
{
    pid_t pid = 1;
    struct sb_store_key key = {.pids = &pid, .size = 1};

    for (; pid <= SB_STORE_MAX; pid++)
        put(&key, 1);
}

static void by_key(void **state)
{
    static const pid_t others[] = {100, 102, 101};
    static const struct sb_store_key keys[] = {
        {first_pids, 3, 0, 1 << 20, 0}, {others, 3, 0, 1 << 20, 0},
        {first_pids, 2, 0, 1 << 20, 0}, {first_pids, 3, 1, 1 << 20, 0},
        {first_pids, 3, 0, 2 << 20, 0}, {first_pids, 3, 0, 1 << 20, 1},
    };
    enum { KEYS = sizeof(keys) / sizeof(keys[0]) };

    (void)state;
    for (uint32_t i = 0; i < KEYS; i++) {
        assert_int_equal(get(&keys[i]), 0);
        put(&keys[i], i + 1);
    }
    for (uint32_t i = 0; i < KEYS; i++)
        assert_int_equal(get(&keys[i]), i + 1);
    put(&keys[2], 77);
    for (uint32_t i = 0; i < KEYS; i++)
        assert_int_equal(get(&keys[i]), i == 2 ? 77 : i + 1);
    flush();
    for (uint32_t i = 0; i < KEYS; i++)
        assert_int_equal(get(&keys[i]), 0);
}

/* Of two handles of the same ranks the one that knows less may go last. */
static void more_calls_stay(void **state)
{
    const struct sb_store_key key = {first_pids, 3, 0, 1 << 20, 0};
    struct sb_learned l = marked(1000), idle = marked(3);

    (void)state;
    idle.priors[0][0] = 1000;
    assert_non_null(sb_learned_row(&idle, 0, SB_SHARED, 7));
    idle.rows[0][SB_SHARED][7]->calls = 2;
    sb_store_put(&key, &l);
    sb_store_put(&key, &idle);
    assert_true(sb_store_get(&key, &l));
    assert_int_equal(l.rows[0][SB_PLAIN][5]->calls, 1000);
    assert_int_equal(l.rows[0][SB_SHARED][7]->calls, 2);
    sb_learned_free(&l);
    flush();
}

/* The key may go; the store has its own. */
static void key_is_copied(void **state)
{
    pid_t pids[] = {100, 101, 102};
    struct sb_store_key key = {pids, 3, 0, 1 << 20, 0};

    (void)state;
    put(&key, 9);
    pids[1] = 0;
    assert_int_equal(get(&key), 0);
    key.pids = first_pids;
    assert_int_equal(get(&key), 9);
    flush();
}

static void least_recently_used_goes(void **state)
{
    pid_t pid = 1;
    struct sb_store_key key = {.pids = &pid, .size = 1};

    (void)state;
    for (pid = 1; pid <= SB_STORE_MAX; pid++)
        put(&key, (uint32_t)pid + 10);
    pid = 1; /* used: now 2 is the oldest, then 3 */
    assert_int_equal(get(&key), 11);
    pid = 3;
    put(&key, 33);
    pid = SB_STORE_MAX + 1;
    put(&key, 99);
    pid = SB_STORE_MAX + 2;
    put(&key, 98);
    for (pid = 1; pid <= SB_STORE_MAX + 2; pid++)
        assert_int_equal(get(&key), pid == 2 || pid == 4      ? 0
                                    : pid == 3                ? 33
                                    : pid == SB_STORE_MAX + 1 ? 99
                                    : pid == SB_STORE_MAX + 2
                                        ? 98
                                        : (uint32_t)pid + 10);
    flush();
}

enum { THREADS = 4, ROUNDS = 300 };

/* More keys than there is room for; each has marks of its own. */
static void *use(void *failed)
{
    pid_t pid;
    const struct sb_store_key key = {.pids = &pid, .size = 1};

    for (int i = 0; i < ROUNDS; i++) {
        struct sb_learned l = {.priors = {{0}}};

        pid = 1 + i % (SB_STORE_MAX + 4);
        if (sb_store_get(&key, &l) && l.priors[0][0] != (uint32_t)pid)
            *(int *)failed = 1;
        l.priors[0][0] = (uint32_t)pid;
        (void)sb_learned_row(&l, 0, SB_PLAIN, (unsigned)i % SB_CLASSES);
        sb_store_put(&key, &l);
    }
    return NULL;
}

static void threads(void **state)
{
    pthread_t thread[THREADS];
    int failed[THREADS] = {0};

    (void)state;
    flush();
    for (pid_t pid = 1; pid <= SB_STORE_MAX; pid++)
        put(&(struct sb_store_key){.pids = &pid, .size = 1}, (uint32_t)pid);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, use, &failed[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_int_equal(failed[i], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_key),
        cmocka_unit_test(more_calls_stay),
        cmocka_unit_test(key_is_copied),
        cmocka_unit_test(least_recently_used_goes),
        cmocka_unit_test(threads),
    };

    return cmocka_run_group_tests_name("auto_store", tests, NULL, NULL);
}
