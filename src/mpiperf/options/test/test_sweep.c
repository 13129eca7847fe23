/* test_sweep.c: the values of sweeps, and errors in sweeps. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "mpiperf/options/options.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { VALUES = 12 };

static const struct {
    const char *s;
    size_t n;
    int64_t v[VALUES];
} legal[] = {
    {"0", 1, {0}},
    {"7", 1, {7}},
    {"5,3,4", 3, {5, 3, 4}},
    {"5,3,5,3", 2, {5, 3}},
    {"1:8", 4, {1, 2, 4, 8}},
    {"1:9", 4, {1, 2, 4, 8}},
    {"3:20", 3, {3, 6, 12}},
    {"5:5", 1, {5}},
    {"0:0", 1, {0}},
    {"0:1", 2, {0, 1}},
    {"0:8", 5, {0, 1, 2, 4, 8}},
    {"0:10:*3", 4, {0, 1, 3, 9}},
    {"0:10:+4", 3, {0, 4, 8}},
    {"2:10:+4", 3, {2, 6, 10}},
    {"2:200:*10", 3, {2, 20, 200}},
    {"1Ki:4Ki:+1Ki", 4, {1024, 2048, 3072, 4096}},
    {"1:1Gi:*32Ki", 3, {1, 32768, 1 << 30}},
    {"1,1:4,6:8:+1,100", 7, {1, 2, 4, 6, 7, 8, 100}},
    {"8,0:8", 5, {8, 0, 1, 2, 4}},
    /* the last step would overflow 63 bits */
    {"9223372036854775807", 1, {INT64_MAX}},
    {"9223372036854775806:9223372036854775807:+9223372036854775807",
     1,
     {INT64_MAX - 1}},
    {"1:9223372036854775807:*4611686018427387904", 2, {1, INT64_C(1) << 62}},
};

UNIT_TEST(test_legal)
{
    for (size_t i = 0; i < COUNT(legal); i++) {
        struct sweep s = {0};
        char *cause = NULL;

        assert_int_equal(sweep_parse(&s, legal[i].s, 0, INT64_MAX, &cause), 0);
        assert_int_equal(s.n, legal[i].n);
        for (size_t j = 0; j < s.n; j++)
            assert_true(s.v[j] == legal[i].v[j]);
        sweep_free(&s);
        assert_null(s.v);
    }
}

static const struct {
    const char *s, *cause;
} wrong[] = {
    {"", "'': a number is missing"},
    {",", "',': a number is missing"},
    {"1,,2", "'1,,2': a number is missing"},
    {"1,2,", "'1,2,': a number is missing"},
    {":", "':': a number is missing"},
    {"1:", "'1:': a number is missing"},
    {":8", "':8': a number is missing"},
    {"4,1:", "'1:': a number is missing"},
    {"8:4", "'8:4': the range runs backwards"},
    {"1:8:", "'1:8:': the range may continue with :*FACTOR or :+STEP"},
    {"1:8:2", "'1:8:2': the range may continue with :*FACTOR or :+STEP"},
    {"1:8:*", "'1:8:*': a number is missing"},
    {"1:8:+", "'1:8:+': a number is missing"},
    {"1:8:*1", "'1:8:*1': the factor must be at least 2"},
    {"1:8:*0", "'1:8:*0': the factor must be at least 2"},
    {"1:8:+0", "'1:8:+0': the step must be at least 1"},
    {"1:8:*1.5", "'1.5': not a whole number"},
    {"1:8:+-1", "'-1': must not be negative"},
    {"1:8:*2:*2", "'2:*2': unknown suffix ':*2'"},
    {"12Q", "'12Q': unknown suffix 'Q'"},
    {"1,12Q", "'12Q': unknown suffix 'Q'"},
    {"1, 2", "' 2': not a number"},
    {"-1", "'-1': must not be negative"},
    {"101", "'101': must be at most 100"},
    {"1:101", "'101': must be at most 100"},
    {"1,0", "'0': must be at least 1"},
};

UNIT_TEST(test_wrong)
{
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct sweep s = {.n = 77};
        char *cause = NULL;

        assert_int_equal(sweep_parse(&s, wrong[i].s, 1, 100, &cause), -1);
        assert_string_equal(cause, wrong[i].cause);
        assert_int_equal(s.n, 77);
        free(cause);
    }
}

UNIT_TEST(test_limit)
{
    struct sweep s;
    char *cause = NULL;

    assert_int_equal(sweep_parse(&s, "1:100000:+1", 0, INT64_MAX, &cause), 0);
    assert_int_equal(s.n, SWEEP_MAX);
    assert_true(s.v[0] == 1 && s.v[SWEEP_MAX - 1] == SWEEP_MAX);
    sweep_free(&s);

    assert_int_equal(sweep_parse(&s, "0:100000:+1", 0, INT64_MAX, &cause), -1);
    assert_string_equal(cause,
                        "'0:100000:+1': stands for more than 100000 values");
    free(cause);
}

UNIT_TEST(test_unique)
{
    int64_t v[] = {4, 4, 1, 9, 1, 4, 0};
    static const int64_t expected[] = {4, 1, 9, 0};
    struct sweep s = {.v = v, .n = COUNT(v)}, none = {0};

    sweep_unique(&s);
    assert_int_equal(s.n, COUNT(expected));
    assert_memory_equal(s.v, expected, sizeof(expected));
    sweep_unique(&none);
    assert_int_equal(none.n, 0);
}
