/* test_runs_message.c: what was encoded comes out again, and nothing else does.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../runs.h"
#include "random.h"

enum { WORDS = 300, LONGEST = (1 << RN_RUN_COUNT_BITS) - 1 };

/* What decode calls for: content, and runs as they come. */
struct taken {
    uint64_t *memory;     /* is copied to; or NULL */
    const uint64_t *want; /* is compared; or NULL */
    struct rn_runs runs;
    int calls, stop_at; /* the call that fails; 0: none */
};

static int take(void *arg, uint64_t first, uint64_t count,
                const uint64_t *words)
{
    struct taken *t = arg;

    if (++t->calls == t->stop_at)
        return -EDOM;
    if (t->memory != NULL)
        memcpy(&t->memory[first], words, count * sizeof(*words));
    if (t->want != NULL)
        assert_memory_equal(&t->want[first], words, count * sizeof(*words));
    return rn_runs_append(&t->runs, first, count);
}

static void assert_same(const struct rn_runs *a, const struct rn_runs *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->words, b->words);
    for (size_t i = 0; i < a->n; i++) {
        assert_int_equal(a->v[i].first, b->v[i].first);
        assert_int_equal(a->v[i].count, b->v[i].count);
    }
}

static void random_runs(struct rn_runs *r, uint64_t *seed)
{
    uint64_t gap = 1 + random_below(seed, 40), at = random_below(seed, gap);

    rn_runs_clear(r);
    while (at < WORDS) {
        uint64_t count = 1 + random_below(seed, 9);

        count = at + count < WORDS ? count : WORDS - at;
        assert_int_equal(rn_runs_append(r, at, count), 0);
        at += count + 1 + random_below(seed, gap);
    }
}

static void round_trip(void **state)
{
    uint64_t memory[WORDS], copy[WORDS], message[3 * WORDS], seed = 1;
    struct rn_runs r = {0};
    struct taken t = {.memory = copy};

    (void)state;
    for (int step = 0; step < 5000; step++) {
        size_t bytes;

        random_runs(&r, &seed);
        bytes = rn_runs_bytes(&r);
        assert_int_equal(bytes, 8 * r.n + 8 * r.words);
        for (int i = 0; i < WORDS; i++)
            memory[i] = random_next(&seed);
        memset(message, 0x5a, sizeof(message));
        rn_runs_encode(&r, memory, message);
        assert_int_equal(message[bytes / 8], 0x5a5a5a5a5a5a5a5a);
        memset(copy, 0, sizeof(copy));
        rn_runs_clear(&t.runs);
        assert_int_equal(rn_runs_decode(message, bytes, WORDS, take, &t), 0);
        assert_same(&t.runs, &r);
        for (size_t i = 0; i < r.n; i++) /* and nothing else */
            for (uint64_t k = 0; k < r.v[i].count; k++) {
                assert_int_equal(copy[r.v[i].first + k],
                                 memory[r.v[i].first + k]);
                copy[r.v[i].first + k] = 0;
            }
        for (int i = 0; i < WORDS; i++)
            assert_int_equal(copy[i], 0);
    }
    rn_runs_free(&r);
    rn_runs_free(&t.runs);
}

/* Longer than a word of a message can count: cut, and joined again. */
static void long_run(void **state)
{
    (void)state;
    for (uint64_t more = 0; more < 2; more++) {
        uint64_t first = 3, end = first + LONGEST + more;
        uint64_t *memory = calloc(end, 8), *message;
        struct rn_runs r = {0};
        struct taken t = {.want = memory};
        size_t bytes;

        assert_non_null(memory);
        memory[first] = memory[end - 2] = 1;
        memory[end - 1] = 2;
        assert_int_equal(rn_runs_append(&r, first, end - first), 0);
        bytes = rn_runs_bytes(&r);
        assert_int_equal(bytes, 8 * (1 + more) + 8 * (end - first));
        message = malloc(bytes);
        assert_non_null(message);
        rn_runs_encode(&r, memory, message);
        assert_int_equal(rn_runs_decode(message, bytes, end, take, &t), 0);
        assert_int_equal(t.calls, 1 + more);
        assert_same(&t.runs, &r);
        free(memory);
        free(message);
        rn_runs_free(&r);
        rn_runs_free(&t.runs);
    }
}

#define HEAD(first, count) ((uint64_t)(first) << RN_RUN_COUNT_BITS | (count))

/* Messages of which the first `calls` runs are whole. */
static const struct {
    uint64_t message[6];
    size_t bytes;
    uint64_t end;
    int calls;
} wrong[] = {
    {{HEAD(0, 1), 5}, 12, 9, 0},    /* not of words */
    {{HEAD(0, 1), 5}, 4, 9, 0},     /* the same */
    {{HEAD(0, 0), 5}, 16, 9, 0},    /* of no words */
    {{HEAD(0, 2), 5}, 16, 9, 0},    /* shorter than it says */
    {{HEAD(0, 1)}, 8, 9, 0},        /* no content */
    {{HEAD(8, 2), 5, 5}, 24, 9, 0}, /* beyond the end */
    {{HEAD(9, 1), 5}, 16, 9, 0},    /* behind it */
    {{HEAD(1, 1), 5, HEAD(3, 2), 5}, 32, 9, 1},
    {{HEAD(1, 1), 5, HEAD(9, 1), 5}, 32, 9, 1},
    {{HEAD(1, 1), 5, HEAD(2, 1), 5, 0, 5}, 48, 9, 2},
};

static void not_runs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct taken t = {0};

        assert_int_equal(rn_runs_decode(wrong[i].message, wrong[i].bytes,
                                        wrong[i].end, take, &t),
                         -EPROTO);
        assert_int_equal(t.calls, wrong[i].calls);
        rn_runs_free(&t.runs);
    }
}

static void stopped(void **state)
{
    const uint64_t message[] = {HEAD(1, 1), 5, HEAD(3, 1), 5, HEAD(5, 1), 5};
    struct taken t = {.stop_at = 2};

    (void)state;
    assert_int_equal(rn_runs_decode(message, sizeof(message), 9, take, &t),
                     -EDOM);
    assert_int_equal(t.calls, 2);
    assert_int_equal(rn_runs_decode(message, 0, 9, take, &t), 0);
    assert_int_equal(t.calls, 2);
    rn_runs_free(&t.runs);
}

/* The far end of the largest array there is, and more pages than one word
 * counts. */
static void ranges(void **state)
{
    const uint64_t far = UINT64_C(1) << RN_RUN_FIRST_BITS;
    struct rn_extents s = {0}, out = {0};
    uint64_t message[8];

    (void)state;
    assert_int_equal(rn_extents_bytes(&s), 0);
    assert_int_equal(rn_extents_append(&s, 0, 1), 0);
    assert_int_equal(rn_extents_append(&s, 7, 7 + (uint64_t)LONGEST), 0);
    assert_int_equal(
        rn_extents_append(&s, far / 2, far / 2 + (uint64_t)LONGEST * 2 + 1), 0);
    assert_int_equal(rn_extents_append(&s, far - 1, far), 0);
    assert_int_equal(rn_extents_bytes(&s), 6 * 8);
    rn_extents_encode(&s, message);
    assert_int_equal(rn_extents_decode(message, 48, far, &out), 0);
    assert_int_equal(out.n, 4);
    assert_int_equal(out.pages, s.pages);
    assert_memory_equal(out.v, s.v, 4 * sizeof(*s.v));
    rn_extents_clear(&out);
    assert_int_equal(rn_extents_decode(message, 48, far - 1, &out), -EPROTO);
    assert_int_equal(rn_extents_decode(message, 47, far, &out), -EPROTO);
    rn_extents_free(&s);
    rn_extents_free(&out);
}

static void not_ranges(void **state)
{
    const uint64_t down[] = {HEAD(5, 1), HEAD(3, 1)};
    const uint64_t over[] = {HEAD(3, 3), HEAD(5, 1)};
    const uint64_t none[] = {HEAD(3, 0)}, ahead[] = {HEAD(1, 1)};
    struct rn_extents out = {0};

    (void)state;
    assert_int_equal(rn_extents_decode(down, 16, 99, &out), -EPROTO);
    rn_extents_clear(&out);
    assert_int_equal(rn_extents_decode(over, 16, 99, &out), -EPROTO);
    rn_extents_clear(&out);
    assert_int_equal(rn_extents_decode(none, 8, 99, &out), -EPROTO);
    assert_int_equal(out.n, 0);
    assert_int_equal(rn_extents_append(&out, 2, 3), 0);
    assert_int_equal(rn_extents_decode(ahead, 8, 99, &out), -EPROTO);
    assert_int_equal(out.pages, 1);
    rn_extents_free(&out);
}

UNIT_GROUP(runs_message)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip), cmocka_unit_test(long_run),
        cmocka_unit_test(not_runs),   cmocka_unit_test(stopped),
        cmocka_unit_test(ranges),     cmocka_unit_test(not_ranges),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
