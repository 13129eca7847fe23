/* test_registry.c: which operations overlap, and with what settings */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/params.h"
#include "lib/test/unit.h"
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

UNIT_GROUP(registry)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fits_what_makes_a_request),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
