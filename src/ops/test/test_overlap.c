/* test_overlap.c: which operations overlap, and with what settings. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/test/unit.h"
#include "lib/params.h"
#include "ops/families.h"
#include "ops/registry.h"

/* Everything that makes a request, or would if this MPI had it. */
static void test_fits_what_makes_a_request(void **state)
{
    struct registry r;
    size_t n = 0;

    (void)state;
    registry_open(&r);
    for (size_t i = 0; i < r.nops; i++) {
        const struct op_call *call = &r.ops[i]->call;
        bool fits = algo_fits(&algo_overlap, r.ops[i]);
        bool requests = call->run == NULL && (call->start || call->init);

        assert_int_equal(fits, requests || r.ops[i]->missing != NULL);
        n += requests;
    }
    assert_true(n >= 22); /* the nonblocking collectives */
    assert_non_null(registry_algo(&r, op_find("ibcast"), "overlap"));
    assert_null(registry_algo(&r, op_find("bcast"), "overlap"));
    registry_close(&r);
}

static const struct row {
    const char *name, *value, *cause; /* NULL: it is right */
} rows[] = {
    {"compute", "auto", NULL},
    {"compute", "2x", NULL},
    {"compute", "0.5x", NULL},
    {"compute", "1000x", NULL},
    {"compute", "100", NULL},
    {"compute", "0.25", NULL},
    {"compute", "1e7", NULL},
    {"compute", "", "overlap.compute: '': must be"},
    {"compute", "x", "overlap.compute: 'x': must be"},
    {"compute", "0", "overlap.compute: '0': must be"},
    {"compute", "0x", "overlap.compute: '0x': must be"},
    {"compute", "-1", "overlap.compute: '-1': must be"},
    {"compute", "1001x", "overlap.compute: '1001x': must be"},
    {"compute", "1.1e7", "overlap.compute: '1.1e7': must be"},
    {"compute", "nan", "overlap.compute: 'nan': must be"},
    {"compute", "Auto", "overlap.compute: 'Auto': must be"},
    {"compute", "2xx", "overlap.compute: '2xx': must be"},
    {"compute", "2 x", "overlap.compute: '2 x': must be"},
    {"tests", "0", NULL},
    {"tests", "65536", NULL},
    {"tests", "-1", "overlap.tests: '-1'"},
    {"tests", "65537", "overlap.tests: '65537'"},
    {"tests", "1.5", "overlap.tests: '1.5'"},
};

static void test_settings(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct params given = {0};
        char *cause = NULL;
        void *values;

        params_add(&given, "overlap", rows[i].name, rows[i].value);
        values = params_values(algo_overlap.params, &given, &cause);
        if ((cause == NULL) != (rows[i].cause == NULL) ||
            (cause != NULL &&
             strncmp(cause, rows[i].cause, strlen(rows[i].cause)) != 0))
            fail_msg("%s=%s: %s", rows[i].name, rows[i].value,
                     cause == NULL ? "accepted" : cause);
        free(values);
        free(cause);
        params_free(&given);
    }
}

UNIT_GROUP(overlap)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fits_what_makes_a_request),
        cmocka_unit_test(test_settings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
