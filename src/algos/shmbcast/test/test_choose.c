/* test_choose.c: f and s that are left to the model. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <unistd.h>

#include "lib/test/unit.h"
#include "../team.h"
#include "../shmbcast_tune.h"

enum { W = 4096 };

static void parse(void **state)
{
    static const struct {
        const char *set[3][2]; /* names and values, in turn */
        size_t f;
        int s;
        bool modelled;
    } rows[] = {
        {{{"f", "model"}}, SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, true},
        {{{"s", "model"}}, 3 * W, SHMBCAST_S_MODEL, true},
        {{{"f", "model"}, {"s", "32"}}, SHMBCAST_F_MODEL, 32, true},
        {{{"s", "32"}, {"f", "model"}},
         SHMBCAST_F_MODEL,
         SHMBCAST_S_MODEL,
         true},
        {{{"preset", "model"}}, SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, true},
        {{{"preset", "model"}, {"f", "4Ki"}}, W, SHMBCAST_S_MODEL, true},
        {{{"f", "model"}, {"f", "4Ki"}, {"s", "8"}}, W, 8, false},
        {{{"q", "1"}}, 3 * W, 9, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_params p = {3 * W, 9, 1, SHMBCAST_TREE_CHAIN, 0};

        for (int j = 0; j < 3 && rows[i].set[j][0] != NULL; j++)
            assert_int_equal(shmbcast_params_parse(&p, rows[i].set[j][0],
                                                   rows[i].set[j][1], NULL),
                             0);
        assert_int_equal(p.f, rows[i].f);
        assert_int_equal(p.s, rows[i].s);
        assert_int_equal(shmbcast_params_modelled(&p), rows[i].modelled);
        if (rows[i].modelled) /* not before it is chosen */
            assert_int_not_equal(shmbcast_params_check(&p, NULL), 0);
    }
}

/* tW / t = 50: f* = sqrt(50 b). */
static void choose(void **state)
{
    static const struct {
        double budget;
        size_t f;
        int s, q;
        size_t want_f;
        int want_s;
    } rows[] = {
        /* 14,481 bytes (figure 4) are four pages; 204 with a fifth for control
         * fill 4 MiB */
        {4 << 20, SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, 1, 4 * W, 204},
        {4 << 20, SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, 8, 4 * W, 200},
        {4 << 20, SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, 7, 4 * W, 203},
        /* s given: f* as long as there is room */
        {4 << 20, SHMBCAST_F_MODEL, 64, 2, 4 * W, 64},
        {4 << 20, SHMBCAST_F_MODEL, 256, 2, 3 * W, 256},
        {4 << 20, SHMBCAST_F_MODEL, 1000, 2, W, 1000},
        /* f given */
        {4 << 20, 2 * W, SHMBCAST_S_MODEL, 1, 2 * W, 341},
        {4 << 20, 2 * W, SHMBCAST_S_MODEL, 2, 2 * W, 340},
        {4 << 20, 2 * W, 5, 5, 2 * W, 5}, /* nothing to choose */
        /* f left to trials: the default */
        {4 << 20, SHMBCAST_F_TUNED, SHMBCAST_S_MODEL, 1, SHMBCAST_F_TUNED, 341},
        /* no room at all, and more than enough */
        {1000, SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, 4, W, 4},
        {1e18, SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, 3, 1 << 30, 1048575},
    };
    struct shmbcast_model paper = shmbcast_model_paper();

    (void)state;
    if (sb_page_size() != W)
        skip();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_params p = {rows[i].f, rows[i].s, rows[i].q,
                                    SHMBCAST_TREE_FLAT, 0};

        shmbcast_params_choose(&p, &paper, rows[i].budget);
        assert_int_equal(p.f, rows[i].want_f);
        assert_int_equal(p.s, rows[i].want_s);
        assert_int_equal(p.q, rows[i].q);
        shmbcast_params_first(&p);
        assert_int_equal(shmbcast_params_check(&p, NULL), 0);
    }
}

static void budget(void **state)
{
    double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sb_page_size();
    double cores = (double)sysconf(_SC_NPROCESSORS_ONLN);

    (void)state;
    assert_float_equal(shmbcast_budget() * cores / memory, 0.01, 1e-9);
}

UNIT_GROUP(choose)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parse),
        cmocka_unit_test(choose),
        cmocka_unit_test(budget),
    };

    return cmocka_run_group_tests_name("choose", tests, NULL, NULL);
}
