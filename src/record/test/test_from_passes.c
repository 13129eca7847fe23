/* test_from_passes.c: case records made from the passes of a killed run. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "record/key.h"
#include "record/test/members.h"

/* Three equal passes of a case with two rows, measured by a clock with steps of
 * 100 ns. The second row takes twice as long as the first. */
struct killed {
    json_t *records, *cases;
    long min_valid;
};

static json_t *pass_of(const char *algo, const char *seconds, int pass)
{
    char *members =
        xasprintf("'type':'pass','op':'bcast','algo':'%s','bytes':8,'pass':%d,"
                  "'time':%d.5,'rounds':3,'launches':12,'valid':10,'late':2,"
                  "'overrun':0,'estimate':%s,'median':%s,'min':%s,'max':%s,"
                  "'gauge':null,'figures':{'moved':7}",
                  algo, pass, pass, seconds, seconds, seconds, seconds);
    json_t *record = json_of(members);

    free(members);
    return record;
}

static int setup(void **state)
{
    struct killed *k = xcalloc(1, sizeof(*k));
    json_t *keys = json_array();

    k->min_valid = 20;
    k->records = json_pack("[{s:s, s:{s:f}}]", "type", "run", "timer",
                           "resolution", 100e-9);
    for (int pass = 1; pass <= 3; pass++) {
        json_array_append_new(k->records, pass_of("native", "1e-6", pass));
        json_array_append_new(k->records, pass_of("slow", "2e-6", pass));
    }
    for (size_t i = 1; i <= 2; i++) {
        char *key = key_text(json_array_get(k->records, i));

        json_array_append_new(keys, json_string(key));
        free(key);
    }
    k->cases = json_pack("[o]", keys);
    *state = k;
    return 0;
}

static int teardown(void **state)
{
    struct killed *k = *state;

    json_decref(k->records);
    json_decref(k->cases);
    free(k);
    return 0;
}

/* Returns the rows made, a new reference; asserts that there are n. */
static json_t *made(const struct killed *k, size_t n)
{
    json_t *rows = cases_from_passes(k->records, k->cases, k->min_valid, 0.95);

    assert_int_equal(json_array_size(rows), n);
    return rows;
}

static void assert_made(const struct killed *k, size_t n)
{
    json_decref(made(k, n));
}

/* Asserts that row i of the two rows has these members. */
static void assert_row(const struct killed *k, size_t i, const char *members)
{
    json_t *rows = made(k, 2), *wanted = json_of(members), *value;
    const char *name;

    json_object_foreach(wanted, name, value)
    {
        if (!json_equal(json_object_get(json_array_get(rows, i), name), value))
            fail_msg("row %zu: %s", i, name);
    }
    json_decref(wanted);
    json_decref(rows);
}

/* Rows have the values of their passes, sorted by time; others are null. */
UNIT_TEST_WITH(test_rows, setup, teardown)
{
    const struct killed *k = *state;
    json_t *rows = made(k, 2);
    const json_t *row = json_array_get(rows, 1);
    double lo, hi, estimate;

    assert_row(k, 1,
               "'type':'case','algo':'slow','from_passes':true,'valid':30,"
               "'launches':36,'rounds':9,'min':2e-6,'marks':null,'mean':null,"
               "'passes':[{'pass':1,'time':1.5,'rounds':3,'estimate':2e-6,"
               "'gauge':null,'figures':{'moved':7}},{'pass':2,'time':2.5,"
               "'rounds':3,'estimate':2e-6,'gauge':null,'figures':{'moved':7}},"
               "{'pass':3,'time':3.5,'rounds':3,'estimate':2e-6,'gauge':null,"
               "'figures':{'moved':7}}]");
    assert_int_equal(json_unpack((json_t *)row, "{s:f, s:[ff]}", "estimate",
                                 &estimate, "median_ci", &lo, &hi),
                     0);
    assert_true(fabs(estimate / 2e-6 - 1) < 1e-12);
    /* half a step of the clock */
    assert_true(fabs(lo / (2e-6 * exp(-0.025)) - 1) < 1e-9);
    assert_true(fabs(hi / (2e-6 * exp(0.025)) - 1) < 1e-9);
    json_decref(rows);
    json_array_remove(k->records, 0); /* forget the clock */
    assert_row(k, 1, "'median_ci':null");
}

/* Files come from outside: numbers of launches may be arbitrary. */
UNIT_TEST_WITH(test_sum_too_large, setup, teardown)
{
    const struct killed *k = *state;

    for (size_t i = 1; i <= 6; i++)
        json_object_set_new(json_array_get(k->records, i), "valid",
                            json_integer(INT64_MAX - 1));
    assert_row(k, 0, "'valid':9223372036854775807");
}

/* A file may end in the middle of a pass, between two rows. */
UNIT_TEST_WITH(test_torn, setup, teardown)
{
    const struct killed *k = *state;

    json_array_remove(k->records, json_array_size(k->records) - 1);
    assert_row(k, 0, "'valid':30,'marks':null");
    assert_row(k, 1, "'valid':20,'marks':['few-passes'],'median_ci':null");
}

/* No record is made of a case that lacks a row: it will be measured again. */
UNIT_TEST_WITH(test_missing_row, setup, teardown)
{
    const struct killed *k = *state;
    json_t *keys = json_array_get(k->cases, 0);

    json_array_append_new(keys, json_string("{\"algo\":\"refused\"}"));
    assert_made(k, 0);
    json_array_remove(keys, 2);
    assert_made(k, 2);
    json_array_clear(k->cases);
    assert_made(k, 0);
}

UNIT_TEST_WITH(test_too_little, setup, teardown)
{
    struct killed *k = *state;

    k->min_valid = 31;
    assert_made(k, 0);
    k->min_valid = 30;
    assert_made(k, 2);
}
