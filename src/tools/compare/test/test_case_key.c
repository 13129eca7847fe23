/* test_case_key.c: mpiperf-compare and --resume agree on what a case is. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/test/series.h"
#include <stdlib.h>
#include <string.h>
#include "mpiperf/report/record.h"
#include "tools/compare/case_key.h"

static void test_same_fields_as_resume(void **state)
{
    const char *const *name = case_key_fields;

    (void)state;
    for (const struct record_field *f = record_fields; f->name != NULL; f++) {
        if (!f->key)
            continue;
        assert_non_null(*name);
        assert_string_equal(*name, f->name);
        name++;
    }
    assert_null(*name);
}

static char *key_of(const char *text)
{
    json_t *record = json_loads(text, 0, NULL);
    char *key = case_key(record);

    assert_non_null(record);
    json_decref(record);
    return key;
}

/* Records whose keys are, or are not, the same. */
static const struct {
    const char *a, *b;
    int same;
} pairs[] = {
    {"{\"op\":\"bcast\"}", "{\"op\":\"bcast\",\"root\":null}", 1},
    {"{\"op\":\"bcast\"}", "{\"op\":\"bcast\",\"median\":3e-6}", 1},
    {"{\"op\":\"bcast\"}", "{\"op\":\"bcast\",\"root\":0}", 0},
    {"{\"op\":\"bcast\"}", "{\"algo\":\"bcast\"}", 0},
    {"{\"given\":{\"q\":\"1\",\"f\":\"2\"}}",
     "{\"given\":{\"f\":\"2\",\"q\":\"1\"}}", 1},
    {"{\"method\":\"window\"}", "{\"method\":\"barrier\"}", 0},
};

static void test_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        char *a = key_of(pairs[i].a), *b = key_of(pairs[i].b);

        assert_int_equal(strcmp(a, b) == 0, pairs[i].same);
        free(a);
        free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_fields_as_resume),
        cmocka_unit_test(test_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
