/* test_ranges.c: verdicts by size, in words. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "tools/compare/ranges.h"

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))

static void test_bytes(void **state)
{
    static const struct {
        long long bytes;
        const char *text;
    } rows[] = {
        {0, "0 B"},           {8, "8 B"},         {1000, "1000 B"},
        {1024, "1 KiB"},      {1536, "1.5 KiB"},  {1537, "1537 B"},
        {65536, "64 KiB"},    {1 << 20, "1 MiB"}, {3LL << 40, "3072 GiB"},
        {1025 * 1024, "1025 KiB"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char *text = bytes_text(rows[i].bytes);

        assert_string_equal(text, rows[i].text);
        free(text);
    }
}

/* A letter a size: faster, slower, the same; sizes 1, 2, 4, ... KiB. */
static void test_ranges(void **state)
{
    static const struct {
        const char *letters, *text;
    } rows[] = {
        {"", ""},
        {"f", "faster at 1 KiB"},
        {"fff", "faster at all sizes"},
        {"ffs", "faster up to 2 KiB, slower at 4 KiB"},
        {"fssf", "faster at 1 KiB and at 8 KiB, slower from 2 KiB to 4 KiB"},
        {"ffssff", "faster up to 2 KiB and from 16 KiB, slower from 4 KiB to "
                   "8 KiB"},
        {"fsfsf", "faster at 1 KiB, at 4 KiB and at 16 KiB, slower at 2 KiB and "
                  "at 8 KiB"},
        {"sefs", "slower at 1 KiB and at 8 KiB, same at 2 KiB, faster at 4 KiB"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct at_size v[16];
        size_t n = 0;
        char *text;

        for (const char *c = rows[i].letters; *c != '\0'; c++, n++)
            v[n] = (struct at_size){1024LL << n, *c == 'f'   ? "faster"
                                                 : *c == 's' ? "slower"
                                                             : "same"};
        text = ranges_text(v, n, NULL);
        assert_string_equal(text, rows[i].text);
        free(text);
        text = ranges_text(v, n, "slower");
        if (strchr(rows[i].letters, 's') == NULL)
            assert_string_equal(text, rows[i].text);
        free(text);
    }
}

/* What is to come last does, wherever it is met. */
static void test_last(void **state)
{
    static const struct at_size v[] = {
        {1, "faster"}, {2, "open"}, {4, "same"}, {8, "open"}};
    char *text = ranges_text(v, 4, "open");

    (void)state;
    assert_string_equal(text,
                        "faster at 1 B, same at 4 B, open at 2 B and at 8 B");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_last),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
