/* test_join.c: sets of ranks become supersteps. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/test/unit.h"
#include "../join.h"

enum { RANKS = 4, LIMIT = 1 << 20 };

static struct sets of[RANKS];
static struct tally tally;

static int setup(void **state)
{
    (void)state;
    tally = (struct tally){0};
    for (int r = 0; r < RANKS; r++)
        of[r] = (struct sets){.limit = LIMIT};
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (int r = 0; r < RANKS; r++)
        sets_free(&of[r]);
    return 0;
}

static void sends(int src, int dst, int tag, int64_t bytes)
{
    sets_send(&of[src], &(struct envelope){dst, tag, 1}, bytes);
}

static void receives(int dst, int src, int tag)
{
    sets_receive(&of[dst], &(struct envelope){src, tag, 1});
}

static void end(int rank)
{
    sets_end(&of[rank]);
}

/* Superstep [i]: so often, and these messages of MESSAGE_WORDS words. */
#define SUPERSTEP(j, i, times, ...)                                            \
    superstep(j, i, times, (const int64_t[]){__VA_ARGS__},                     \
              sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
static void superstep(const struct joined *j, size_t i, int64_t times,
                      const int64_t *words, size_t n)
{
    size_t m;
    const int64_t *there = intern_words(&j->supersteps, i, &m);

    assert_int_equal(j->repeat[i], times);
    assert_int_equal(m, n);
    assert_memory_equal(there, words, n * sizeof(*words));
}

/* The k-th of an envelope meets the k-th, whatever else happens before. */
static void test_kth(void **state)
{
    struct joined j;

    (void)state;
    for (int k = 0; k < 3; k++) {
        sends(0, 1, 0, 10 + k);
        end(0);
    }
    for (int k = 0; k < 3; k++) {
        sends(1, 2, 0, 50);
        end(1); /* nobody takes it */
        receives(1, 0, 0);
        sends(1, 3, 0, 20 + k);
        end(1);
        receives(3, 1, 0);
        end(3);
    }
    assert_true(join(of, RANKS, NULL, &j, &tally));
    assert_int_equal(j.supersteps.n, 4);
    SUPERSTEP(&j, 0, 3, 1, 2, 0, 50, 1);
    SUPERSTEP(&j, 1, 1, 0, 1, 0, 10, 1, 1, 3, 0, 20, 1);
    SUPERSTEP(&j, 2, 1, 0, 1, 0, 11, 1, 1, 3, 0, 21, 1);
    SUPERSTEP(&j, 3, 1, 0, 1, 0, 12, 1, 1, 3, 0, 22, 1);
    assert_int_equal(tally.number[SENDS_UNMATCHED], 3);
    assert_int_equal(tally.number[RECEIVES_UNMATCHED], 0);
    joined_free(&j);
}

/* Each of two steps comes before the other: they stay two, and are in order. */
static void test_overtaken(void **state)
{
    struct joined j;

    (void)state;
    sends(0, 1, 1, 1);
    end(0);
    sends(0, 1, 2, 2);
    end(0);
    receives(1, 0, 2);
    end(1);
    receives(1, 0, 1);
    end(1);
    assert_true(join(of, RANKS, NULL, &j, &tally));
    assert_int_equal(j.supersteps.n, 2);
    SUPERSTEP(&j, 0, 1, 0, 1, 1, 1, 1);
    SUPERSTEP(&j, 1, 1, 0, 1, 2, 2, 1);
    joined_free(&j);
}

/* Messages inside a node are left out; what is equal then is one. */
static void test_nodes(void **state)
{
    const int node[RANKS] = {0, 0, 1, 1};
    struct joined j;

    (void)state;
    for (int i = 0; i < 2; i++) {
        sends(0, 1, 0, 100 + i);
        sends(0, 2, 0, 7);
        end(0);
        receives(1, 0, 0);
        end(1);
        receives(2, 0, 0);
        end(2);
    }
    sends(2, 3, 0, 1000);
    end(2);
    assert_true(join(of, RANKS, node, &j, &tally));
    assert_int_equal(j.supersteps.n, 1);
    SUPERSTEP(&j, 0, 2, 0, 2, 0, 7, 1);
    assert_int_equal(tally.amount[AMOUNT_INSIDE].messages, 3);
    assert_int_equal(tally.amount[AMOUNT_INSIDE].bytes, 1201);
    joined_free(&j);
}

static void test_nothing(void **state)
{
    struct joined j;

    (void)state;
    end(0);
    sends(1, 2, 0, 5);
    sets_unsend(&of[1], &(struct envelope){2, 0, 1}, 5);
    end(1);
    assert_int_equal(of[1].nhistory, 0);
    assert_true(join(of, RANKS, NULL, &j, &tally));
    assert_int_equal(j.supersteps.n, 0);
    joined_free(&j);
}

/* Sets are equal whatever the order in which their receives are completed. */
static void test_sets(void **state)
{
    static const int64_t expected[] = {1, 3, 0, 1, 9, 2, 1, 0, 1,
                                       1, 1, 7, 1, 1, 2, 0, 1, 1};
    struct sets *s = &of[0];
    const int64_t *words;
    size_t n;

    (void)state;
    for (int i = 0; i < 6; i++) {
        receives(0, 1 + i % 2, 0);
        receives(0, 1, 7);
        receives(0, 2 - i % 2, 0);
        sends(0, 3, 0, 9);
        sends(0, 3, 0, 9);
        end(0);
    }
    assert_int_equal(s->unique.n, 1);
    assert_int_equal(s->nhistory, 6);
    words = intern_words(&s->unique, 0, &n);
    assert_int_equal(n, sizeof(expected) / sizeof(*expected));
    assert_memory_equal(words, expected, sizeof(expected));
}

/* From the limit on nothing is kept, and everything is counted. */
static void test_limit(void **state)
{
    struct sets *s = &of[0];
    int64_t kept = 0, kept_bytes = 0, bytes = 0;

    (void)state;
    s->limit = 4096;
    for (int i = 0; i < 1000; i++) {
        sends(0, 1, 0, i);
        bytes += i;
        end(0);
    }
    for (size_t i = 0; i < s->nhistory; i++) {
        size_t n;
        const int64_t *w = intern_words(&s->unique, s->history[i], &n);

        assert_int_equal(s->history[i], i);
        kept += w[5];
        kept_bytes += w[5] * w[4];
    }
    assert_true(s->limit_reached);
    assert_in_range(kept, 1, 999);
    assert_int_equal(kept + s->dropped.messages, 1000);
    assert_int_equal(kept_bytes + s->dropped.bytes, bytes);
    assert_int_equal(kept_bytes, kept * (kept - 1) / 2);
}

UNIT_GROUP(join)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_kth),     TEST(test_overtaken), TEST(test_nodes),
        TEST(test_nothing), TEST(test_sets),      TEST(test_limit),
    };

    return cmocka_run_group_tests_name("join", tests, NULL, NULL);
}
