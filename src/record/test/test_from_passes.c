/* test_from_passes.c: rows of a killed run's passes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "record/from_passes.h"
#include "record/key.h"

/* Two rows of a case, in so many passes by a clock of 100 ns; the
 * second row takes twice as long as the first. Nothing scatters. */
struct killed {
    json_t *records, *cases;
    long min_valid;
};

static json_t *pass_of(const char *algo, double seconds, int pass)
{
    return json_pack("{s:s, s:s, s:s, s:i, s:i, s:f, s:i, s:i, s:i, s:i, s:i, "
                     "s:f, s:f, s:f, "
                     "s:f, s:n, s:{s:f}}",
                     "type", "pass", "op", "bcast", "algo", algo, "bytes", 8,
                     "pass", pass, "time", 0.5 * pass, "rounds", 3, "launches",
                     12, "valid", 10, "late", 2, "overrun", 0, "estimate",
                     seconds, "median", seconds, "min", seconds, "max", seconds,
                     "gauge", "figures", "moved", 7.0);
}

static int setup(void **state)
{
    struct killed *k = calloc(1, sizeof(*k));
    json_t *keys = json_array();

    k->min_valid = 20;
    k->records = json_pack("[{s:s, s:{s:f}}]", "type", "run", "timer",
                           "resolution", 100e-9);
    for (int pass = 1; pass <= 3; pass++) {
        json_array_append_new(k->records, pass_of("native", 1e-6, pass));
        json_array_append_new(k->records, pass_of("slow", 2e-6, pass));
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

/* Row i, a new reference; there have to be so many. */
static json_t *made(const struct killed *k, size_t n, size_t i)
{
    json_t *rows = cases_from_passes(k->records, k->cases, k->min_valid, 0.95);
    json_t *row = json_incref(json_array_get(rows, i));

    assert_int_equal(json_array_size(rows), n);
    json_decref(rows);
    return row;
}

static json_int_t count(const json_t *row, const char *field)
{
    assert_true(json_is_integer(json_object_get(row, field)));
    return json_integer_value(json_object_get(row, field));
}

static void assert_interval(const json_t *of, const char *field, double middle,
                            double half)
{
    double lo, hi;

    assert_int_equal(json_unpack(json_object_get(of, field), "[FF]", &lo, &hi),
                     0);
    assert_true(fabs(lo / (middle * exp(-half)) - 1) < 1e-9);
    assert_true(fabs(hi / (middle * exp(half)) - 1) < 1e-9);
}

static void test_rows(void **state)
{
    const struct killed *k = *state;
    json_t *row = made(k, 2, 1);

    assert_string_equal(json_string_value(json_object_get(row, "algo")),
                        "slow");
    assert_int_equal(json_array_size(json_object_get(row, "passes")), 3);
    assert_true(fabs(json_real_value(json_object_get(row, "estimate")) / 2e-6 -
                     1) < 1e-12);
    assert_true(json_is_true(json_object_get(row, "from_passes")));
    assert_int_equal(count(row, "valid"), 30);
    assert_int_equal(count(row, "launches"), 36);
    assert_true(json_is_null(json_object_get(row, "marks")));
    assert_true(json_is_null(json_object_get(row, "mean")));
    json_decref(row);
}

/* Half a step of the time. */
static void test_clock(void **state)
{
    struct killed *k = *state;
    json_t *row = made(k, 2, 1);

    assert_interval(row, "median_ci", 2e-6, 0.025);
    json_decref(row);
    json_array_remove(k->records, 0); /* whose clock nobody knows */
    row = made(k, 2, 1);
    assert_true(json_is_null(json_object_get(row, "median_ci")));
    json_decref(row);
}

/* The passes are there as they were, in the order of time. */
static void test_passes(void **state)
{
    struct killed *k = *state;
    json_t *row = made(k, 2, 1), *wanted = json_array();

    for (int pass = 1; pass <= 3; pass++)
        json_array_append_new(
            wanted, json_pack("{s:i, s:f, s:i, s:f, s:n, s:{s:f}}", "pass",
                              pass, "time", 0.5 * pass, "rounds", 3, "estimate",
                              2e-6, "gauge", "figures", "moved", 7.0));
    assert_true(json_equal(json_object_get(row, "passes"), wanted));
    assert_int_equal(count(row, "rounds"), 9);
    json_decref(wanted);
    json_decref(row);
}

/* A file may be torn between the rows of a pass. */
static void test_torn(void **state)
{
    struct killed *k = *state;
    json_t *row, *mark;

    json_array_remove(k->records, json_array_size(k->records) - 1);
    row = made(k, 2, 0);
    assert_int_equal(json_array_size(json_object_get(row, "passes")), 3);
    json_decref(row);
    row = made(k, 2, 1);
    assert_int_equal(json_array_size(json_object_get(row, "passes")), 2);
    mark = json_array_get(json_object_get(row, "marks"), 0);
    assert_string_equal(json_string_value(mark), "few-passes");
    assert_true(json_is_null(json_object_get(row, "median_ci")));
    json_decref(row);
}

/* No half of a case, which would be measured again as a whole. */
static void test_missing_row(void **state)
{
    const struct killed *k = *state;
    json_t *keys = json_array_get(k->cases, 0);

    json_array_append_new(keys, json_string("{\"algo\":\"refused\"}"));
    json_decref(made(k, 0, 0));
    json_array_remove(keys, 2);
    json_decref(made(k, 2, 0));
    json_array_clear(k->cases);
    json_decref(made(k, 0, 0));
}

static void test_too_little(void **state)
{
    struct killed *k = *state;

    k->min_valid = 31;
    json_decref(made(k, 0, 0));
    k->min_valid = 30;
    json_decref(made(k, 2, 0));
}

#define KILLED(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        KILLED(test_rows),   KILLED(test_clock),       KILLED(test_torn),
        KILLED(test_passes), KILLED(test_missing_row), KILLED(test_too_little),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
