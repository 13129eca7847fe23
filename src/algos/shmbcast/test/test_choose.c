/* test_choose.c: parameters chosen by the model or by trials. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lib/test/unit.h"
#include "../team.h"
#include "../tune.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum { W = 4096 };

/* Parses parameters such as "f=4Ki s=2" one after the other. */
static struct shmbcast_params with(struct shmbcast_params p, const char *text)
{
    char copy[100], *rest = copy, *item;

    snprintf(copy, sizeof(copy), "%s", text);
    while ((item = strtok_r(rest, " ", &rest)) != NULL) {
        char *value = strchr(item, '=');

        *value++ = '\0';
        assert_int_equal(shmbcast_params_parse(&p, item, value, NULL), 0);
    }
    return p;
}

/* Parses parameters; those not in [text] are left to trials. */
static struct shmbcast_params given(const char *text)
{
    return with(with(shmbcast_params_default(), "preset=tuned"), text);
}

/* Writes "f s q tree" of all candidates, with f in pages. */
static void list_text(char *text, size_t size,
                      const struct shmbcast_params *list, int n)
{
    size_t at = 0;

    text[0] = '\0';
    for (int i = 0; i < n && at < size; i++) {
        char tree[32];

        shmbcast_tree_name(&list[i], tree, sizeof(tree));
        at += (size_t)snprintf(text + at, size - at, "%s%zu %d %d %s",
                               i > 0 ? ", " : "", list[i].f / sb_page_size(),
                               list[i].s, list[i].q, tree);
    }
}

static void left_open(void **state)
{
    static const size_t fm = SHMBCAST_F_MODEL, ft = SHMBCAST_F_TUNED;
    enum { SM = SHMBCAST_S_MODEL, ST = SHMBCAST_S_TUNED };
    const struct {
        const char *set;
        size_t f;
        int s;
        bool modelled, tuned;
    } rows[] = {
        {"f=model", fm, SM, true, false},
        {"s=model", 3 * W, SM, true, false},
        {"f=model s=32", fm, 32, true, false},
        {"s=32 f=model", fm, SM, true, false},
        {"preset=model", fm, SM, true, false},
        {"preset=model f=4Ki", W, SM, true, false},
        {"f=model f=4Ki s=8", W, 8, false, false},
        {"q=1", 3 * W, 9, false, false},
        {"preset=tuned", ft, ST, false, true},
        {"preset=tuned f=8Ki s=4 q=2", 2 * W, 4, false, true},
        {"preset=tuned f=8Ki s=4 q=2 tree=flat", 2 * W, 4, false, false},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct shmbcast_params base = {3 * W, 9, 1, SHMBCAST_TREE_CHAIN,
                                             0};
        struct shmbcast_params p = with(base, rows[i].set);

        assert_int_equal(p.f, rows[i].f);
        assert_int_equal(p.s, rows[i].s);
        assert_int_equal(shmbcast_params_modelled(&p), rows[i].modelled);
        assert_int_equal(shmbcast_params_tuned(&p), rows[i].tuned);
        if (rows[i].modelled || rows[i].tuned) /* invalid until chosen */
            assert_int_not_equal(shmbcast_params_check(&p, NULL), 0);
    }
}

/* Parameters by the paper's model: tW / t = 50, so f* = sqrt(50 b). */
static void choose(void **state)
{
    static const struct {
        double budget;
        size_t f;
        int s, q;
        size_t want_f;
        int want_s;
    } rows[] = {
        /* f* = 14,481 bytes (figure 4) rounds up to four pages; with a control
         * page each, 204 buffers fill 4 MiB */
        {4 << 20, SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, 1, 4 * W, 204},
        {4 << 20, SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, 8, 4 * W, 200},
        {4 << 20, SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, 7, 4 * W, 203},
        /* s given: f* if there is room, else less */
        {4 << 20, SHMBCAST_F_MODEL, 64, 2, 4 * W, 64},
        {4 << 20, SHMBCAST_F_MODEL, 256, 2, 3 * W, 256},
        {4 << 20, SHMBCAST_F_MODEL, 1000, 2, W, 1000},
        /* f given */
        {4 << 20, 2 * W, SHMBCAST_S_MODEL, 1, 2 * W, 341},
        {4 << 20, 2 * W, SHMBCAST_S_MODEL, 2, 2 * W, 340},
        {4 << 20, 2 * W, 5, 5, 2 * W, 5}, /* nothing left to choose */
        /* f is left to trials: it counts as the default */
        {4 << 20, SHMBCAST_F_TUNED, SHMBCAST_S_MODEL, 1, SHMBCAST_F_TUNED, 341},
        /* no room at all, and more room than the limits */
        {1000, SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, 4, W, 4},
        {1e18, SHMBCAST_F_MODEL, SHMBCAST_S_MODEL, 3, 1 << 30, 1048575},
    };
    struct shmbcast_model paper = shmbcast_model_paper();

    (void)state;
    if (sb_page_size() != W)
        skip();
    for (size_t i = 0; i < LENGTH(rows); i++) {
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

/* Trials start from the defaults, adapted to the given parameters. Invalid
 * given parameters stay invalid: NULL. */
static void first(void **state)
{
    static const struct {
        const char *given, *want;
    } rows[] = {
        {"", "2 64 2 2-ary"},
        {"f=16Ki tree=chain", "4 64 2 chain"},
        {"q=1", "2 64 1 2-ary"},
        {"q=3", "2 66 3 2-ary"},
        {"q=100", "2 100 100 2-ary"},
        {"q=1048576", "2 1048576 1048576 2-ary"},
        {"s=9", "2 9 1 2-ary"},
        {"s=10", "2 10 2 2-ary"},
        {"f=4Ki s=6 q=3 tree=flat", "1 6 3 flat"},
        {"q=0", NULL},
        {"s=0", NULL},
        {"f=1000", NULL},
        {"s=9 q=2", NULL},
        {"q=2000000", NULL},
        {"q=2147483647", NULL},
    };

    (void)state;
    if (sb_page_size() != 4096)
        skip();
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct shmbcast_params p = given(rows[i].given);
        char text[100];

        shmbcast_params_first(&p);
        list_text(text, sizeof(text), &p, 1);
        if (rows[i].want != NULL)
            assert_string_equal(text, rows[i].want);
        assert_int_equal(shmbcast_params_check(&p, NULL) == 0,
                         rows[i].want != NULL);
    }
}

static void candidates(void **state)
{
    static const struct {
        const char *given;
        enum sb_search stage;
        int nranks;
        const char *want;
    } rows[] = {
        {"", SB_STAGE_TREE, 2, "2 64 2 2-ary"},
        {"", SB_STAGE_TREE, 3, "2 64 2 2-ary, 2 64 2 chain"},
        {"", SB_STAGE_TREE, 4,
         "2 64 2 2-ary, 2 64 2 flat, 2 64 2 chain, 2 64 2 2-nomial"},
        {"", SB_STAGE_TREE, 16,
         "2 64 2 2-ary, 2 64 2 flat, 2 64 2 chain, 2 64 2 4-ary, "
         "2 64 2 2-nomial, 2 64 2 4-nomial"},
        {"tree=flat", SB_STAGE_TREE, 16, "2 64 2 flat"},
        {"q=1", SB_STAGE_F, 2,
         "2 64 1 2-ary, 1 64 1 2-ary, 3 64 1 2-ary, 4 64 1 2-ary, "
         "8 64 1 2-ary, 16 64 1 2-ary"},
        {"f=64Ki", SB_STAGE_F, 2, "16 64 2 2-ary"},
        {"tree=chain", SB_STAGE_QUEUE, 3,
         "2 64 2 chain, 2 64 1 chain, 2 8 2 chain, 2 8 1 chain, "
         "2 16 2 chain, 2 16 1 chain, 2 32 2 chain, 2 32 1 chain, "
         "2 128 2 chain, 2 128 1 chain"},
        {"q=3", SB_STAGE_QUEUE, 2,
         "2 66 3 2-ary, 2 9 3 2-ary, 2 18 3 2-ary, 2 33 3 2-ary, "
         "2 129 3 2-ary"},
        {"q=100", SB_STAGE_QUEUE, 2, "2 100 100 2-ary, 2 200 100 2-ary"},
        {"s=9", SB_STAGE_QUEUE, 2, "2 9 1 2-ary"},
        {"s=6", SB_STAGE_QUEUE, 2, "2 6 2 2-ary, 2 6 1 2-ary"},
        {"s=6 q=3", SB_STAGE_QUEUE, 2, "2 6 3 2-ary"},
    };

    (void)state;
    if (sb_page_size() != 4096)
        skip();
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct shmbcast_params p = given(rows[i].given), best = p;
        struct shmbcast_params list[SB_CANDIDATES];
        char text[400];
        int n;

        shmbcast_params_first(&best);
        n = sb_candidates(&p, &best, rows[i].stage, rows[i].nranks, list);
        list_text(text, sizeof(text), list, n);
        assert_string_equal(text, rows[i].want);
        for (int j = 0; j < n; j++)
            assert_int_equal(shmbcast_params_check(&list[j], NULL), 0);
    }
}

/* The best so far comes first, whatever it is, and appears only once. */
static void best_first(void **state)
{
    struct shmbcast_params p = given(""), list[SB_CANDIDATES];
    struct shmbcast_params best = {4 * sb_page_size(), 16, 1,
                                   SHMBCAST_TREE_CHAIN, 0};
    static const int most[SB_STAGES] = {6, 6, 10};

    (void)state;
    for (int stage = 0; stage < SB_STAGES; stage++) {
        int n = sb_candidates(&p, &best, (enum sb_search)stage, 64, list);

        assert_true(n <= most[stage]);
        assert_memory_equal(&list[0], &best, sizeof(best));
        for (int i = 1; i < n; i++)
            assert_memory_not_equal(&list[i], &best, sizeof(best));
    }
}

UNIT_GROUP(choose)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(left_open),  cmocka_unit_test(choose),
        cmocka_unit_test(budget),     cmocka_unit_test(first),
        cmocka_unit_test(candidates), cmocka_unit_test(best_first),
    };

    return cmocka_run_group_tests_name("choose", tests, NULL, NULL);
}
