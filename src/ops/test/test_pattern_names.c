/* test_pattern_names.c: what may stand behind --pattern, and shapes of grids.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "lib/test/unit.h"
#include "ops/edges.h"
#include "ops/test/pattern_world.h"

static void test_dims(void **state)
{
    static const struct {
        int size, n, dims[DIMS_MOST];
    } table[] = {
        {1, 2, {1, 1}},      {7, 2, {7, 1}},          {12, 2, {4, 3}},
        {16, 2, {4, 4}},     {24, 2, {6, 4}},         {1, 3, {1, 1, 1}},
        {2, 3, {2, 1, 1}},   {4, 3, {2, 2, 1}},       {7, 3, {7, 1, 1}},
        {8, 3, {2, 2, 2}},   {12, 3, {3, 2, 2}},      {24, 3, {4, 3, 2}},
        {36, 3, {4, 3, 3}},  {64, 3, {4, 4, 4}},      {96, 3, {6, 4, 4}},
        {384, 3, {8, 8, 6}}, {1000, 3, {10, 10, 10}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        int dims[DIMS_MOST];

        dims_balanced(table[i].size, table[i].n, dims);
        assert_memory_equal(dims, table[i].dims,
                            (size_t)table[i].n * sizeof(int));
    }
}

static void test_names(void **state)
{
    static const struct {
        const char *text;
        int name, n;
        bool file;
    } good[] = {
        {"ring", PATTERN_RING, 0, false},
        {"pair", PATTERN_PAIR, 1, false},
        {"pair:1048576", PATTERN_PAIR, 1 << 20, false},
        {"halo3d:4", PATTERN_HALO3D, 4, false},
        {"random", PATTERN_RANDOM, 1, false},
        {"random:0", PATTERN_RANDOM, 0, false},
        {"./ring", 0, 0, true},
        {"a:b.msgs", 0, 0, true},
        {"pair/", 0, 0, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
        struct pattern_params p = pattern_parsed(good[i].text);

        if (good[i].file) {
            assert_string_equal(p.pattern.file, good[i].text);
            continue;
        }
        assert_null(p.pattern.file);
        assert_int_equal(p.pattern.name, good[i].name);
        assert_int_equal(p.pattern.n, good[i].n);
    }
}

static void test_refused(void **state)
{
    static const struct {
        const char *text, *cause;
    } bad[] = {
        {"paar", "unknown pattern 'paar' (did you mean 'pair'?); a file's name "
                 "has a / or ends in .msgs"},
        {"set.txt",
         "unknown pattern 'set.txt'; a file's name has a / or ends in .msgs"},
        {".msgs", "unknown pattern '.msgs'; a file's name has a / or ends in "
                  ".msgs"},
        {"ring:1", "'ring' takes no number"},
        {"sweep:", "'sweep' takes no number"},
        {"pair:", "'': not a number"},
        {"pair:0", "'0': must be at least 1"},
        {"pair:1048577", "'1048577': must be at most 1048576"},
        {"halo2d:4097", "'4097': must be at most 4096"},
        {"random:-1", "'-1': must be at least 0"},
        {"random:1:2", "'1:2': not a whole number"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        char *cause = NULL;

        assert_int_equal(params_check(&pattern_params, pattern_params.rows,
                                      bad[i].text, &cause),
                         -1);
        assert_string_equal(cause, bad[i].cause);
        free(cause);
    }
}

UNIT_GROUP(pattern_names)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dims),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
