/* test_params.c: parameters, segment sizes, CPUs, leaders, failure texts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../handle.h"
#include "../team.h"
#include "../shmbcast_tune.h"

static void parse(void **state)
{
    static const struct {
        const char *name, *value;
        int rc;
        struct shmbcast_params after; /* parameters f, s, q, tree, k */
    } rows[] = {
        {"f", "65536", 0, {65536, 1, 1, SHMBCAST_TREE_CHAIN, 7}},
        {"f", "64Ki", 0, {65536, 1, 1, SHMBCAST_TREE_CHAIN, 7}},
        {"f", "3Gi", 0, {(size_t)3 << 30, 1, 1, SHMBCAST_TREE_CHAIN, 7}},
        {"f", "1Mi", 0, {1 << 20, 1, 1, SHMBCAST_TREE_CHAIN, 7}},
        {"s", "12", 0, {1, 12, 1, SHMBCAST_TREE_CHAIN, 7}},
        {"s", "1Ki", 0, {1, 1024, 1, SHMBCAST_TREE_CHAIN, 7}},
        {"q", "3", 0, {1, 1, 3, SHMBCAST_TREE_CHAIN, 7}},
        {"tree", "3-ary", 0, {1, 1, 1, SHMBCAST_TREE_KARY, 3}},
        {"preset", "paper", 0, {65536, 64, 1, SHMBCAST_TREE_KARY, 2}},
        {"preset", "collsm", 0, {65536, 8, 2, SHMBCAST_TREE_KARY, 4}},
        {"preset", "mvapich", 0, {65536, 128, 1, SHMBCAST_TREE_FLAT, 0}},
        {"preset", "default", 0, {65536, 64, 2, SHMBCAST_TREE_KARY, 2}},
        {"f", "", -EINVAL, {0}},
        {"f", "-1", -EINVAL, {0}},
        {"f", "+1", -EINVAL, {0}},
        {"f", " 1", -EINVAL, {0}},
        {"f", "1 ", -EINVAL, {0}},
        {"f", "Mi", -EINVAL, {0}},
        {"f", "8K", -EINVAL, {0}},
        {"f", "8Kib", -EINVAL, {0}},
        {"f", "99999999999999999999", -EINVAL, {0}},
        {"f", "18446744073709551615Gi", -EINVAL, {0}},
        {"s", "4Gi", -EINVAL, {0}},
        {"s", "1.5", -EINVAL, {0}},
        {"tree", "ternary", -EINVAL, {0}},
        {"preset", "models", -EINVAL, {0}},
        {"preset", "tune", -EINVAL, {0}},
        {"f", "tuned", -EINVAL, {0}},
        {"f", "18446744073709551614", -EINVAL, {0}}, /* value of
                                                      * SHMBCAST_F_TUNED */
        {"s", "-2", -EINVAL, {0}},                   /* value of
                                                      * SHMBCAST_S_TUNED */
        {"f", "18446744073709551615", -EINVAL, {0}}, /* value of
                                                      * SHMBCAST_F_MODEL */
        {"s", "-1", -EINVAL, {0}},                   /* value of
                                                      * SHMBCAST_S_MODEL */
        {"q", "model", -EINVAL, {0}},
        {"F", "1", -ENOENT, {0}},
        {"", "1", -ENOENT, {0}},
    };
    const struct shmbcast_params before = {1, 1, 1, SHMBCAST_TREE_CHAIN, 7};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_params p = before, want = rows[i].after;
        const char *why = NULL;

        if (rows[i].rc != 0)
            want = before;
        else if (strcmp(rows[i].name, "preset") == 0) /* f is one page if
                                                       * pages are larger */
            want.f = shmbcast_params_default().f;
        assert_int_equal(
            shmbcast_params_parse(&p, rows[i].name, rows[i].value, &why),
            rows[i].rc);
        assert_int_equal(why != NULL, rows[i].rc != 0);
        assert_int_equal(p.f, want.f);
        assert_int_equal(p.s, want.s);
        assert_int_equal(p.q, want.q);
        assert_int_equal(p.tree, want.tree);
        assert_int_equal(p.k, want.k);
    }
}

static void presets_are_usable(void **state)
{
    const struct shmbcast_choice *row = shmbcast_preset_table();
    struct shmbcast_model paper = shmbcast_model_paper();
    struct shmbcast_params p;

    (void)state;
    for (; row->name != NULL; row++) {
        assert_int_equal(shmbcast_params_parse(&p, "preset", row->name, NULL),
                         0);
        shmbcast_params_choose(&p, &paper, 1 << 20);
        shmbcast_params_first(&p);
        assert_int_equal(shmbcast_params_check(&p, NULL), 0);
        assert_true(shmbcast_segment_bytes(&p, 8) > 0);
    }
}

static void check(void **state)
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

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *why = NULL;

        assert_int_equal(shmbcast_params_check(&rows[i].p, &why), rows[i].rc);
        assert_int_equal(why != NULL, rows[i].rc != 0);
    }
}

static void segment_bytes(void **state)
{
    struct shmbcast_params p = {8192, 8, 2, SHMBCAST_TREE_KARY, 2};

    (void)state;
    if (sb_page_size() != 4096)
        skip(); /* the paper's numbers assume this size */
    assert_int_equal(shmbcast_segment_bytes(&p, 8), 780 * 1024);
    p.s = 1024;
    assert_int_equal(shmbcast_segment_bytes(&p, 64), (768u << 20) + 3 * 4096);
    p.s = 2;
    assert_int_equal(shmbcast_segment_bytes(&p, 1024) -
                         1024 * 2 * (4096 + 8192),
                     4096 + 2 * 4096);
    assert_int_equal(shmbcast_segment_bytes(&p, 1025) -
                         1025 * 2 * (4096 + 8192),
                     2 * 4096 + 2 * 4096);
    p.f = (size_t)1 << 30;
    p.s = 1 << 20;
    assert_int_equal(shmbcast_segment_bytes(&p, INT_MAX), 0); /* overflow */
    assert_int_equal(shmbcast_segment_bytes(&p, 0), 0);
    p.q = 3;
    assert_int_equal(shmbcast_segment_bytes(&p, 2), 0);
}

/* Blocks start on pages, do not overlap and fill the segment. */
static void layout(void **state)
{
    struct shmbcast_params p = {3 * sb_page_size(), 4, 2, SHMBCAST_TREE_FLAT,
                                0};
    char *base = (char *)((uintptr_t)16 * sb_page_size()), *at;
    struct sb_layout l;

    (void)state;
    assert_int_equal(sb_layout_init(&l, &p, 3), 0);
    at = base + l.page;
    assert_ptr_equal(sb_set(base, &l, 0), at);
    assert_ptr_equal(sb_set(base, &l, 1), at + l.page);
    at += 2 * l.page;
    for (int rank = 0; rank < 3; rank++) {
        for (unsigned i = 0; i < 4; i++, at += l.page) {
            char *word = (char *)sb_control(base, &l, rank, i);

            assert_true(word >= at && word + 8 <= at + l.page);
            assert_int_equal((uintptr_t)word % SB_LINE, 0);
        }
        for (unsigned i = 0; i < 4; i++, at += l.f)
            assert_ptr_equal(sb_fragment(base, &l, rank, i), at);
    }
    assert_int_equal(at - base, l.extent.bytes);
}

static void oversubscription(void **state)
{
    static const struct {
        int nranks;
        unsigned cpus[5]; /* bit mask of each rank's CPUs */
        bool oversubscribed;
    } rows[] = {
        {1, {1}, false},
        {2, {3, 3}, false},
        {3, {3, 3, 3}, true},
        {2, {1, 1}, true},
        {2, {1, 2}, false},
        {3, {1, 1, 14}, true}, /* two ranks on one of four CPUs */
        {3, {3, 6, 5}, false},
        {4, {3, 6, 5, 7}, true}, /* four ranks on three CPUs in total */
        {5, {3, 3, 3, 60, 60}, true},
        {5, {3, 3, 60, 60, 60}, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct sb_place places[5] = {0};

        for (int r = 0; r < rows[i].nranks; r++)
            for (unsigned cpu = 0; cpu < 8; cpu++)
                if (rows[i].cpus[r] >> cpu & 1)
                    CPU_SET(cpu, &places[r].cpus);
        assert_int_equal(sb_oversubscribed(places, rows[i].nranks),
                         rows[i].oversubscribed);
    }
}

static void leaders(void **state)
{
    const int nodes[] = {0, 1, 0, 1, 5, 5, 0}, want[] = {0, 1, 0, 1, 4, 4, 0};
    struct sb_place places[7] = {0};
    int got[7];

    (void)state;
    for (int i = 0; i < 7; i++)
        places[i].node = nodes[i];
    sb_leaders(got, places, 7);
    assert_memory_equal(got, want, sizeof(want));
}

static void failure_texts(void **state)
{
    const struct {
        struct shmbcast_failure why;
        const char *text;
    } rows[] = {
        {{MPI_SUCCESS, NULL, 0, -1, 0}, "no failure"},
        {{MPI_ERR_COMM, "an intercommunicator", 0, -1, 0},
         "an intercommunicator"},
        {{MPI_ERR_NO_SPACE, "cannot reserve pages", ENOSPC, 3, 1258291},
         "segment of 1.2 MiB: cannot reserve pages on rank 3: "
         "No space left on device"},
        {{MPI_ERR_NO_MEM, "x", ENOMEM, 0, 780 * 1024},
         "segment of 780 KiB: x on rank 0: Cannot allocate memory"},
    };
    char text[200];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(
            shmbcast_failure_text(&rows[i].why, text, sizeof(text)),
            strlen(rows[i].text));
        assert_string_equal(text, rows[i].text);
    }
    assert_true(shmbcast_failure_text(&rows[2].why, text, 10) > 10);
    assert_int_equal(strlen(text), 9);
}

UNIT_GROUP(params)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parse),   cmocka_unit_test(presets_are_usable),
        cmocka_unit_test(check),   cmocka_unit_test(segment_bytes),
        cmocka_unit_test(layout),  cmocka_unit_test(oversubscription),
        cmocka_unit_test(leaders), cmocka_unit_test(failure_texts),
    };

    return cmocka_run_group_tests_name("params", tests, NULL, NULL);
}
