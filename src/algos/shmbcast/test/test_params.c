/* test_params.c: parameters of the published algorithm: parsed, checked, and
 * chosen by the model or by trials. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../team.h"
#include "../trials.h"

enum { W = 4096 };

/* Most expected numbers assume pages of this size. */
static int pages_are_usual(void **state)
{
    (void)state;
    if (sb_page_size() != W)
        skip();
    return 0;
}

/* Parses one parameter, such as "f=4Ki". */
static int parse_one(struct shmbcast_params *p, const char *text,
                     const char **why)
{
    char name[100], *value;

    snprintf(name, sizeof(name), "%s", text);
    value = strchr(name, '=');
    *value++ = '\0';
    return shmbcast_params_parse(p, name, value, why);
}

/* Parses parameters such as "f=4Ki s=2" one after the other. */
static struct shmbcast_params with(struct shmbcast_params p, const char *text)
{
    char copy[100], *rest = copy, *item;

    snprintf(copy, sizeof(copy), "%s", text);
    while ((item = strtok_r(rest, " ", &rest)) != NULL)
        assert_int_equal(parse_one(&p, item, NULL), 0);
    return p;
}

/* Parses parameters. Those that [text] does not set are left to trials. */
static struct shmbcast_params given(const char *text)
{
    return with(with(shmbcast_params_default(), "preset=tuned"), text);
}

/* Asserts that the list is [want]: "f s q tree" of each item. f is in KiB, -1
 * if it is left to the model, -2 if it is left to trials. */
static void assert_list(const struct shmbcast_params *list, int n,
                        const char *want)
{
    char text[400] = "";
    size_t at = 0;

    for (int i = 0; i < n && at < sizeof(text); i++) {
        bool open = list[i].f > PTRDIFF_MAX;
        char tree[32];

        shmbcast_tree_name(&list[i], tree, sizeof(tree));
        at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%zd %d %d %s",
                               i > 0 ? ", " : "",
                               (ssize_t)(open ? list[i].f : list[i].f / 1024),
                               list[i].s, list[i].q, tree);
    }
    assert_string_equal(text, want);
}

static const struct shmbcast_params before = {3 * W, 9, 1, SHMBCAST_TREE_KARY,
                                              7};

UNIT_TEST_WITH(parse, pages_are_usual, NULL)
{
    enum { MODELLED = 1, TUNED = 2 };
    static const struct {
        const char *set, *want;
        int open;
    } rows[] = {
        {"f=64Ki", "64 9 1 7-ary", 0},
        {"f=3Gi", "3145728 9 1 7-ary", 0},
        {"f=1Mi", "1024 9 1 7-ary", 0},
        {"s=12", "12 12 1 7-ary", 0},
        {"s=1Ki", "12 1024 1 7-ary", 0},
        {"q=3", "12 9 3 7-ary", 0},
        {"tree=3-ary", "12 9 1 3-ary", 0},
        {"preset=paper", "8 64 1 2-ary", 0},
        {"preset=collsm", "8 8 2 4-ary", 0},
        {"preset=mvapich", "8 128 1 flat", 0},
        {"preset=default", "8 64 2 2-ary", 0},
        {"f=model", "-1 -1 1 7-ary", MODELLED},
        {"s=model", "12 -1 1 7-ary", MODELLED},
        {"f=model s=32", "-1 32 1 7-ary", MODELLED},
        {"s=32 f=model", "-1 -1 1 7-ary", MODELLED},
        {"preset=model", "-1 -1 1 2-ary", MODELLED},
        {"preset=model f=4Ki", "4 -1 1 2-ary", MODELLED},
        {"f=model f=4Ki s=8", "4 8 1 7-ary", 0},
        {"preset=tuned", "-2 -2 -2 ?", TUNED},
        {"preset=tuned f=8Ki s=4 q=2", "8 4 2 ?", TUNED},
        {"preset=tuned f=8Ki s=4 q=2 tree=flat", "8 4 2 flat", 0},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct shmbcast_params p = with(before, rows[i].set);

        assert_list(&p, 1, rows[i].want);
        assert_int_equal(shmbcast_params_modelled(&p), rows[i].open & MODELLED);
        assert_int_equal(shmbcast_params_tuned(&p), rows[i].open / TUNED);
        if (rows[i].open) /* the parameters are invalid until chosen */
            assert_int_not_equal(shmbcast_params_check(&p, NULL), 0);
    }
}

/* Copies the next item of a list separated by |. Returns false after the
 * last. */
static bool next_item(const char **list, char item[100])
{
    size_t n = strcspn(*list, "|");

    if (**list == '\0')
        return false;
    snprintf(item, 100, "%.*s", (int)n, *list);
    *list += (*list)[n] == '|' ? n + 1 : n;
    return true;
}

/* Unknown names give another error than bad values. Large numbers are the
 * values of SHMBCAST_F_MODEL, SHMBCAST_S_TUNED and so on. */
UNIT_TEST(parse_refuses)
{
    const char *list =
        "f=|f=-1|f=+1|f= 1|f=1 |f=1e3|f=Mi|f=8K|f=8Kib|s=4Gi|s=1.5|s=-1|s=-2|"
        "q=model|f=tuned|tree=ternary|preset=models|preset=tune|"
        "f=18446744073709551615Gi|f=99999999999999999999|"
        "f=18446744073709551614|f=18446744073709551615|F=1|=1";
    char item[100];

    while (next_item(&list, item)) {
        struct shmbcast_params p = before;
        const char *why = NULL;

        assert_int_equal(parse_one(&p, item, &why),
                         strchr("F=", item[0]) != NULL ? -ENOENT : -EINVAL);
        assert_non_null(why);
        assert_list(&p, 1, "12 9 1 7-ary");
    }
}

UNIT_TEST(check)
{
    size_t w = sb_page_size();
    const struct {
        struct shmbcast_params p;
        int rc;
    } rows[] = {
        {{w, 1, 1, SHMBCAST_TREE_FLAT, 0}, 0},
        {{3 * w, 6, 3, SHMBCAST_TREE_KNOMIAL, 2}, 0},
        {{(size_t)1 << 30, 1 << 20, 1 << 20, SHMBCAST_TREE_KARY, 1}, 0},
        {{0, 1, 1, SHMBCAST_TREE_FLAT, 0}, -EINVAL},
        {{w + 1, 1, 1, SHMBCAST_TREE_FLAT, 0}, -EINVAL},
        {{SIZE_MAX / w * w, 1, 1, SHMBCAST_TREE_FLAT, 0}, -EINVAL},
        {{w, 0, 1, SHMBCAST_TREE_FLAT, 0}, -EINVAL},
        {{w, -2, 1, SHMBCAST_TREE_FLAT, 0}, -EINVAL},
        {{w, INT_MAX, 1, SHMBCAST_TREE_FLAT, 0}, -EINVAL},
        {{w, 4, 0, SHMBCAST_TREE_FLAT, 0}, -EINVAL},
        {{w, 4, 3, SHMBCAST_TREE_FLAT, 0}, -EINVAL},
        {{w, 4, 8, SHMBCAST_TREE_FLAT, 0}, -EINVAL},
        {{w, 4, -2, SHMBCAST_TREE_FLAT, 0}, -EINVAL},
        {{w, 4, 2, (enum shmbcast_tree)9, 2}, -EINVAL},
        {{w, 1, 1, SHMBCAST_TREE_FLAT, -1}, 0},
        {{w, 1, 1, SHMBCAST_TREE_CHAIN, INT_MIN}, 0},
        {{w, 4, 2, SHMBCAST_TREE_KARY, 0}, -EINVAL},
        {{w, 4, 2, SHMBCAST_TREE_KNOMIAL, 1}, -EINVAL},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        const char *why = NULL;

        assert_int_equal(shmbcast_params_check(&rows[i].p, &why), rows[i].rc);
        assert_int_equal(why != NULL, rows[i].rc != 0);
    }
}

/* Parameters by the paper's model: tW / t = 50, so f* = sqrt(50 b). */
UNIT_TEST_WITH(choose, pages_are_usual, NULL)
{
    static const struct {
        double budget;
        const char *set, *want;
    } rows[] = {
        /* f* = 14,481 bytes (figure 4) is rounded up to four pages; with one
         * control page each, 204 buffers fill 4 MiB */
        {4 << 20, "f=model q=1", "16 204 1 7-ary"},
        {4 << 20, "f=model q=8", "16 200 8 7-ary"},
        {4 << 20, "f=model q=7", "16 203 7 7-ary"},
        /* s is given: f* if there is room for it, otherwise less */
        {4 << 20, "f=model s=64 q=2", "16 64 2 7-ary"},
        {4 << 20, "f=model s=256 q=2", "12 256 2 7-ary"},
        {4 << 20, "f=model s=1000 q=2", "4 1000 2 7-ary"},
        /* f is given */
        {4 << 20, "f=8Ki s=model", "8 341 1 7-ary"},
        {4 << 20, "f=8Ki s=model q=2", "8 340 2 7-ary"},
        {4 << 20, "f=8Ki s=5 q=5", "8 5 5 7-ary"}, /* nothing left to choose */
        /* f is left to trials: it counts as the default */
        {4 << 20, "preset=tuned s=model q=1", "-2 341 1 ?"},
        /* no room at all, and more room than the limits allow */
        {1000, "f=model q=4", "4 4 4 7-ary"},
        {1e18, "f=model q=3", "1048576 1048575 3 7-ary"},
    };
    struct shmbcast_model paper = shmbcast_model_paper();

    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct shmbcast_params p = with(before, rows[i].set);

        shmbcast_params_choose(&p, &paper, rows[i].budget);
        assert_list(&p, 1, rows[i].want);
        shmbcast_params_first(&p);
        assert_int_equal(shmbcast_params_check(&p, NULL), 0);
    }
}

/* If given parameters are invalid, they remain invalid. */
UNIT_TEST(first_invalid)
{
    const char *list = "q=0|s=0|f=1000|s=9 q=2|q=2000000|q=2147483647";
    char item[100];

    while (next_item(&list, item)) {
        struct shmbcast_params p = given(item);

        shmbcast_params_first(&p);
        assert_int_equal(shmbcast_params_check(&p, NULL), -EINVAL);
    }
}

/* Trials start from the defaults, adapted to the given parameters. With two
 * ranks, no other tree is tried. */
UNIT_TEST_WITH(candidates, pages_are_usual, NULL)
{
    static const struct {
        const char *given;
        enum sb_search stage;
        int nranks;
        const char *want;
    } rows[] = {
        {"", SB_STAGE_TREE, 2, "8 64 2 2-ary"},
        {"f=16Ki tree=chain", SB_STAGE_TREE, 2, "16 64 2 chain"},
        {"q=1", SB_STAGE_TREE, 2, "8 64 1 2-ary"},
        {"q=3", SB_STAGE_TREE, 2, "8 66 3 2-ary"},
        {"q=100", SB_STAGE_TREE, 2, "8 100 100 2-ary"},
        {"q=1048576", SB_STAGE_TREE, 2, "8 1048576 1048576 2-ary"},
        {"s=9", SB_STAGE_TREE, 2, "8 9 1 2-ary"},
        {"s=10", SB_STAGE_TREE, 2, "8 10 2 2-ary"},
        {"f=4Ki s=6 q=3 tree=flat", SB_STAGE_TREE, 2, "4 6 3 flat"},
        {"", SB_STAGE_TREE, 3, "8 64 2 2-ary, 8 64 2 chain"},
        {"", SB_STAGE_TREE, 4,
         "8 64 2 2-ary, 8 64 2 flat, 8 64 2 chain, 8 64 2 2-nomial"},
        {"", SB_STAGE_TREE, 16,
         "8 64 2 2-ary, 8 64 2 flat, 8 64 2 chain, 8 64 2 4-ary, "
         "8 64 2 2-nomial, 8 64 2 4-nomial"},
        {"tree=flat", SB_STAGE_TREE, 16, "8 64 2 flat"},
        {"q=1", SB_STAGE_F, 2,
         "8 64 1 2-ary, 4 64 1 2-ary, 12 64 1 2-ary, 16 64 1 2-ary, "
         "32 64 1 2-ary, 64 64 1 2-ary"},
        {"f=64Ki", SB_STAGE_F, 2, "64 64 2 2-ary"},
        {"tree=chain", SB_STAGE_QUEUE, 3,
         "8 64 2 chain, 8 64 1 chain, 8 8 2 chain, 8 8 1 chain, "
         "8 16 2 chain, 8 16 1 chain, 8 32 2 chain, 8 32 1 chain, "
         "8 128 2 chain, 8 128 1 chain"},
        {"q=3", SB_STAGE_QUEUE, 2,
         "8 66 3 2-ary, 8 9 3 2-ary, 8 18 3 2-ary, 8 33 3 2-ary, "
         "8 129 3 2-ary"},
        {"q=100", SB_STAGE_QUEUE, 2, "8 100 100 2-ary, 8 200 100 2-ary"},
        {"s=9", SB_STAGE_QUEUE, 2, "8 9 1 2-ary"},
        {"s=6", SB_STAGE_QUEUE, 2, "8 6 2 2-ary, 8 6 1 2-ary"},
        {"s=6 q=3", SB_STAGE_QUEUE, 2, "8 6 3 2-ary"},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct shmbcast_params p = given(rows[i].given), best = p;
        struct shmbcast_params list[SB_CANDIDATES];
        int n;

        shmbcast_params_first(&best);
        n = sb_candidates(&p, &best, rows[i].stage, rows[i].nranks, list);
        assert_list(list, n, rows[i].want);
        for (int j = 0; j < n; j++)
            assert_int_equal(shmbcast_params_check(&list[j], NULL), 0);
    }
}

/* The best parameters so far come first, whatever they are, and only once. */
UNIT_TEST(best_first)
{
    struct shmbcast_params p = given(""), list[SB_CANDIDATES];
    struct shmbcast_params best = {4 * sb_page_size(), 16, 1,
                                   SHMBCAST_TREE_CHAIN, 0};
    static const int most[SB_STAGES] = {6, 6, 10};

    for (int stage = 0; stage < SB_STAGES; stage++) {
        int n = sb_candidates(&p, &best, (enum sb_search)stage, 64, list);

        assert_true(n <= most[stage]);
        assert_memory_equal(&list[0], &best, sizeof(best));
        for (int i = 1; i < n; i++)
            assert_memory_not_equal(&list[i], &best, sizeof(best));
    }
}
