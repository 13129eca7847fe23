/* test_options.c: options by name, their defaults and limits. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "../msgsched.h"

static void defaults(void **state)
{
    struct msgsched_options o = msgsched_options_default();

    (void)state;
    assert_int_equal(o.schedule, MSGSCHED_BOTH);
    assert_int_equal(o.dist, MSGSCHED_NEAR_FIRST);
    assert_int_equal(o.heavy, MSGSCHED_HEAVY_FIRST);
    assert_true(o.group);
    assert_int_equal(o.weight, MSGSCHED_WEIGHT_PROCESS);
    assert_int_equal(o.intra, MSGSCHED_INTRA_MERGE);
    assert_int_equal(o.across, MSGSCHED_GROUPED);
    assert_int_equal(o.scope, MSGSCHED_SCOPE_PAIR);
    assert_int_equal(o.progress, MSGSCHED_LAZY);
    assert_true(o.alpha == MSGSCHED_ALPHA_FORMULA);
    assert_int_equal(o.wmin, 0);
    assert_int_equal(o.wmax, 1 << 20);
    assert_int_equal(o.tcopy, MSGSCHED_MEASURED);
    assert_int_equal(o.fixed, 1 << 16);
    assert_int_equal(o.inflight, 0);
    assert_int_equal(o.throttle, 8);
    assert_int_equal(o.senders, 4);
    assert_false(o.synchronous);
    assert_null(o.node);
    assert_null(o.distance);
    assert_int_equal(msgsched_options_check(&o, NULL), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
