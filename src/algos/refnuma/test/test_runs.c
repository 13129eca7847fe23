/* test_runs.c: runs against flags of each word; what was encoded comes out
 * again, and nothing else does. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../runs.h"
#include "random.h"

enum { WORDS = 400, A_PAGE = 16, PAGES = WORDS / A_PAGE };
enum { LONGEST = (1 << RN_RUN_COUNT_BITS) - 1 };

/* Ascending, apart from each other, and what the model has. */
static void assert_is(const struct rn_extents *r, const bool *model)
{
    bool have[WORDS] = {false};
    uint64_t words = 0;

    for (size_t i = 0; i < r->n; i++) {
        assert_true(r->v[i].first < r->v[i].end);
        assert_true(i == 0 || r->v[i - 1].end < r->v[i].first);
        for (uint64_t k = r->v[i].first; k < r->v[i].end; k++)
            have[k] = true;
        words += r->v[i].end - r->v[i].first;
    }
    assert_memory_equal(have, model, sizeof(have));
    assert_int_equal(r->total, words);
}

/* Two memories that differ in a word, in many, in long stretches, or not. */
static void differ(uint64_t *memory, uint64_t *twin, uint64_t *seed)
{
    uint64_t rare = 1 + random_below(seed, 300), stay = random_below(seed, 90);
    bool other = false;

    for (int i = 0; i < WORDS; i++) {
        if (random_below(seed, other ? stay + 1 : rare) == 0)
            other = !other;
        memory[i] = twin[i] = random_next(seed);
        if (other) /* in one bit */
            memory[i] ^= UINT64_C(1) << random_below(seed, 64);
    }
}

static void compare(void **state)
{
    uint64_t memory[WORDS], twin[WORDS], seed = 1;
    struct rn_extents r = {0};

    (void)state;
    for (int step = 0; step < 20000; step++) {
        uint64_t first = random_below(&seed, WORDS), from = first;
        uint64_t end = first + random_below(&seed, WORDS - first + 1);
        bool want[WORDS];

        differ(memory, twin, &seed);
        for (uint64_t i = 0; i < WORDS; i++)
            want[i] = i >= first && i < end && memory[i] != twin[i];
        rn_extents_clear(&r);
        while (from < end) { /* page by page: what belongs together is joined */
            uint64_t to = step % 2 == 0 ? end : (from / 64 + 1) * 64;

            to = to < end ? to : end;
            assert_int_equal(rn_runs_compare(&r, memory, twin, from, to), 0);
            from = to;
        }
        assert_is(&r, want);
    }
    rn_extents_free(&r);
    assert_null(r.v);
}

/* Words are bits: NaN is equal to itself, and the two zeros differ. */
static void compare_bits(void **state)
{
    double a[] = {NAN, 0.0, 1.0, -0.0, NAN}, b[] = {NAN, -0.0, 1.0, 0.0, -NAN};
    bool want[WORDS] = {[1] = true, [3] = true, [4] = true};
    uint64_t x[5], y[5];
    struct rn_extents r = {0};

    (void)state;
    memcpy(x, a, sizeof(x));
    memcpy(y, b, sizeof(y));
    assert_int_equal(rn_runs_compare(&r, x, y, 0, 5), 0);
    assert_is(&r, want);
    rn_extents_free(&r);
}

static void random_runs(struct rn_extents *r, bool *model, uint64_t *seed)
{
    uint64_t gap = 1 + random_below(seed, 40), at = random_below(seed, gap);

    rn_extents_clear(r);
    memset(model, 0, WORDS * sizeof(*model));
    while (at < WORDS) {
        uint64_t end = at + 1 + random_below(seed, 9);

        end = end < WORDS ? end : WORDS;
        assert_int_equal(rn_extents_append(r, at, end), 0);
        for (; at < end; at++)
            model[at] = true;
        at += 1 + random_below(seed, gap);
    }
}

static void some_pages(struct rn_extents *pages, bool *model, uint64_t *seed)
{
    rn_extents_clear(pages);
    for (uint64_t p = 0; p < PAGES; p++) {
        model[p] = random_below(seed, 3) == 0;
        assert_int_equal(rn_extents_append(pages, p, p + model[p]), 0);
    }
}

static void pages_of_runs(void **state)
{
    struct rn_extents r = {0}, out = {0}, pages = {0};
    bool model[WORDS], in_pages[PAGES], want[WORDS];
    uint64_t seed = 2;

    (void)state;
    for (int step = 0; step < 20000; step++) {
        uint64_t end = random_below(&seed, WORDS + 1);

        random_runs(&r, model, &seed);
        some_pages(&pages, in_pages, &seed);
        for (int w = 0; w < WORDS; w++)
            want[w] = model[w] && in_pages[w / A_PAGE];
        rn_extents_clear(&out);
        assert_int_equal(rn_runs_within(&out, &r, &pages, A_PAGE), 0);
        assert_is(&out, want);
        for (uint64_t w = 0; w < WORDS; w++)
            want[w] = in_pages[w / A_PAGE] && w < end;
        rn_extents_clear(&out);
        assert_int_equal(rn_runs_pages(&out, &pages, A_PAGE, end), 0);
        assert_is(&out, want);
    }
    rn_extents_free(&r);
    rn_extents_free(&out);
    rn_extents_free(&pages);
}

/* ---- messages ----------------------------------------------------------- */

/* What decode calls for: content, and runs as they come. */
struct taken {
    uint64_t *memory;     /* is copied to; or NULL */
    const uint64_t *want; /* is compared; or NULL */
    struct rn_extents runs;
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
    return rn_extents_append(&t->runs, first, first + count);
}

static void assert_same(const struct rn_extents *a, const struct rn_extents *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->total, b->total);
    assert_memory_equal(a->v, b->v, a->n * sizeof(*a->v));
}

static void round_trip(void **state)
{
    uint64_t memory[WORDS], copy[WORDS], message[3 * WORDS], seed = 1;
    struct rn_extents r = {0};
    struct taken t = {.memory = copy};
    bool model[WORDS];

    (void)state;
    for (int step = 0; step < 5000; step++) {
        size_t bytes;

        random_runs(&r, model, &seed);
        bytes = rn_runs_bytes(&r);
        assert_int_equal(bytes, 8 * r.n + 8 * r.total);
        for (int i = 0; i < WORDS; i++)
            memory[i] = random_next(&seed);
        memset(message, 0x5a, sizeof(message));
        rn_runs_encode(&r, memory, message);
        assert_int_equal(message[bytes / 8], 0x5a5a5a5a5a5a5a5a);
        memset(copy, 0, sizeof(copy));
        rn_extents_clear(&t.runs);
        assert_int_equal(rn_runs_decode(message, bytes, WORDS, take, &t), 0);
        assert_same(&t.runs, &r);
        for (int i = 0; i < WORDS; i++) /* and nothing else */
            assert_int_equal(copy[i], model[i] ? memory[i] : 0);
    }
    rn_extents_free(&r);
    rn_extents_free(&t.runs);
}

/* Longer than a word of a message can count: cut, and joined again. */
static void long_run(void **state)
{
    (void)state;
    for (uint64_t more = 0; more < 2; more++) {
        uint64_t first = 3, end = first + LONGEST + more;
        uint64_t *memory = calloc(end, 8), *message;
        struct rn_extents r = {0};
        struct taken t = {.want = memory};
        size_t bytes;

        assert_non_null(memory);
        memory[first] = memory[end - 2] = 1;
        memory[end - 1] = 2;
        assert_int_equal(rn_extents_append(&r, first, end), 0);
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
        rn_extents_free(&r);
        rn_extents_free(&t.runs);
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
        rn_extents_free(&t.runs);
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
    rn_extents_free(&t.runs);
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
    rn_runs_encode(&s, NULL, message);
    assert_int_equal(rn_extents_decode(message, 48, far, &out), 0);
    assert_same(&out, &s);
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
    assert_int_equal(out.total, 1);
    rn_extents_free(&out);
}

UNIT_GROUP(runs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compare),       cmocka_unit_test(compare_bits),
        cmocka_unit_test(pages_of_runs), cmocka_unit_test(round_trip),
        cmocka_unit_test(long_run),      cmocka_unit_test(not_runs),
        cmocka_unit_test(stopped),       cmocka_unit_test(ranges),
        cmocka_unit_test(not_ranges),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
