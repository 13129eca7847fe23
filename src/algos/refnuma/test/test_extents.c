/* test_extents.c: sets of pages against flags of each page. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "lib/test/unit.h"
#include "../extents.h"
#include "random.h"

enum { PAGES = 70 };

/* Fills a set at random, few and short ranges or many; the model of it beside
 * it. */
static void fill(struct rn_extents *s, bool *model, uint64_t *seed)
{
    uint64_t dense = 1 + random_below(seed, 9), page = random_below(seed, 12);

    rn_extents_clear(s);
    memset(model, 0, PAGES * sizeof(*model));
    while (page < PAGES) {
        uint64_t end = page + random_below(seed, 6);

        end = end < PAGES ? end : PAGES;
        assert_int_equal(rn_extents_append(s, page, end), 0);
        for (uint64_t p = page; p < end; p++)
            model[p] = true;
        /* may begin where the last ends, or within it */
        page = page + random_below(seed, 3 * dense);
        page = page > end || end == 0 ? page : end - random_below(seed, 2);
        if (s->n > 0 && page < s->v[s->n - 1].first)
            page = s->v[s->n - 1].end;
        if (random_below(seed, 12) == 0)
            break;
    }
}

/* Ascending, apart from each other, and what the model has. */
static void assert_is(const struct rn_extents *s, const bool *model)
{
    uint64_t pages = 0;
    size_t ranges = 0;

    for (uint64_t p = 0; p < PAGES; p++) {
        assert_int_equal(rn_extents_have(s, p), model[p]);
        pages += model[p];
        ranges += model[p] && (p == 0 || !model[p - 1]);
    }
    assert_false(rn_extents_have(s, PAGES));
    assert_int_equal(s->pages, pages);
    assert_int_equal(s->n, ranges);
    for (size_t i = 0; i < s->n; i++) {
        assert_true(s->v[i].first < s->v[i].end);
        assert_true(i == 0 || s->v[i - 1].end < s->v[i].first);
    }
}

static void random_sets(void **state)
{
    struct rn_extents a = {0}, b = {0}, out = {0};
    bool in_a[PAGES], in_b[PAGES], want[PAGES];
    uint64_t seed = 1;

    (void)state;
    for (int step = 0; step < 30000; step++) {
        fill(&a, in_a, &seed);
        fill(&b, in_b, &seed);
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

static void of_pages(void **state)
{
    struct rn_extents s = {0};
    uint64_t pages[2 * PAGES], seed = 7;
    bool want[PAGES];

    (void)state;
    for (int step = 0; step < 10000; step++) {
        size_t n = random_below(&seed, 2 * PAGES);

        memset(want, 0, sizeof(want));
        for (size_t i = 0; i < n; i++) {
            pages[i] = step % 3 == 0 && i > 0 && pages[i - 1] + 1 < PAGES
                           ? pages[i - 1] + 1
                           : random_below(&seed, PAGES);
            want[pages[i]] = true;
        }
        assert_int_equal(rn_extents_of_pages(&s, pages, n), 0);
        assert_is(&s, want);
    }
    rn_extents_free(&s);
}

static void with_itself(void **state)
{
    struct rn_extents s = {0}, none = {0};
    bool want[PAGES] = {[3] = true, [4] = true, [9] = true};

    (void)state;
    assert_is(&none, (const bool[PAGES]){false});
    assert_int_equal(rn_extents_append(&s, 3, 5), 0);
    assert_int_equal(rn_extents_append(&s, 9, 9), 0);
    assert_int_equal(rn_extents_append(&s, 9, 10), 0);
    assert_int_equal(rn_extents_add(&s, &s), 0);
    assert_is(&s, want);
    assert_int_equal(rn_extents_remove(&s, &none), 0);
    assert_int_equal(rn_extents_add(&s, &none), 0);
    assert_is(&s, want);
    assert_int_equal(rn_extents_add(&none, &s), 0);
    assert_is(&none, want);
    assert_int_equal(rn_extents_remove(&s, &s), 0);
    assert_is(&s, (const bool[PAGES]){false});
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
    assert_int_equal(out.pages, 2);
    assert_int_equal(rn_extents_add(&a, &b), 0);
    assert_int_equal(a.n, 1);
    assert_true(a.pages == 2 * far - 5);
    assert_true(rn_extents_have(&a, 2 * far - 1));
    assert_false(rn_extents_have(&a, 2 * far));
    rn_extents_free(&a);
    rn_extents_free(&b);
    rn_extents_free(&out);
}

UNIT_GROUP(extents)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_sets), cmocka_unit_test(of_pages),
        cmocka_unit_test(with_itself), cmocka_unit_test(no_memory),
        cmocka_unit_test(large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
