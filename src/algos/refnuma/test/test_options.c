/* test_options.c: options by name, their defaults and table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../refnuma.h"

static void assert_same(const struct refnuma_options *a,
                        const struct refnuma_options *b)
{
    assert_int_equal(a->first_read, b->first_read);
    assert_int_equal(a->detect, b->detect);
    assert_int_equal(a->touch, b->touch);
    assert_int_equal(a->check, b->check);
}

static void defaults(void **state)
{
    struct refnuma_options o = refnuma_options_default();
    const struct refnuma_options want = {
        .first_read = REFNUMA_UNDEFINED,
        .detect = REFNUMA_DETECT_AUTO,
        .touch = REFNUMA_TOUCH_FAULT,
        .check = false,
    };

    (void)state;
    assert_same(&o, &want);
}

#define SET(member, given) .after.member = given

static const struct {
    const char *name, *value;
    struct refnuma_options after; /* the member that is not 0 */
} given[] = {
    {"first_read", "deliver", SET(first_read, REFNUMA_DELIVER)},
    {"detect", "twin", SET(detect, REFNUMA_DETECT_TWIN)},
    {"detect", "uffd", SET(detect, REFNUMA_DETECT_UFFD)},
    {"touch", "call", SET(touch, REFNUMA_TOUCH_CALL)},
    {"check", "1", SET(check, true)},
};

static void parse(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
        struct refnuma_options o = {0};
        const char *why = NULL;

        assert_int_equal(
            refnuma_options_parse(&o, given[i].name, given[i].value, &why), 0);
        assert_null(why);
        assert_same(&o, &given[i].after);
    }
}

static void first_words(void **state)
{
    static const char *const rows[][2] = {
        {"first_read", "undefined"},
        {"detect", "auto"},
        {"touch", "fault"},
        {"check", "0"},
    };
    const struct refnuma_options zero = {0};
    struct refnuma_options o = {REFNUMA_DELIVER, REFNUMA_DETECT_UFFD,
                                REFNUMA_TOUCH_CALL, true};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(
            refnuma_options_parse(&o, rows[i][0], rows[i][1], NULL), 0);
    assert_same(&o, &zero);
}

static const struct {
    const char *name, *value;
    int rc;
    const char *why;
} refused[] = {
    {"first_read", "delivered", -EINVAL, "not undefined or deliver"},
    {"detect", "UFFD", -EINVAL, "not auto, twin or uffd"},
    {"touch", "faults", -EINVAL, "not fault or call"},
    {"check", "yes", -EINVAL, "not 0 or 1"},
    {"transport", "rma", -ENOENT, "no such option"},
    {"node", "0", -ENOENT, "no such option"},
    {"", "0", -ENOENT, "no such option"},
};

static void parse_refuses(void **state)
{
    const struct refnuma_options before = {REFNUMA_DELIVER, REFNUMA_DETECT_TWIN,
                                           REFNUMA_TOUCH_CALL, true};

    (void)state;
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        struct refnuma_options o = before;
        const char *why = NULL;

        assert_int_equal(
            refnuma_options_parse(&o, refused[i].name, refused[i].value, &why),
            refused[i].rc);
        assert_string_equal(why, refused[i].why);
        assert_int_equal(
            refnuma_options_parse(&o, refused[i].name, refused[i].value, NULL),
            refused[i].rc);
        assert_same(&o, &before);
    }
}

/* The table says what parsing takes, and has all members. */
static void table(void **state)
{
    const struct refnuma_options want = refnuma_options_default();
    const struct refnuma_choice *row = refnuma_option_table();
    struct refnuma_options o = {REFNUMA_DELIVER, REFNUMA_DETECT_TWIN,
                                REFNUMA_TOUCH_CALL, true};

    (void)state;
    for (; row->name != NULL; row++) {
        assert_int_equal(refnuma_options_parse(&o, row->name, row->def, NULL),
                         0);
        assert_true(strlen(row->help) > 0);
    }
    assert_same(&o, &want);
}

UNIT_GROUP(options)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),    cmocka_unit_test(parse),
        cmocka_unit_test(first_words), cmocka_unit_test(parse_refuses),
        cmocka_unit_test(table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
