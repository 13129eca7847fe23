/* test_case.c: which variant a computing variant is compared with; which
 * variants can be checked. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "dsm/table.h"
#include "lib/names.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "measure/case.h"

static void compute(void *state)
{
    (void)state;
}

static bool asked(const void *params)
{
    return *(const bool *)params;
}

static const struct param params[] = {{.name = "p"}, {.name = "q"}, {0}};
static const struct param_table table = {.owner = "family", .rows = params};
static const struct algo always = {.name = "always", .compute = compute};
static const struct algo a = {
    .name = "a", .params = &table, .compute = compute, .computes = asked};
static const struct algo b = {
    .name = "b", .params = &table, .compute = compute, .computes = asked};

enum { VARIANTS = 4 };

/* Variants, written "ALGO[+] [OWNER.NAME=VALUE]..."; + if it computes. */
static const struct {
    const char *variant[VARIANTS + 1]; /* the first one computes */
    int pure;                          /* index of the variant to compare with,
                                          or -1 */
} cases[] = {
    {{"always", "native"}, 1},
    {{"always", "a"}, -1},
    /* not native, nor another algorithm, even with the same parameter */
    {{"a+ family.p=1", "native", "b"}, -1},
    {{"a+ family.p=1", "a+", "a"}, 2},
    /* the variant with the most settings in common, and no others */
    {{"a+ family.p=1 family.q=2", "a", "a family.q=2", "a family.q=3"}, 2},
    {{"a+ family.p=1", "a family.q=2"}, -1},
    /* settings of the computation do not count */
    {{"a+ family.compute=2", "a family.compute=none family.tests=3"}, 1},
    {{"a+ family.compute=2 family.p=1", "a family.compute=none family.p=2",
      "a family.compute=none", "a family.compute=none family.p=1"},
     3},
    /* settings of other owners do not count */
    {{"a+", "a other.q=2"}, 1},
};

static void variant_parse(struct variant *v, const char *text)
{
    static const bool no = false, yes = true;
    static const struct algo *const algos[] = {&always, &a, &b, &algo_native,
                                               NULL};
    char *words = xstrdup(text), *rest, *word = strtok_r(words, " ", &rest);
    bool asks = word[strlen(word) - 1] == '+';

    word[strlen(word) - asks] = '\0';
    *v = (struct variant){.algo = names_row(algos, word),
                          .values = (void *)(asks ? &yes : &no)};
    while ((word = strtok_r(NULL, ". ", &rest)) != NULL) {
        const char *name = strtok_r(NULL, "=", &rest);

        params_add(&v->settings, word, name, strtok_r(NULL, " ", &rest));
    }
    free(words);
}

UNIT_TEST(test_pure)
{
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct variant v[VARIANTS] = {0};
        struct choice c = {.variants = v};
        const struct variant *pure;

        for (; cases[i].variant[c.nvariants] != NULL; c.nvariants++)
            variant_parse(&v[c.nvariants], cases[i].variant[c.nvariants]);
        pure = variant_pure(&c, &v[0]);
        assert_int_equal(pure != NULL ? pure - v : -1, cases[i].pure);
        for (size_t k = 0; k < c.nvariants; k++) {
            assert_int_equal(variant_computes(&v[k]),
                             v[k].algo == &always ||
                                 strchr(cases[i].variant[k], '+') != NULL);
            params_free(&v[k].settings);
        }
    }
}

UNIT_TEST(test_checkable)
{
    const struct {
        const struct op *op;
        bool by_itself, checked; /* algorithm checks; can be checked */
    } rows[] = {
        {op_find("null"), false, false},
        {op_find("null"), true, true},
        {op_find("bcast"), false, true},
        {&op_dsm_barrier, false, true},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct algo algo = {
            .life.check = rows[i].by_itself ? op_dsm_barrier.life.check : NULL};

        assert_int_equal(
            variant_is_checkable(&(struct choice){.op = rows[i].op},
                                 &(struct variant){.algo = &algo}),
            rows[i].checked);
    }
}

UNIT_TEST(test_measured_rank)
{
    int ranks[] = {1, 2, 5};
    const struct load_ranks none = {0}, load = {ranks, 3, NULL};
    static const int expected[] = {0, 3, 4, 6, 7};

    for (int i = 0; i < 5; i++) {
        assert_int_equal(measured_rank(&load, i), expected[i]);
        assert_int_equal(measured_rank(&none, i), i);
    }
}
