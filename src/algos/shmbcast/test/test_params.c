/* test_params.c: parameters of the published algorithm: parsed, checked, and
 * chosen by the model. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/golden.h"
#include "lib/test/unit.h"
#include "../team.h"
#include "../shmbcast_tune.h"

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

/* "f s q tree". f is in KiB; -1: left to the model. */
static char *params_text(const struct shmbcast_params *p)
{
    char tree[32], *text = NULL;

    shmbcast_tree_name(p, tree, sizeof(tree));
    assert_true(asprintf(&text, "%zd %d %d %s%s",
                         p->f == SHMBCAST_F_MODEL ? (ssize_t)-1
                                                  : (ssize_t)(p->f / 1024),
                         p->s, p->q, tree,
                         shmbcast_params_modelled(p) ? ", modelled" : "") > 0);
    return text;
}

static void assert_params(const struct shmbcast_params *p, const char *want)
{
    char *text = params_text(p);

    assert_string_equal(text, want);
    free(text);
}

static const struct shmbcast_params before = {3 * W, 9, 1, SHMBCAST_TREE_KARY,
                                              7};

/* What the settings make of the parameters above, or what is wrong with one. */
static char *parse_answer(char *settings)
{
    struct shmbcast_params p = before;
    char *text = NULL;
    const char *why = NULL;
    int rc = 0;

    if (strchr(settings, '=') == strrchr(settings, '='))
        rc = parse_one(&p, settings, &why);
    else
        p = with(before, settings);
    if (rc != 0) {
        assert_params(&p, "12 9 1 7-ary");
        assert_true(rc == -ENOENT || rc == -EINVAL);
        assert_true(asprintf(&text, "%s: %s",
                             rc == -ENOENT ? "unknown" : "wrong", why) > 0);
        return text;
    }
    if (shmbcast_params_modelled(&p)) /* they are invalid until chosen */
        assert_int_not_equal(shmbcast_params_check(&p, NULL), 0);
    return params_text(&p);
}

UNIT_TEST_WITH(parse, pages_are_usual, NULL)
{
    assert_answers("src/algos/shmbcast/test/params.txt", parse_answer);
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
        /* no room at all, and more room than the limits allow */
        {1000, "f=model q=4", "4 4 4 7-ary"},
        {1e18, "f=model q=3", "1048576 1048575 3 7-ary"},
    };
    struct shmbcast_model paper = shmbcast_model_paper();

    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct shmbcast_params p = with(before, rows[i].set);

        shmbcast_params_choose(&p, &paper, rows[i].budget);
        assert_params(&p, rows[i].want);
        assert_int_equal(shmbcast_params_check(&p, NULL), 0);
    }
}
