/* test_options.c: options by name, and each combination on each machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../context.h"

/* The rows omit the reserved members. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

#define U REFNUMA_UNDEFINED
#define D REFNUMA_DELIVER
#define AUTO REFNUMA_DETECT_AUTO
#define TWIN REFNUMA_DETECT_TWIN
#define UFFD REFNUMA_DETECT_UFFD
#define CALL REFNUMA_TOUCH_CALL
#define FAULT REFNUMA_TOUCH_FAULT

static void assert_same(const struct refnuma_options *a,
                        const struct refnuma_options *b)
{
    assert_int_equal(a->first_read, b->first_read);
    assert_int_equal(a->detect, b->detect);
    assert_int_equal(a->touch, b->touch);
    assert_int_equal(a->check, b->check);
}

/* Settings that are applied to non-default options, and what results. */
static const struct {
    const char *name, *value;
    struct refnuma_options after;
    int rc;
    const char *why;
} given[] = {
    {"first_read", "undefined", {U, TWIN, CALL, true}, 0, NULL},
    {"first_read", "deliver", {D, TWIN, CALL, true}, 0, NULL},
    {"detect", "twin", {D, TWIN, CALL, true}, 0, NULL},
    {"detect", "uffd", {D, UFFD, CALL, true}, 0, NULL},
    {"detect", "auto", {D, AUTO, CALL, true}, 0, NULL},
    {"touch", "call", {D, TWIN, CALL, true}, 0, NULL},
    {"touch", "fault", {D, TWIN, FAULT, true}, 0, NULL},
    {"check", "1", {D, TWIN, CALL, true}, 0, NULL},
    {"check", "0", {D, TWIN, CALL, false}, 0, NULL},
    {"first_read", "delivered", {0}, -EINVAL, "not undefined or deliver"},
    {"detect", "UFFD", {0}, -EINVAL, "not auto, twin or uffd"},
    {"touch", "faults", {0}, -EINVAL, "not fault or call"},
    {"check", "yes", {0}, -EINVAL, "not 0 or 1"},
    {"node", "0", {0}, -ENOENT, "no such option"},
    {"", "0", {0}, -ENOENT, "no such option"},
};

/* Checks every word. The table must list all members with their defaults. */
UNIT_TEST(parse)
{
    const struct refnuma_options other = {D, TWIN, CALL, true}, zero = {0};
    struct refnuma_options o = refnuma_options_default();

    assert_same(&o, &zero);
    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
        const char *why = NULL;

        o = other;
        assert_int_equal(
            refnuma_options_parse(&o, given[i].name, given[i].value, &why),
            given[i].rc);
        assert_same(&o, given[i].rc == 0 ? &given[i].after : &other);
        if (given[i].why != NULL)
            assert_string_equal(why, given[i].why);
        else
            assert_null(why);
    }
    o = other;
    for (const struct refnuma_choice *row = refnuma_option_table();
         row->name != NULL; row++) {
        assert_int_equal(refnuma_options_parse(&o, row->name, row->def, NULL),
                         0);
        assert_true(strlen(row->help) > 0);
    }
    assert_same(&o, &zero);
}

enum {
    ONE = 1,
    KERNEL = 2, /* the kernel has userfaultfd */
    THREADS = 4,
    WINDOWS = 8,
    ALL = KERNEL | THREADS | WINDOWS,
};

static const struct {
    unsigned machine;
    struct refnuma_options asked;
    enum refnuma_detect detect;
    bool adaptive;
    const char *why; /* part of the reason; NULL if valid */
} rows[] = {
    /* auto uses userfaultfd if the kernel supports it */
    {ONE | ALL, {U, AUTO, 0, false}, UFFD, true, NULL},
    {ONE | ALL, {D, AUTO, 0, true}, UFFD, true, NULL},
    {ONE | THREADS, {U, AUTO, 0, true}, TWIN, false, NULL},
    {ONE, {D, AUTO, 0, false}, TWIN, false, NULL},
    {ALL, {U, AUTO, 0, false}, UFFD, true, NULL},
    {0, {U, AUTO, 0, false}, TWIN, false, NULL},
    /* other settings are used as they are given */
    {ONE | ALL, {U, TWIN, 0, false}, TWIN, false, NULL},
    {ONE | ALL, {U, UFFD, 0, false}, UFFD, false, NULL},
    {ONE, {D, TWIN, 0, false}, TWIN, false, NULL},
    {ONE, {U, UFFD, 0, false}, 0, false, "no userfaultfd here"},
    {0, {D, UFFD, 0, false}, 0, false, "no userfaultfd here"},
    {ALL, {U, TWIN, 0, false}, TWIN, false, NULL},
    {ALL, {U, UFFD, 0, false}, UFFD, false, NULL},
    {ONE | ALL, {D, UFFD, 0, false}, UFFD, false, NULL},
    /* with touch=call no page is watched */
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
    /* not an enumerator */
    {ONE | ALL, {2, TWIN, 0, false}, 0, false, "invalid value"},
    {ONE | ALL, {U, 3, 0, false}, 0, false, "invalid value"},
    {ONE | ALL, {U, TWIN, 2, false}, 0, false, "invalid value"},
};

UNIT_TEST(settle)
{
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
            struct refnuma_options want = *asked;

            want.detect = rows[i].detect;
            assert_int_equal(rc, 0);
            assert_null(why);
            assert_int_equal(adaptive, rows[i].adaptive);
            assert_same(&o, &want);
        } else {
            assert_int_equal(rc, -EINVAL);
            assert_non_null(strstr(why, rows[i].why));
            assert_int_equal(o.check, !asked->check); /* unchanged */
            assert_int_equal(adaptive, !rows[i].adaptive);
        }
    }
}
