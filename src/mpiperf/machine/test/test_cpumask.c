/* test_cpumask.c: CPU lists, and who is in whose way on a node. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "mpiperf/machine/cpumask.h"

static void lists_are_formatted_as_the_kernel_does(void **state)
{
    static const struct {
        const char *list, *expected; /* NULL: not a list */
    } rows[] = {
        {"", ""},           {"0", "0"},
        {"7\n", "7"},       {"0-3,8", "0-3,8"},
        {"0,1,2,3", "0-3"}, {"8,0-1", "0-1,8"},
        {"62-65", "62-65"}, {"0,2,4", "0,2,4"},
        {"8191", "8191"},   {"8190-8191", "8190-8191"},
        {"5-5", "5"},       {"8192", NULL},
        {"0-8192", NULL},   {"3-1", NULL},
        {"1-", NULL},       {"-1", NULL},
        {"a", NULL},        {"1 2", NULL},
        {"1;2", NULL},      {"+1", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cpumask m = {{0}};
        char text[128];
        int rc = cpumask_parse(&m, rows[i].list);

        assert_int_equal(rc, rows[i].expected == NULL ? -1 : 0);
        if (rc != 0)
            continue;
        cpumask_format(&m, text, sizeof(text));
        assert_string_equal(text, rows[i].expected);
    }
}

static void long_lists_end_in_dots(void **state)
{
    static const struct {
        size_t size;
        const char *expected;
    } rows[] = {
        {64, "0,2,4,6,10-12"},
        {14, "0,2,4,6,10-12"},
        {13, "0,2,4,6..."},
        {11, "0,2,4,6..."},
        {10, "0,2,4..."},
        {9, "0,2,4..."},
        {8, "0,2..."},
        {5, "0..."},
        {4, "..."},
        {3, ""},
        {1, ""},
    };
    struct cpumask m = {{0}};
    char text[65];

    (void)state;
    assert_int_equal(cpumask_parse(&m, "0,2,4,6,10-12"), 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        memset(text, 'x', sizeof(text));
        cpumask_format(&m, text, rows[i].size);
        assert_string_equal(text, rows[i].expected);
        assert_int_equal(text[rows[i].size], 'x');
    }
}

static void sets_count_and_compare(void **state)
{
    struct cpumask small = {{0}}, large = {{0}}, empty = {{0}};

    (void)state;
    cpumask_parse(&small, "63-64");
    cpumask_parse(&large, "60-70,8000");
    assert_int_equal(cpumask_count(&large), 12);
    assert_int_equal(cpumask_count(&empty), 0);
    assert_int_equal(cpumask_first(&large), 60);
    assert_int_equal(cpumask_first(&empty), -1);
    assert_true(cpumask_has(&large, 8000));
    assert_false(cpumask_has(&large, 7999));
    assert_true(cpumask_within(&small, &large));
    assert_false(cpumask_within(&large, &small));
    assert_true(cpumask_within(&empty, &small));
}

static void own_mask_has_a_cpu(void **state)
{
    struct cpumask m;

    (void)state;
    assert_int_equal(cpumask_get(&m), 0);
    assert_true(cpumask_count(&m) >= 1);
}

/* Ranks of a node as lists separated by blanks. */
static void oversubscription_and_collisions(void **state)
{
    static const struct {
        const char *ranks;
        int oversubscribed, collide;
    } rows[] = {
        {"0", 0, 0},
        {"0 1", 0, 0},
        {"0-1 0-1", 0, 0},
        {"0-1 0-1 0-1", 1, 0},
        {"0 0", 1, 1},
        {"0 0 1-7", 1, 1},
        {"0-1 0 2-7 1", 1, 0}, /* three in two places */
        {"0-1 0 2-7", 0, 0},
        {"0-3 0-3 4-7 4-7", 0, 0},
        {"0-1 0-1 0-1 2-7", 1, 0},
        {"0-1 1-2 0-2 2", 1, 0}, /* only the union is too small */
        {"100 200 300 100", 1, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct cpumask *masks = calloc(8, sizeof(*masks));
        char *text = strdup(rows[i].ranks), *rest = text, *list;
        size_t n = 0;

        while ((list = strsep(&rest, " ")) != NULL)
            assert_int_equal(cpumask_parse(&masks[n++], list), 0);
        assert_int_equal(cpumasks_oversubscribed(masks, n),
                         rows[i].oversubscribed);
        assert_int_equal(cpumasks_collide(masks, n), rows[i].collide);
        free(text);
        free(masks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_formatted_as_the_kernel_does),
        cmocka_unit_test(long_lists_end_in_dots),
        cmocka_unit_test(sets_count_and_compare),
        cmocka_unit_test(own_mask_has_a_cpu),
        cmocka_unit_test(oversubscription_and_collisions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
