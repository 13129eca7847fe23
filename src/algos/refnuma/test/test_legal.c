/* test_legal.c: each combination on each machine, with the reason. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "../options.h"

/* Each combination has one row, and a reason where it is not legal. */
static void complete(void **state)
{
    unsigned seen = 0;
    int legal = 0;

    (void)state;
    assert_int_equal(rn_legal_rows, 8);
    for (int i = 0; i < rn_legal_rows; i++) {
        const struct rn_legal *l = &rn_legal_table[i];

        assert_true(l->detect == REFNUMA_DETECT_TWIN ||
                    l->detect == REFNUMA_DETECT_UFFD);
        assert_int_equal(l->legal, l->why == NULL);
        assert_true(l->legal || l->many_nodes);
        legal += l->legal;
        seen |= 1u << (l->first_read * 4 +
                       (l->detect == REFNUMA_DETECT_UFFD) * 2 + l->many_nodes);
    }
    assert_int_equal(seen, 0xff);
    assert_int_equal(legal, 7);
}

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
        int rc = rn_legal_settle(asked, &machine, &o, &adaptive, &why);

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

/* On a machine that has all, what the table says is what can be had. */
static void as_the_table(void **state)
{
    (void)state;
    for (int i = 0; i < rn_legal_rows; i++) {
        const struct rn_legal *l = &rn_legal_table[i];
        struct rn_machine machine = {.one_node = !l->many_nodes,
                                     .uffd = true,
                                     .thread_multiple = true,
                                     .remote_windows = true};
        struct refnuma_options o = {l->first_read, l->detect, 0, false};
        bool adaptive;

        assert_int_equal(
            rn_legal_settle(&o, &machine, &o, &adaptive, NULL) == 0, l->legal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(complete),
        cmocka_unit_test(settle),
        cmocka_unit_test(as_the_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
