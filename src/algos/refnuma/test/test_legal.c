/* test_legal.c: each combination on each machine, with the reason. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../options.h"

enum {
    ONE = 1,
    KERNEL = 2, /* has userfaultfd */
    THREADS = 4,
    WINDOWS = 8,
    ALL = KERNEL | THREADS | WINDOWS,
};
#define U REFNUMA_UNDEFINED
#define D REFNUMA_DELIVER
#define AUTO REFNUMA_DETECT_AUTO
#define TWIN REFNUMA_DETECT_TWIN
#define UFFD REFNUMA_DETECT_UFFD
#define CALL REFNUMA_TOUCH_CALL

static const struct {
    unsigned machine;
    struct refnuma_options asked;
    enum refnuma_detect detect;
    bool adaptive;
    const char *why; /* a part of it; NULL: legal */
} rows[] = {
    /* auto: what the kernel has */
    {ONE | ALL, {U, AUTO, 0, false}, UFFD, true, NULL},
    {ONE | ALL, {D, AUTO, 0, true}, UFFD, true, NULL},
    {ONE | THREADS, {U, AUTO, 0, true}, TWIN, false, NULL},
    {ONE, {D, AUTO, 0, false}, TWIN, false, NULL},
    {ALL, {U, AUTO, 0, false}, UFFD, true, NULL},
    {0, {U, AUTO, 0, false}, TWIN, false, NULL},
    /* as asked */
    {ONE | ALL, {U, TWIN, 0, false}, TWIN, false, NULL},
    {ONE | ALL, {U, UFFD, 0, false}, UFFD, false, NULL},
    {ONE, {D, TWIN, 0, false}, TWIN, false, NULL},
    {ONE, {U, UFFD, 0, false}, 0, false, "no userfaultfd here"},
    {0, {D, UFFD, 0, false}, 0, false, "no userfaultfd here"},
    {ALL, {U, TWIN, 0, false}, TWIN, false, NULL},
    {ALL, {U, UFFD, 0, false}, UFFD, false, NULL},
    {ONE | ALL, {D, UFFD, 0, false}, UFFD, false, NULL},
    /* by calls nothing is watched */
    {ONE | ALL, {U, AUTO, CALL, false}, TWIN, false, NULL},
    {ONE | ALL, {D, TWIN, CALL, false}, TWIN, false, NULL},
    {ONE | ALL, {U, UFFD, CALL, false}, 0, false, "touch=call"},
    {ALL, {D, AUTO, CALL, false}, 0, false, "detect=uffd"},
    /* delivery across nodes */
    {ALL, {D, AUTO, 0, false}, UFFD, true, NULL},
    {ALL, {D, UFFD, 0, true}, UFFD, false, NULL},
    {ALL, {D, TWIN, 0, false}, 0, false, "detect=uffd"},
    {ALL & ~KERNEL, {D, AUTO, 0, false}, 0, false, "no userfaultfd here"},
    {ALL & ~THREADS, {D, AUTO, 0, false}, 0, false, "THREAD_MULTIPLE"},
    {ALL & ~WINDOWS, {D, UFFD, 0, false}, 0, false, "windows"},
    /* no values */
    {ONE | ALL, {2, TWIN, 0, false}, 0, false, "no value"},
    {ONE | ALL, {U, 3, 0, false}, 0, false, "no value"},
    {ONE | ALL, {U, TWIN, 2, false}, 0, false, "no value"},
};

static void settle(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct refnuma_options *asked = &rows[i].asked;
        struct rn_machine machine = {
            .one_node = (rows[i].machine & ONE) != 0,
            .uffd = (rows[i].machine & KERNEL) != 0,
            .no_uffd = "no userfaultfd here",
            .thread_multiple = (rows[i].machine & THREADS) != 0,
            .remote_windows = (rows[i].machine & WINDOWS) != 0,
        };
        struct refnuma_options o = {.check = !asked->check};
        const char *why = NULL;
        bool adaptive = !rows[i].adaptive;
        int rc = rn_options_settle(asked, &machine, &o, &adaptive, &why);

        if (rows[i].why == NULL) {
            assert_int_equal(rc, 0);
            assert_null(why);
            assert_int_equal(adaptive, rows[i].adaptive);
            assert_int_equal(o.first_read, asked->first_read);
            assert_int_equal(o.detect, rows[i].detect);
            assert_int_equal(o.touch, asked->touch);
            assert_int_equal(o.check, asked->check);
        } else {
            assert_int_equal(rc, -EINVAL);
            assert_non_null(strstr(why, rows[i].why));
            assert_int_equal(o.check, !asked->check); /* unchanged */
            assert_int_equal(adaptive, !rows[i].adaptive);
        }
    }
}

UNIT_GROUP(legal)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settle),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
