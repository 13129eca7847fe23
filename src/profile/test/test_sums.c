/* test_sums.c: rows of calls, and quantiles of their spread. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "profile/sums.h"

static struct key key_of(int64_t bytes)
{
    struct key k;

    memset(&k, 0, sizeof(k));
    k.bytes = bytes;
    return k;
}

UNIT_TEST(test_rows)
{
    static const int64_t bytes[] = {64, 8, 4096, 8, 1, 64};
    struct sums s = {0};

    for (size_t i = 0; i < LENGTH(bytes); i++) {
        struct key k = key_of(bytes[i]);
        struct row *r = sums_row(&s, &k);

        assert_non_null(r);
        assert_int_equal(r->key.bytes, bytes[i]);
        r->calls++;
        r->seconds += (double)bytes[i];
    }
    assert_int_equal(s.n, 4);
    for (size_t i = 0; i < s.n; i++)
        assert_int_equal(s.v[i].calls,
                         s.v[i].key.bytes == 8 || s.v[i].key.bytes == 64 ? 2
                                                                         : 1);
    sums_by_seconds(&s);
    for (size_t i = 0; i < s.n; i++)
        assert_int_equal(s.v[i].key.bytes,
                         ((const int64_t[]){4096, 64, 8, 1})[i]);
    sums_free(&s);
}

UNIT_TEST(test_add)
{
    struct row to = {.root = ROOT_NONE}, from = {.calls = 3,
                                                 .groups = 1,
                                                 .seconds = 2,
                                                 .waiting = 1,
                                                 .root = 5,
                                                 .spread_most = 7};

    from.spread[9] = 3;
    row_add(&to, &from);
    assert_int_equal(to.root, 5);
    row_add(&to, &from);
    assert_int_equal(to.root, 5);
    assert_int_equal(to.calls, 6);
    assert_int_equal(to.groups, 2);
    assert_true(to.seconds == 4 && to.waiting == 2 && to.spread_most == 7);
    assert_int_equal(to.spread[9], 6);
    from.root = 4;
    row_add(&to, &from);
    assert_int_equal(to.root, ROOT_CHANGES);
    from.calls = 0; /* of a rank that counts no calls */
    to.root = 5;
    row_add(&to, &from);
    assert_int_equal(to.root, 5);
}

/* Each quantile is within 10 % of the spread that it stands for. */
UNIT_TEST(test_quantiles)
{
    struct row r = {.root = ROOT_NONE};

    assert_true(isnan(row_quantile(&r, 0.5)));
    for (int i = 0; i < 90; i++)
        row_spread(&r, 2e-6);
    for (int i = 0; i < 9; i++)
        row_spread(&r, 3e-3);
    row_spread(&r, 50);
    assert_true(fabs(row_quantile(&r, 0.5) / 2e-6 - 1) < 0.1);
    assert_true(fabs(row_quantile(&r, 0.95) / 3e-3 - 1) < 0.1);
    assert_true(fabs(row_quantile(&r, 1) / 50 - 1) < 0.1);
    assert_true(r.spread_most == 50);
    row_spread(&r, 0);   /* all at once */
    row_spread(&r, 1e9); /* beyond all classes */
    assert_true(row_quantile(&r, 0) < 2e-9);
    assert_true(r.spread_most == 1e9);
}
