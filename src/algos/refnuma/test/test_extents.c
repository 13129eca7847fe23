/* test_extents.c: sets against flags of each page. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdbool.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../extents.h"
#include "random.h"

enum { PAGES = 70 };

/* Appends at random, in any order and over each other, or ascending; flags
 * what was appended. */
static void append(struct rn_extents *s, bool *model, bool ascending,
                   uint64_t *seed)
{
    uint64_t first = random_below(seed, 12), most = 1 + random_below(seed, 9);

    rn_extents_clear(s);
    memset(model, 0, PAGES * sizeof(*model));
    for (size_t i = random_below(seed, 30); i > 0 && first < PAGES; i--) {
        uint64_t end = first + random_below(seed, 6);

        end = end < PAGES ? end : PAGES;
        assert_int_equal(rn_extents_append(s, first, end), 0);
        for (uint64_t p = first; p < end; p++)
            model[p] = true;
        /* often where the last one ended */
        first = ascending                    ? end + random_below(seed, most)
                : random_below(seed, 3) == 0 ? end
                                             : random_below(seed, PAGES);
    }
}

/* Ascending, apart from each other, and what the model has. */
static void assert_is(const struct rn_extents *s, const bool *model)
{
    bool have[PAGES] = {false};
    uint64_t total = 0;

    for (size_t i = 0; i < s->n; i++) {
        assert_true(s->v[i].first < s->v[i].end && s->v[i].end <= PAGES);
        assert_true(i == 0 || s->v[i - 1].end < s->v[i].first);
        for (uint64_t p = s->v[i].first; p < s->v[i].end; p++)
            have[p] = true;
        total += s->v[i].end - s->v[i].first;
    }
    assert_memory_equal(have, model, sizeof(have));
    assert_int_equal(s->total, total);
}

static void random_sets(void **state)
{
    struct rn_extents a = {0}, b = {0}, out = {0};
    bool in_a[PAGES], in_b[PAGES], want[PAGES];
    uint64_t seed = 1;

    (void)state;
    for (int step = 0; step < 30000; step++) {
        append(&a, in_a, true, &seed);
        append(&b, in_b, true, &seed);
        assert_is(&a, in_a);
        for (int p = 0; p < PAGES; p++)
            want[p] = in_a[p] && in_b[p];
        assert_int_equal(rn_extents_both(&out, &a, &b), 0);
        assert_is(&out, want);
        for (int p = 0; p < PAGES; p++)
            want[p] = step % 2 == 0 ? in_a[p] || in_b[p] : in_a[p] && !in_b[p];
        assert_int_equal(step % 2 == 0 ? rn_extents_add(&a, &b)
                                       : rn_extents_remove(&a, &b),
                         0);
        assert_is(&a, want);
        assert_is(&b, in_b);
        if (step % 100 == 0) /* without room again */
            rn_extents_free(&a);
    }
    rn_extents_free(&a);
    rn_extents_free(&b);
    rn_extents_free(&out);
}

static void any_order(void **state)
{
    struct rn_extents s = {0};
    bool want[PAGES];
    uint64_t seed = 7;

    (void)state;
    for (int step = 0; step < 20000; step++) {
        append(&s, want, false, &seed);
        rn_extents_unite(&s);
        assert_is(&s, want);
        rn_extents_unite(&s); /* nothing more to do */
        assert_is(&s, want);
    }
    rn_extents_free(&s);
}

static void with_none(void **state)
{
    struct rn_extents s = {0}, none = {0};
    bool want[PAGES] = {[3] = true, [4] = true, [9] = true};

    (void)state;
    assert_is(&none, (const bool[PAGES]){false});
    assert_int_equal(rn_extents_append(&s, 3, 5), 0);
    assert_int_equal(rn_extents_append(&s, 9, 9), 0);
    assert_int_equal(rn_extents_append(&s, 9, 10), 0);
    assert_int_equal(rn_extents_remove(&s, &none), 0);
    assert_int_equal(rn_extents_add(&s, &none), 0);
    assert_is(&s, want);
    assert_int_equal(rn_extents_add(&none, &s), 0);
    assert_is(&none, want);
    rn_extents_free(&s);
    rn_extents_free(&none);
    assert_null(s.v);
}

/* More ranges than there can be memory for: refused, and the set is as it was.
 */
static void no_memory(void **state)
{
    struct rn_extents s = {0}, huge = {.n = SIZE_MAX / 16};
    bool want[PAGES] = {[3] = true, [4] = true};

    (void)state;
    assert_int_equal(rn_extents_append(&s, 3, 5), 0);
    assert_true(rn_extents_add(&s, &huge) != 0);
    assert_is(&s, want);
    assert_true(rn_extents_remove(&s, &huge) != 0);
    assert_is(&s, want);
    assert_true(rn_extents_both(&s, &huge, &huge) != 0);
    assert_is(&s, want);
    rn_extents_free(&s);
}

/* Pages beyond what 32 bits count. */
static void large(void **state)
{
    const uint64_t far = UINT64_C(1) << 39;
    struct rn_extents a = {0}, b = {0}, out = {0};

    (void)state;
    assert_int_equal(rn_extents_append(&a, 5, far), 0);
    assert_int_equal(rn_extents_append(&a, far + 1, 2 * far), 0);
    assert_int_equal(rn_extents_append(&b, far - 1, far + 2), 0);
    assert_int_equal(rn_extents_both(&out, &a, &b), 0);
    assert_int_equal(out.total, 2);
    assert_int_equal(rn_extents_add(&a, &b), 0);
    assert_int_equal(a.n, 1);
    assert_true(a.total == 2 * far - 5);
    rn_extents_free(&a);
    rn_extents_free(&b);
    rn_extents_free(&out);
}

UNIT_GROUP(extents)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_sets), cmocka_unit_test(any_order),
        cmocka_unit_test(with_none),   cmocka_unit_test(no_memory),
        cmocka_unit_test(large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
