/* test_csv_rows.c: records as rows of a CSV. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "record/csv_rows.h"
#include "record/test/members.h"

/* Writes records as CSV and parses it again. Returns an array with an object
 * title -> cell for each row. Cells must not contain commas. */
static json_t *csv_read(const json_t *records, unsigned of)
{
    char *text = csv_of(records, of), *rest = text;
    const char *titles = strsep(&rest, "\n");
    json_t *rows = json_array();

    assert_null(strpbrk(titles, "{}[]"));
    for (char *line; (line = strsep(&rest, "\n")) != NULL && *line != '\0';) {
        char *copy = xstrdup(titles), *left = copy, *title;
        json_t *row = json_object();

        assert_null(strpbrk(line, "{}[]"));
        while ((title = strsep(&left, ",")) != NULL) {
            if (json_object_get(row, title) != NULL)
                fail_msg("two columns %s", title);
            assert_non_null(line);
            json_object_set_new(row, title, json_string(strsep(&line, ",")));
        }
        assert_null(line);
        json_array_append_new(rows, row);
        free(copy);
    }
    free(text);
    return rows;
}

/* Asserts that the row has these cells; null stands for a missing column. */
static void assert_row(const json_t *rows, size_t row, const char *columns)
{
    json_t *wanted = json_of(columns), *text;
    const char *title;

    json_object_foreach(wanted, title, text)
    {
        const json_t *cell = json_object_get(json_array_get(rows, row), title);

        if (json_is_null(text) ? cell != NULL : !json_equal(cell, text))
            fail_msg("row %zu: %s", row, title);
    }
    json_decref(wanted);
}

/* Returns the CSV rows of two records that have these members. */
static json_t *rows_of(const char *a, const char *b, unsigned of)
{
    json_t *records = json_pack("[o, o]", json_of(a), json_of(b));
    json_t *rows = csv_read(records, of);

    json_decref(records);
    assert_int_equal(json_array_size(rows), 2);
    return rows;
}

UNIT_TEST(test_csv_merged)
{
    json_t *rows = rows_of(
        "'op':'bcast','state':'far','side':{'number':2,'name':'new'},"
        "'estimate':1.5,'range':[1,2],'vs':{'side':1,'algo':'native',"
        "'speedup':1.25,'range':[1.125,1.5],'sign':'faster',"
        "'interleaved':true},'figures':{'wire':3},"
        "'figures_range':{'wire':[2,4]}",
        "'op':'bcast','vs':null,'figures':{},'figures_range':{}", OF_MERGED);

    assert_row(rows, 0,
               "'state':'far','side':'2','side_name':'new','range_lo':'1',"
               "'vs_algo':'native','speedup':'1.25','speedup_lo':'1.125',"
               "'speedup_hi':'1.5','sign':'faster','interleaved':'true',"
               "'figures_wire':'3','figures_range_wire_hi':'4'");
    assert_row(rows, 1, "'speedup_hi':''");
    json_decref(rows);
}

/* Titles are unique, whatever the names of figures are. */
UNIT_TEST(test_csv_apart)
{
    static const char members[] =
        "'figures':{'x':[1,2],'x_lo':3,'range_y_lo':4,'y':5},"
        "'figures_range':{'y':[6,7]}";
    json_t *rows = rows_of(members, members, OF_CASE);

    assert_row(rows, 0, "'figures_x_lo':'1','figures_x_lo_2':'3'");
    json_decref(rows);
    rows = rows_of(members, members, OF_MERGED);
    assert_row(rows, 0, "'figures_range_y_lo':'4','figures_range_y_lo_2':'6'");
    json_decref(rows);
}

/* Texts that a spreadsheet would compute, a terminal act on, or a CI system
 * read as a command. */
UNIT_TEST(test_csv_safe)
{
    static const struct {
        const char *text, *cell;
    } cases[] = {
        {"bcast", "bcast"},
        {"a=1", "a=1"},
        {"=1+1", "'=1+1"},
        {"@SUM(A1)", "'@SUM(A1)"},
        {"+1", "'+1"},
        {"-O2", "'-O2"},
        {"\t=1", "'\t=1"},
        {"=a,\"b\"", "\"'=a,\"\"b\"\"\""},
        {"a\x1b[31m\x7f", "a?[31m?"},
        {"a\nb", "\"a\nb\""},
        {"::error::x", "\"::error::x\""},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        json_t *records =
            json_pack("[{s:s, s:f}]", "op", cases[i].text, "estimate", -1.5);
        char *text = csv_of(records, OF_MERGED);
        const char *row = strchr(text, '\n') + 1;

        assert_memory_equal(row, cases[i].cell, strlen(cases[i].cell));
        assert_int_equal(row[strlen(cases[i].cell)], ',');
        assert_non_null(strstr(row, ",-1.5,"));
        free(text);
        json_decref(records);
    }
}
