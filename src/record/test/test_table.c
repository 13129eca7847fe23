/* test_table.c: notes behind rows. Widths of columns: the golden output of
 * mpiperf/report/test. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "record/table.h"

/* A note is printed behind its row only, whatever the last column is. */
UNIT_TEST(test_notes)
{
    for (int left = 0; left <= 1; left++) {
        struct table t = {.gap = 1};
        size_t length;
        char *text;
        FILE *f;

        table_column(&t, "a", 0, true);
        table_column(&t, "bb", 4, left);
        table_cell(&t, "1");
        table_cell(&t, "2");
        table_note(&t, "  # over");
        table_note(&t, "  # ridden");
        table_cell(&t, "%s", "100 %");
        table_cell(&t, "3");
        f = open_memstream(&text, &length);
        assert_non_null(f);
        table_print_rows(f, &t);
        assert_int_equal(fclose(f), 0);
        assert_string_equal(text, left ? "1     2  # ridden\n"
                                         "100 % 3\n"
                                       : "1        2  # ridden\n"
                                         "100 %    3\n");
        free(text);
        table_free(&t);
    }
}
