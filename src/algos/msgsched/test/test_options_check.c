/* test_options_check.c: limits of options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../msgsched.h"

#define BAD(member, value)                                                     \
    {                                                                          \
        offsetof(struct msgsched_options, member), sizeof(o.member),           \
            &(__typeof__(o.member)){value}, #member                            \
    }

/* Each value makes good options bad, and the reason names its option. */
static void check_refuses(void **state)
{
    struct msgsched_options o;
    const struct {
        size_t offset, size;
        const void *value;
        const char *name;
    } rows[] = {
        BAD(alpha, 1.0),
        BAD(alpha, 0.5),
        BAD(alpha, -2.0),
        BAD(alpha, NAN),
        BAD(alpha, INFINITY),
        BAD(wmax, 0),
        BAD(wmax, (INT64_C(1) << 30) + 1),
        BAD(wmin, -1),
        BAD(wmin, (1 << 20) + 1),
        BAD(fixed, 0),
        BAD(fixed, (INT64_C(1) << 30) + 1),
        BAD(tcopy, -2),
        BAD(inflight, -1),
        BAD(throttle, 0),
        BAD(senders, 0),
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *why = NULL;

        o = msgsched_options_default();
        memcpy((char *)&o + rows[i].offset, rows[i].value, rows[i].size);
        assert_int_equal(msgsched_options_check(&o, &why), -EINVAL);
        assert_int_equal(msgsched_options_check(&o, NULL), -EINVAL);
        assert_non_null(strstr(why, rows[i].name));
    }
}

static void check_words(void **state)
{
    static const struct {
        size_t offset;
        int values; /* 0 and up */
    } rows[] = {
        {offsetof(struct msgsched_options, schedule), 11},
        {offsetof(struct msgsched_options, dist), 3},
        {offsetof(struct msgsched_options, heavy), 2},
        {offsetof(struct msgsched_options, weight), 3},
        {offsetof(struct msgsched_options, intra), 2},
        {offsetof(struct msgsched_options, across), 2},
        {offsetof(struct msgsched_options, scope), 2},
        {offsetof(struct msgsched_options, progress), 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (int v = -1; v <= rows[i].values; v++) {
            struct msgsched_options o = msgsched_options_default();

            memcpy((char *)&o + rows[i].offset, &v, sizeof(v));
            assert_int_equal(msgsched_options_check(&o, NULL),
                             v >= 0 && v < rows[i].values ? 0 : -EINVAL);
        }
}

static void check_takes(void **state)
{
    struct msgsched_options o = msgsched_options_default();
    const char *const untold = "not told", *why = untold;

    (void)state;
    o.alpha = MSGSCHED_ALPHA_BALANCE;
    o.wmin = o.wmax = o.fixed = INT64_C(1) << 30;
    o.tcopy = 0;
    o.inflight = INT_MAX;
    o.throttle = o.senders = 1;
    assert_int_equal(msgsched_options_check(&o, &why), 0);
    o.alpha = 1.0001;
    o.wmin = o.wmax = o.fixed = 1;
    o.tcopy = INT64_MAX;
    o.throttle = o.senders = INT_MAX;
    assert_int_equal(msgsched_options_check(&o, &why), 0);
    assert_ptr_equal(why, untold);
}

UNIT_GROUP(options_check)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_refuses),
        cmocka_unit_test(check_words),
        cmocka_unit_test(check_takes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
