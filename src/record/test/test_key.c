/* test_case_key.c: which records are of the same case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "record/key.h"
#include "lib/xmalloc.h"

/* A picture has a curve for each, or they are told in it. */
static void test_plot_has_all(void **state)
{
    const char *top = getenv("top_srcdir");
    char *path = xasprintf("%s/scripts/mpiperf-plot", top ? top : "."), *script;
    FILE *f = fopen(path, "r");
    size_t size = 0;

    (void)state;
    if (f == NULL)
        fail_msg("cannot read %s (set top_srcdir)", path);
    script = NULL;
    assert_true(getdelim(&script, &size, '\0', f) > 0);
    fclose(f);
    free(path);
    for (const char *const *name = case_key_fields; *name != NULL; name++) {
        char *word = xasprintf("\"%s\"", *name);
        char *field = xasprintf(".%s", *name);

        if (strstr(script, word) == NULL && strstr(script, field) == NULL)
            fail_msg("mpiperf-plot does not know the field %s", *name);
        free(word);
        free(field);
    }
    free(script);
}

static char *key_of(const char *text)
{
    json_t *record = json_loads(text, 0, NULL);
    char *key = key_text(record);

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
    {"{\"op\":\"exchange\",\"param\":null}",
     "{\"op\":\"exchange\",\"param\":{\"pattern\":\"ring\"}}", 1},
    {"{\"op\":\"exchange\",\"param\":null}",
     "{\"op\":\"exchange\",\"param\":{\"pattern\":\"grid\"}}", 0},
    {"{\"op\":\"exchange\"}",
     "{\"op\":\"exchange\",\"param\":{\"gap\":0,\"pattern\":\"ring\"}}", 1},
    {"{\"op\":\"exchange\",\"param\":{\"pattern\":\"grid\"}}",
     "{\"op\":\"exchange\",\"param\":{\"pattern\":\"grid\",\"gap\":0}}", 1},
    {"{\"op\":\"exchange\",\"param\":{\"pattern\":\"grid\"}}",
     "{\"op\":\"exchange\",\"param\":{\"pattern\":\"grid\",\"gap\":8}}", 0},
    {"{\"op\":\"send\"}", "{\"op\":\"send\",\"param\":{\"gap\":0}}", 0},
    {"{\"given\":{\"q\":\"1\",\"f\":\"2\"}}",
     "{\"given\":{\"f\":\"2\",\"q\":\"1\"}}", 1},
    {"{\"method\":\"window\"}", "{\"method\":\"barrier\"}", 0},
};

static void test_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        char *a = key_of(pairs[i].a), *b = key_of(pairs[i].b);

        assert_int_equal(strcmp(a, b) == 0, pairs[i].same);
        free(a);
        free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plot_has_all),
        cmocka_unit_test(test_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
