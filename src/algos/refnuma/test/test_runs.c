/* test_runs.c: runs and their messages against flags of each word. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../runs.h"
#include "random.h"

enum { WORDS = 400, A_PAGE = 16, PAGES = WORDS / A_PAGE };

/* United: ascending, apart from each other, and what the model has. */
static void assert_is(const struct rn_runs *r, const bool *model)
{
    bool have[WORDS] = {false};
    uint64_t words = 0;

    for (size_t i = 0; i < r->n; i++) {
        assert_true(r->v[i].count > 0);
        assert_true(i == 0 ||
                    r->v[i - 1].first + r->v[i - 1].count < r->v[i].first);
        for (uint64_t k = 0; k < r->v[i].count; k++)
            have[r->v[i].first + k] = true;
        words += r->v[i].count;
    }
    assert_memory_equal(have, model, sizeof(have));
    assert_int_equal(r->words, words);
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
    struct rn_runs r = {0};

    (void)state;
    for (int step = 0; step < 20000; step++) {
        uint64_t first = random_below(&seed, WORDS), from = first;
        uint64_t end = first + random_below(&seed, WORDS - first + 1);
        bool want[WORDS];

        differ(memory, twin, &seed);
        for (uint64_t i = 0; i < WORDS; i++)
            want[i] = i >= first && i < end && memory[i] != twin[i];
        rn_runs_clear(&r);
        while (from < end) { /* page by page: what belongs together is joined */
            uint64_t to = step % 2 == 0 ? end : (from / 64 + 1) * 64;

            to = to < end ? to : end;
            assert_int_equal(rn_runs_compare(&r, memory, twin, from, to), 0);
            from = to;
        }
        assert_is(&r, want);
    }
    rn_runs_free(&r);
    assert_null(r.v);
}

/* Words are bits: NaN is equal to itself, and the two zeros differ. */
static void compare_bits(void **state)
{
    double a[] = {NAN, 0.0, 1.0, -0.0, NAN}, b[] = {NAN, -0.0, 1.0, 0.0, -NAN};
    bool want[WORDS] = {[1] = true, [3] = true, [4] = true};
    uint64_t x[5], y[5];
    struct rn_runs r = {0};

    (void)state;
    memcpy(x, a, sizeof(x));
    memcpy(y, b, sizeof(y));
    assert_int_equal(rn_runs_compare(&r, x, y, 0, 5), 0);
    assert_is(&r, want);
    rn_runs_free(&r);
}

/* Runs in any order, over each other. */
static void append_some(struct rn_runs *r, bool *model, uint64_t *seed)
{
    size_t n = random_below(seed, 40);

    rn_runs_clear(r);
    memset(model, 0, WORDS * sizeof(*model));
    for (size_t i = 0; i < n; i++) {
        uint64_t first = random_below(seed, WORDS);
        uint64_t count = random_below(seed, 12);

        if (random_below(seed, 4) == 0 && r->n > 0) /* behind the last */
            first = r->v[r->n - 1].first + r->v[r->n - 1].count;
        if (first + count > WORDS)
            continue;
        assert_int_equal(rn_runs_append(r, first, count), 0);
        for (uint64_t k = first; k < first + count; k++)
            model[k] = true;
    }
}

static void some_pages(struct rn_extents *pages, bool *model, uint64_t *seed)
{
    uint64_t list[PAGES];
    size_t n = 0;

    for (uint64_t p = 0; p < PAGES; p++) {
        model[p] = random_below(seed, 3) == 0;
        if (model[p])
            list[n++] = p;
    }
    assert_int_equal(rn_extents_of_pages(pages, list, n), 0);
}

static void unite_and_within(void **state)
{
    struct rn_runs r = {0}, out = {0};
    struct rn_extents pages = {0};
    bool model[WORDS], in_pages[PAGES], want[WORDS];
    uint64_t seed = 2;

    (void)state;
    for (int step = 0; step < 20000; step++) {
        append_some(&r, model, &seed);
        assert_int_equal(rn_runs_unite(&r), 0);
        assert_is(&r, model);
        assert_int_equal(rn_runs_unite(&r), 0); /* nothing more to do */
        assert_is(&r, model);
        some_pages(&pages, in_pages, &seed);
        for (int w = 0; w < WORDS; w++)
            want[w] = model[w] && in_pages[w / A_PAGE];
        rn_runs_clear(&out);
        assert_int_equal(rn_runs_within(&out, &r, &pages, A_PAGE), 0);
        assert_is(&out, want);
    }
    rn_runs_free(&r);
    rn_runs_free(&out);
    rn_extents_free(&pages);
}

static void whole_pages(void **state)
{
    struct rn_runs out = {0};
    struct rn_extents pages = {0};
    bool in_pages[PAGES], want[WORDS];
    uint64_t seed = 4;

    (void)state;
    for (int step = 0; step < 5000; step++) {
        uint64_t end = random_below(&seed, WORDS + 1);

        some_pages(&pages, in_pages, &seed);
        for (uint64_t w = 0; w < WORDS; w++)
            want[w] = in_pages[w / A_PAGE] && w < end;
        rn_runs_clear(&out);
        assert_int_equal(rn_runs_pages(&out, &pages, A_PAGE, end), 0);
        assert_is(&out, want);
    }
    rn_runs_free(&out);
    rn_extents_free(&pages);
}

UNIT_GROUP(runs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compare),
        cmocka_unit_test(compare_bits),
        cmocka_unit_test(unite_and_within),
        cmocka_unit_test(whole_pages),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
