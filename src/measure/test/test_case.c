/* test_case.c: whose time a variant that computes tells the share of. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "measure/case.h"

static void compute(void *state)
{
    (void)state;
}

static bool asked(const void *params)
{
    return *(const bool *)params;
}

static const struct param rows[] = {{.name = "p"}, {.name = "q"}, {0}};
static const struct param_table table = {.owner = "family", .rows = rows};
static const struct algo always = {.name = "always", .compute = compute};
static const struct algo a = {
    .name = "a", .params = &table, .compute = compute, .computes = asked};
static const struct algo b = {
    .name = "b", .params = &table, .compute = compute, .computes = asked};

/* Up to two settings, NAME VALUE, of that owner; they end with NULL. */
struct row {
    const struct algo *algo;
    bool asked;
    const char *owner, *settings[5];
};

enum { VARIANTS = 4 };

static const struct {
    struct row rows[VARIANTS + 1]; /* the first one computes */
    int pure;                      /* -1: there is none */
} cases[] = {
    {{{&always, false, "", {NULL}}, {&algo_native, false, "", {NULL}}}, 1},
    {{{&always, false, "", {NULL}}, {&a, false, "family", {NULL}}}, -1},
    /* not native, nor another algorithm with the same parameters */
    {{{&a, true, "family", {"p", "1"}},
      {&algo_native, false, "", {NULL}},
      {&b, false, "family", {NULL}}},
     -1},
    {{{&a, true, "family", {"p", "1"}},
      {&a, true, "family", {NULL}},
      {&a, false, "family", {NULL}}},
     2},
    /* the most in common, nothing of its own */
    {{{&a, true, "family", {"p", "1", "q", "2"}},
      {&a, false, "family", {NULL}},
      {&a, false, "family", {"q", "2"}},
      {&a, false, "family", {"q", "3"}}},
     2},
    {{{&a, true, "family", {"p", "1"}}, {&a, false, "family", {"q", "2"}}}, -1},
    /* what is computed does not count, whoever says it */
    {{{&a, true, "family", {"compute", "2"}},
      {&a, false, "family", {"compute", "none", "tests", "3"}}},
     1},
    {{{&a, true, "family", {"compute", "2", "p", "1"}},
      {&a, false, "family", {"compute", "none", "p", "2"}},
      {&a, false, "family", {"compute", "none"}},
      {&a, false, "family", {"compute", "none", "p", "1"}}},
     3},
    /* those of other owners do not count */
    {{{&a, true, "family", {NULL}}, {&a, false, "other", {"q", "2"}}}, 1},
};

static void test_pure(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct row *r = cases[i].rows;
        struct variant v[VARIANTS] = {0};
        struct choice c = {.variants = v};
        const struct variant *pure;

        for (size_t k = 0; r[k].algo != NULL; k++, c.nvariants++) {
            v[k] = (struct variant){.algo = r[k].algo,
                                    .values = (void *)&r[k].asked};
            for (int j = 0; r[k].settings[j] != NULL; j += 2)
                params_add(&v[k].settings, r[k].owner, r[k].settings[j],
                           r[k].settings[j + 1]);
        }
        assert_true(variant_computes(&v[0]));
        pure = variant_pure(&c, &v[0]);
        assert_int_equal(pure != NULL ? pure - v : -1, cases[i].pure);
        for (size_t k = 0; k < c.nvariants; k++)
            params_free(&v[k].settings);
    }
}

static void test_computes(void **state)
{
    bool no = false, yes = true;

    (void)state;
    assert_false(variant_computes(&(struct variant){.algo = &algo_native}));
    assert_true(variant_computes(&(struct variant){.algo = &always}));
    assert_false(variant_computes(&(struct variant){&a, NULL, {0}, &no}));
    assert_true(variant_computes(&(struct variant){&a, NULL, {0}, &yes}));
}

static struct source from_nobody(const struct op_args *args, int block)
{
    (void)args;
    (void)block;
    return (struct source){0};
}

static long nothing_wrong(void *own, const struct op_args *args)
{
    (void)own;
    (void)args;
    return 0;
}

static void test_checkable(void **state)
{
    static const struct op silent, telling = {.source = from_nobody},
                                   checking = {.life.check = nothing_wrong};
    static const struct algo checks_itself = {.life.check = nothing_wrong};
    const struct variant native = {.algo = &algo_native};
    const struct variant own = {.algo = &checks_itself};

    (void)state;
    assert_false(
        variant_is_checkable(&(struct choice){.op = &silent}, &native));
    assert_true(variant_is_checkable(&(struct choice){.op = &silent}, &own));
    assert_true(
        variant_is_checkable(&(struct choice){.op = &telling}, &native));
    assert_true(
        variant_is_checkable(&(struct choice){.op = &checking}, &native));
}

UNIT_GROUP(case)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checkable),
        cmocka_unit_test(test_pure),
        cmocka_unit_test(test_computes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
