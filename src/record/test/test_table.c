/* test_table.c: widths of columns, and notes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "record/table.h"

/* Asserts what is printed for the rows, and the titles if wanted; frees the
 * table. */
static void assert_printed(struct table *t, bool titles, const char *expected)
{
    char *text;
    size_t length;
    FILE *f = open_memstream(&text, &length);

    assert_non_null(f);
    if (titles)
        table_print_titles(f, t);
    table_print_rows(f, t);
    assert_int_equal(fclose(f), 0);
    assert_string_equal(text, expected);
    free(text);
    table_free(t);
}

UNIT_TEST(test_widths)
{
    struct table t = {.gap = 2};

    table_column(&t, "op", 0, true);
    table_column(&t, "n", 0, false);
    table_column(&t, "bytes", 7, false);
    table_column(&t, "verdict", 0, true);
    for (int i = 9; i <= 10; i++) {
        table_cell(&t, "%s", i == 9 ? "bcast" : "allreduce");
        table_cell(&t, "%d", i);
        table_cell(&t, "%d", 8 * i);
        table_cell(&t, "%s", i == 9 ? "same" : "slower");
    }
    assert_printed(&t, true,
                   "# op        n    bytes  verdict\n"
                   "bcast       9       72  same\n"
                   "allreduce  10       80  slower\n");
    assert_int_equal(t.cols, 0);
    assert_int_equal(t.n, 0);
}

/* A note is printed behind its row only, whatever the last column is. */
UNIT_TEST(test_notes)
{
    for (int left = 0; left <= 1; left++) {
        struct table t = {.gap = 1};

        table_column(&t, "a", 0, true);
        table_column(&t, "bb", 4, left);
        table_cell(&t, "1");
        table_cell(&t, "2");
        table_note(&t, "  # over");
        table_note(&t, "  # ridden");
        table_cell(&t, "%s", "100 %");
        table_cell(&t, "3");
        assert_printed(&t, false,
                       left ? "1     2  # ridden\n"
                              "100 % 3\n"
                            : "1        2  # ridden\n"
                              "100 %    3\n");
    }
}

UNIT_TEST(test_empty)
{
    struct table none = {.gap = 1}, rowless = {.gap = 1};

    assert_printed(&none, false, "");
    table_column(&rowless, "op", 0, true);
    table_column(&rowless, "100%", 6, false);
    assert_printed(&rowless, true, "# op   100%\n");
}
