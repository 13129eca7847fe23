/* test_candidates.c: which parameters are tried. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../team.h"
#include "../tune.h"

/* Parameters "f=4Ki s=2"; those that are not there are left to trials. */
static struct shmbcast_params given(const char *text)
{
    struct shmbcast_params p;
    char copy[100], *rest = copy, *item;

    assert_int_equal(shmbcast_params_parse(&p, "preset", "tuned", NULL), 0);
    snprintf(copy, sizeof(copy), "%s", text);
    while ((item = strtok_r(rest, " ", &rest)) != NULL) {
        char *value = strchr(item, '=');

        *value++ = '\0';
        assert_int_equal(shmbcast_params_parse(&p, item, value, NULL), 0);
    }
    return p;
}

/* "f s q tree" of all, f in pages. */
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

static void preset(void **state)
{
    struct shmbcast_params p = given("");

    (void)state;
    assert_true(p.f == SHMBCAST_F_TUNED && p.s == SHMBCAST_S_TUNED);
    assert_true(p.q == SHMBCAST_Q_TUNED && p.tree == SHMBCAST_TREE_TUNED);
    assert_true(shmbcast_params_tuned(&p));
    assert_false(shmbcast_params_modelled(&p));
    assert_int_not_equal(shmbcast_params_check(&p, NULL), 0);
    p = given("f=8Ki s=4 q=2 tree=flat");
    assert_false(shmbcast_params_tuned(&p));
    p = given("f=8Ki s=4 q=2");
    assert_true(shmbcast_params_tuned(&p));
    p = shmbcast_params_default();
    assert_false(shmbcast_params_tuned(&p));
}

/* The defaults, and the rest so that all is sound where what is given is. */
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
    };

    (void)state;
    if (sb_page_size() != 4096)
        skip();
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_params p = given(rows[i].given);
        char text[100];

        shmbcast_params_first(&p);
        list_text(text, sizeof(text), &p, 1);
        assert_string_equal(text, rows[i].want);
        assert_int_equal(shmbcast_params_check(&p, NULL), 0);
    }
}

/* What is not sound is not made so. */
static void first_of_nonsense(void **state)
{
    static const char *const texts[] = {"q=0",     "s=0",       "f=1000",
                                        "s=9 q=2", "q=2000000", "q=2147483647"};

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct shmbcast_params p = given(texts[i]);

        shmbcast_params_first(&p);
        assert_int_not_equal(shmbcast_params_check(&p, NULL), 0);
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
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
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

/* The best so far comes first, whatever it is, and is not tried twice. */
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

UNIT_GROUP(candidates)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(preset),
        cmocka_unit_test(first),
        cmocka_unit_test(first_of_nonsense),
        cmocka_unit_test(candidates),
        cmocka_unit_test(best_first),
    };

    return cmocka_run_group_tests_name("candidates", tests, NULL, NULL);
}
