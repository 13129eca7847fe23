/* test_bounds.c: bounds computed from runs, their file, and verdicts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/records.h"
#include "lib/test/unit.h"

#include "lib/xmalloc.h"
#include "verdict/bounds.h"

/* Adds a run with cases at 8 and 4096 B; without figures if a time is 0. */
static void one_run(struct runs *r, size_t i, double small, double large)
{
    add_run(r, 10 * (double)i, 1, (long)i + 1);
    if (small > 0)
        add_case(r, "native", 8, small);
    add_case(r, "native", 4096, large);
    add_end(r, "complete");
}

/* Returns the bounds of ten runs: 2 us within 1 %; and 10 us, but once 13. */
static char *ten_runs(size_t without, char **cause)
{
    struct runs r = {0};
    struct table t;
    char *text;

    for (size_t i = 0; i < BOUNDS_RUNS; i++)
        one_run(&r, i, i < without ? 0 : 2 * wobble(i, 2), i == 4 ? 13 : 10);
    make_table(&t, &r, NULL);
    text = bounds_text(&t, cause);
    table_free_rows(&t);
    runs_free(&r);
    return text;
}

/* Opens bounds for a run whose record has this value (if any) changed. */
static json_t *open_text(const char *text, const char *field, const char *value,
                         char **cause)
{
    char name[] = "/tmp/test_bounds.XXXXXX";
    int fd = mkstemp(name);
    struct runs r = {0};
    json_t *bounds, *run;

    assert_true(fd >= 0);
    assert_true(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    add_run(&r, 0, 0, 0);
    run = json_deep_copy(r.v[0].record);
    if (field != NULL)
        json_object_set_new(run, field,
                            json_loads(value, JSON_DECODE_ANY, NULL));
    bounds = bounds_open(name, run, cause);
    unlink(name);
    if (*cause != NULL && strncmp(*cause, name, strlen(name)) == 0)
        memmove(*cause, *cause + strlen(name),
                strlen(*cause + strlen(name)) + 1);
    json_decref(run);
    runs_free(&r);
    return bounds;
}

static double bound_of(const json_t *bounds, size_t i, const char *what)
{
    return number_of(json_array_get(bounds, i), what);
}

/* First the machine that the bounds are from. One bound is a tenth above the
 * typical run, the other above the slowest run. */
UNIT_TEST(test_text)
{
    static const char first[] =
        "{\"type\":\"accepted\",\"format\":1,\"runs\":10,"
        "\"time\":\"2025-06-15T15:06:40Z\",\"mpiperf\":\"1.0\",\"ranks\":2,"
        "\"nodes\":1,\"mpi\":\"Open MPI 4.1.4\",\"processor\":\"AMD EPYC\"}\n";
    char *cause, *text = ten_runs(0, &cause);
    json_t *bounds;

    assert_null(cause);
    assert_int_equal(strncmp(text, first, strlen(first)), 0);
    bounds = open_text(text, NULL, NULL, &cause);
    assert_non_null(bounds);
    assert_int_equal(json_array_size(bounds), 3);
    assert_true(fabs(bound_of(bounds, 1, "typical") / 2e-6 - 1) < 1e-3);
    assert_true(fabs(bound_of(bounds, 1, "bound") / 2.2e-6 - 1) < 1e-3);
    assert_true(fabs(bound_of(bounds, 2, "worst") / 13e-6 - 1) < 1e-9);
    assert_true(bound_of(bounds, 2, "bound") >= 13.13e-6);
    json_decref(bounds);
    free(text);

    free(ten_runs(1, &cause));
    assert_string_equal(cause,
                        "9 runs have figures of bcast 8 B: bounds need 10");
    free(cause);
}

/* Names of operations come from files: the cause must stay one line. */
UNIT_TEST(test_cause_is_a_line)
{
    json_t *record = case_made("native", 8, &(struct pass_made){1, {0}}, 1);
    struct runs r = {0};
    struct table t;
    char *cause;

    json_object_set_new(record, "op", json_string("a\n\x1b[2J"));
    add_run(&r, 0, 0, 0);
    add_record(&r, record);
    make_table(&t, &r, NULL);
    free(bounds_text(&t, &cause));
    assert_string_equal(cause, "1 run has figures of a\\n\\x1b[2J 8 B: "
                               "bounds need 10");
    free(cause);
    table_free_rows(&t);
    runs_free(&r);
}

#define HEAD                                                                   \
    "{\"type\":\"accepted\",\"format\":1,\"ranks\":2,\"nodes\":1,"             \
    "\"mpi\":\"Open MPI 4.1.4\",\"processor\":\"AMD EPYC\"}\n"
#define BOUND                                                                  \
    "{\"type\":\"bound\",\"case\":\"bcast 8 B\",\"typical\":1,\"bound\":"

UNIT_TEST(test_refused)
{
    static const char no[] = ": is not a file of bounds: line ";
    static const struct {
        const char *text, *line; /* the first one that is wrong */
        const char *field, *value, *cause;
    } rows[] = {
        {HEAD BOUND "2}\n", NULL, NULL, NULL, NULL},
        {"", "1", NULL, NULL, NULL},
        {"nonsense\n", "1", NULL, NULL, NULL},
        {"{\"type\":\"accepted\",\"format\":2}\n", "1", NULL, NULL, NULL},
        {HEAD, "2", NULL, NULL, NULL},
        {HEAD BOUND "0}\n", "2", NULL, NULL, NULL},
        {HEAD BOUND "2}\n" BOUND "\n", "3", NULL, NULL, NULL},
        {HEAD BOUND "2}\n" HEAD BOUND "2}\n", "3", NULL, NULL, NULL},
        {HEAD BOUND "2}\n", NULL, "ranks", "4",
         "the bounds are for ranks 2, and this job has 4"},
        {HEAD BOUND "2}\n", NULL, "nodes", "3",
         "the bounds are for nodes 1, and this job has 3"},
        {HEAD BOUND "2}\n", NULL, "mpi", "\"MPICH Version: 4.0.2\"",
         "the bounds are for mpi Open MPI 4.1.4, and this job has MPICH 4.0.2"},
        {HEAD BOUND "2}\n", NULL, "machine", "{\"cpu\":\"Else\"}",
         "the bounds are for processor AMD EPYC, and this job has Else"},
    };
    char *cause;

    for (size_t i = 0; i < LENGTH(rows); i++) {
        json_t *bounds =
            open_text(rows[i].text, rows[i].field, rows[i].value, &cause);

        if (rows[i].line != NULL) {
            assert_int_equal(strncmp(cause, no, strlen(no)), 0);
            assert_string_equal(cause + strlen(no), rows[i].line);
        } else if (rows[i].cause != NULL) {
            assert_string_equal(cause, rows[i].cause);
        } else {
            assert_null(cause);
        }
        assert_int_equal(bounds == NULL, cause != NULL);
        json_decref(bounds);
        free(cause);
    }
    assert_null(bounds_open("/nowhere/b", NULL, &cause));
    assert_string_equal(cause, "/nowhere/b: No such file or directory");
    free(cause);
}

UNIT_TEST(test_judged)
{
    static const struct {
        double small, large;
        enum acceptance found;
        const char *text;
    } rows[] = {
        {2, 10, ACCEPT_PASS, "2 times are within their bounds"},
        {0.1, 13, ACCEPT_PASS, "2 times are within their bounds"},
        {4, 10, ACCEPT_FAIL,
         "bcast 8 B took 4.00 us, and its bound is 2.20 us (typical: 2.00 us)"},
        {2.5, 500, ACCEPT_FAIL, "bcast 4 KiB took 500 us, and its bound is"},
        {0, 10, ACCEPT_ERROR, "no figures of bcast 8 B"},
        {0, 500, ACCEPT_FAIL, "bcast 4 KiB took 500 us, and its bound is"},
    };
    char *cause, *text = ten_runs(0, &cause);
    json_t *bounds = open_text(text, NULL, NULL, &cause);

    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct pass_made small = {rows[i].small, {0}};
        const struct pass_made large = {rows[i].large, {0}};
        json_t *records = json_array();
        struct runs r = {0};
        char *said;

        add_run(&r, 0, 0, 0);
        json_array_append(records, r.v[0].record);
        if (rows[i].small > 0)
            json_array_append_new(records, case_made("native", 8, &small, 1));
        json_array_append_new(records, case_made("native", 4096, &large, 1));
        assert_int_equal(bounds_judge(bounds, records, &said), rows[i].found);
        if (strncmp(said, rows[i].text, strlen(rows[i].text)) != 0)
            fail_msg("%s: %s", rows[i].text, said);
        free(said);
        json_decref(records);
        runs_free(&r);
    }
    json_decref(bounds);
    free(text);
}
