/* test_csv_rows.c: records as rows of a CSV. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "record/csv_rows.h"
#include "record/test/members.h"

/* The cells of a line, which have no comma within. */
static json_t *cells_of(const char *line, size_t length)
{
    char *text = xasprintf("%.*s", (int)length, line), *rest = text, *cell;
    json_t *cells = json_array();

    while ((cell = strsep(&rest, ",")) != NULL)
        json_array_append_new(cells, json_string(cell));
    free(text);
    return cells;
}

/* Records as title -> cell, a row each. */
static json_t *csv_read(const json_t *records, unsigned of)
{
    char *text = csv_of(records, of), *line = text;
    json_t *rows = json_array(), *titles = NULL, *title;
    size_t i;

    for (size_t n; *line != '\0'; line += n + 1) {
        json_t *cells, *row;

        n = strcspn(line, "\n");
        cells = cells_of(line, n);
        if (titles == NULL) {
            titles = cells;
            continue;
        }
        row = json_object();
        assert_int_equal(json_array_size(cells), json_array_size(titles));
        json_array_foreach(titles, i, title)
        {
            if (json_object_get(row, json_string_value(title)) != NULL)
                fail_msg("two columns %s", json_string_value(title));
            json_object_set(row, json_string_value(title),
                            json_array_get(cells, i));
        }
        json_array_append_new(rows, row);
        json_decref(cells);
    }
    assert_null(strpbrk(text, "{}[]"));
    json_decref(titles);
    free(text);
    return rows;
}

static void assert_cell(const json_t *rows, size_t row, const char *title,
                        const char *text)
{
    const json_t *cell = json_object_get(json_array_get(rows, row), title);

    if (text == NULL) {
        assert_null(cell);
        return;
    }
    if (cell == NULL)
        fail_msg("no column %s", title);
    assert_string_equal(json_string_value(cell), text);
}

static json_t *records_of(const char *const *members, size_t n)
{
    json_t *records = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(records, json_of(members[i]));
    return records;
}

static void test_csv_case(void **state)
{
    static const char *const members[] = {
        "'op':'bcast','algo':'a','bytes':8,'ci':[1.5,2.5],'mean':null,"
        "'param':{'gap':8,'of':{'x':1}},'marks':['late'],"
        "'clocksync':{'name':'hca'},'passes':[{'pass':1}],'samples':[1,2],"
        "'figures':{'calls':null,'wire':3.5},"
        "'parts':{'copy':{'median':1.25,'ci':[1,2]},'none':null}",
        "'op':'bcast','algo':'b','figures':{'calls':[1,2]},"
        "'parts':{'none':{'median':3,'ci':[2,4]}}",
    };
    json_t *records = records_of(members, 2), *rows;

    (void)state;
    rows = csv_read(records, OF_CASE);
    assert_int_equal(json_array_size(rows), 2);
    assert_cell(rows, 0, "op", "bcast");
    assert_cell(rows, 0, "ci_lo", "1.5");
    assert_cell(rows, 0, "ci_hi", "2.5");
    assert_cell(rows, 0, "ci", NULL);
    assert_cell(rows, 0, "mean", "");
    assert_cell(rows, 1, "bytes", "");
    assert_cell(rows, 0, "param", "gap=8 of.x=1");
    assert_cell(rows, 1, "param", "");
    assert_cell(rows, 0, "marks", "late");
    assert_cell(rows, 0, "clocksync", NULL);
    assert_cell(rows, 0, "passes", "1");
    assert_cell(rows, 0, "samples", NULL);
    assert_cell(rows, 0, "state", NULL);
    /* by what any record has */
    assert_cell(rows, 0, "figures_wire", "3.5");
    assert_cell(rows, 1, "figures_wire", "");
    assert_cell(rows, 0, "figures_calls_lo", "");
    assert_cell(rows, 1, "figures_calls_hi", "2");
    assert_cell(rows, 0, "parts_copy_median", "1.25");
    assert_cell(rows, 0, "parts_copy_ci_lo", "1");
    assert_cell(rows, 1, "parts_none_ci_hi", "4");
    json_decref(rows);
    json_decref(records);
}

static void test_csv_merged(void **state)
{
    static const char *const members[] = {
        "'op':'bcast','state':'far','side':{'number':2,'name':'new'},"
        "'estimate':1.5,'range':[1,2],'vs':{'side':1,'algo':'native',"
        "'speedup':1.25,'range':[1.125,1.5],'sign':'faster',"
        "'interleaved':true},'figures':{'wire':3},"
        "'figures_range':{'wire':[2,4]}",
        "'op':'bcast','vs':null,'figures':{},'figures_range':{}",
    };
    json_t *records = records_of(members, 2), *rows;

    (void)state;
    rows = csv_read(records, OF_MERGED);
    assert_cell(rows, 0, "state", "far");
    assert_cell(rows, 0, "side", "2");
    assert_cell(rows, 0, "side_name", "new");
    assert_cell(rows, 0, "range_lo", "1");
    assert_cell(rows, 0, "vs_algo", "native");
    assert_cell(rows, 0, "speedup", "1.25");
    assert_cell(rows, 0, "speedup_lo", "1.125");
    assert_cell(rows, 0, "speedup_hi", "1.5");
    assert_cell(rows, 0, "sign", "faster");
    assert_cell(rows, 0, "interleaved", "true");
    assert_cell(rows, 0, "figures_wire", "3");
    assert_cell(rows, 0, "figures_range_wire_hi", "4");
    assert_cell(rows, 1, "speedup_hi", "");
    json_decref(rows);
    json_decref(records);
}

/* Whatever the figures of an algorithm are called. */
static void test_csv_apart(void **state)
{
    static const char *const members[] = {
        "'figures':{'x':[1,2],'x_lo':3,'range_y_lo':4,'y':5},"
        "'figures_range':{'y':[6,7]}",
    };
    json_t *records = records_of(members, 1), *rows;

    (void)state;
    rows = csv_read(records, OF_CASE);
    assert_cell(rows, 0, "figures_x_lo", "1");
    assert_cell(rows, 0, "figures_x_lo_2", "3");
    json_decref(rows);
    rows = csv_read(records, OF_MERGED);
    assert_cell(rows, 0, "figures_range_y_lo", "4");
    assert_cell(rows, 0, "figures_range_y_lo_2", "6");
    json_decref(rows);
    json_decref(records);
}

UNIT_GROUP(csv_rows)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_csv_case),
        cmocka_unit_test(test_csv_merged),
        cmocka_unit_test(test_csv_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
