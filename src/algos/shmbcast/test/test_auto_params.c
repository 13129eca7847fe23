/* test_auto_params.c: shmbcast_auto's parameters and segment sizes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <limits.h>

#include "../auto/shared.h"
#include "../page.h"
#include "auto_params.h"

static void parse(void **state)
{
    static const struct {
        const char *name, *value;
        struct shmbcast_auto_params after;
    } rows[] = {
        {"slot", "0", {0, 2, 3, 4, 5, false, true, false}},
        {"slot", "2Ki", {2048, 2, 3, 4, 5, false, true, false}},
        {"ring", "64Ki", {1, 65536, 3, 4, 5, false, true, false}},
        {"ring", "0", {1, 0, 3, 4, 5, false, true, false}},
        {"pull", "1Mi", {1, 2, 1 << 20, 4, 5, false, true, false}},
        {"pull", "never", {1, 2, NEVER, 4, 5, false, true, false}},
        {"pull", "learn", {1, 2, LEARN, 4, 5, false, true, false}},
        {"slot", "learn", {LEARN, 2, 3, 4, 5, false, true, false}},
        {"direct", "12345", {1, 2, 3, 12345, 5, false, true, false}},
        {"direct", "never", {1, 2, 3, NEVER, 5, false, true, false}},
        {"direct", "learn", {1, 2, 3, LEARN, 5, false, true, false}},
        {"group", "0", {1, 2, 3, 4, 0, false, true, false}},
        {"group", "2147483647", {1, 2, 3, 4, INT_MAX, false, true, false}},
        {"calibrate", "0", {1, 2, 3, 4, 5, false, true, false}},
        {"calibrate", "1", {1, 2, 3, 4, 5, true, true, false}},
        {"learn", "0", {1, 2, 3, 4, 5, false, false, false}},
        {"learn", "1", {1, 2, 3, 4, 5, false, true, false}},
    };
    const char *const unchanged = "not told";

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_auto_params p = {1, 2, 3, 4, 5, false, true, false};
        const char *why = unchanged;

        assert_int_equal(
            shmbcast_auto_params_parse(&p, rows[i].name, rows[i].value, &why),
            0);
        assert_string_equal(why, unchanged);
        assert_same(&p, &rows[i].after);
    }
}

static void parse_refuses(void **state)
{
    static const char bytes[] = "not a number of bytes",
                      slot[] = "not a number of bytes, nor learn",
                      never[] = "not a number of bytes, nor learn or never",
                      number[] = "not a number", flag[] = "not 0 or 1",
                      unknown[] = "no such parameter: slot, ring, pull, "
                                  "direct, group, calibrate or learn";
    static const struct {
        const char *name, *value;
        int rc;
        const char *why;
    } rows[] = {
        {"slot", "", -EINVAL, slot},
        {"slot", "never", -EINVAL, slot},
        {"slot", "-1", -EINVAL, slot},
        {"ring", "64K", -EINVAL, bytes},
        {"ring", "never", -EINVAL, bytes},
        {"ring", "learn", -EINVAL, bytes},
        {"ring", " 64Ki", -EINVAL, bytes},
        {"pull", "Never", -EINVAL, never},
        {"pull", "nevermore", -EINVAL, never},
        {"pull", "18446744073709551615", -EINVAL, never}, /* is NEVER */
        {"pull", "18446744073709551614", -EINVAL, never}, /* is LEARN */
        {"pull", "distance", -EINVAL, never},
        {"direct", "1.5", -EINVAL, never},
        {"direct", "Learn", -EINVAL, never},
        {"direct", "99999999999999999999", -EINVAL, never},
        {"group", "-1", -EINVAL, number},
        {"group", "2147483648", -EINVAL, number},
        {"group", "never", -EINVAL, number},
        {"calibrate", "2", -EINVAL, flag},
        {"calibrate", "", -EINVAL, flag},
        {"calibrate", "01", -EINVAL, flag},
        {"learn", "off", -EINVAL, flag},
        {"learn", "learn", -EINVAL, flag},
        {"Slot", "1", -ENOENT, unknown},
        {"slots", "1", -ENOENT, unknown},
        {"", "1", -ENOENT, unknown},
        {"f", "4Ki", -ENOENT, unknown},
    };
    const struct shmbcast_auto_params before = {1, 2,     3,    4,
                                                5, false, true, false};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_auto_params p = before;
        const char *why = NULL;

        assert_int_equal(
            shmbcast_auto_params_parse(&p, rows[i].name, rows[i].value, &why),
            rows[i].rc);
        assert_string_equal(why, rows[i].why);
        assert_same(&p, &before);
        assert_int_equal(
            shmbcast_auto_params_parse(&p, rows[i].name, rows[i].value, NULL),
            rows[i].rc);
    }
}

static void check(void **state)
{
    static const char slot[] = "slot is larger than 8192 bytes",
                      power[] = "ring is not a power of two",
                      size[] = "ring is not between 64 KiB and 1 GiB",
                      pull[] = "pull is too large",
                      direct[] = "direct is too large",
                      group[] = "group is negative";
    static const struct {
        struct shmbcast_auto_params p;
        const char *why; /* NULL: usable */
    } rows[] = {
        {{0, 0, 0, 0, 0, false, true, false}, NULL},
        {{8192, 64 << 10, NEVER, NEVER, INT_MAX, true, true, false}, NULL},
        {{2048, 1 << 30, 1, 1, 1, false, true, false}, NULL},
        {{LEARN, 0, LEARN, LEARN, 0, false, true, false}, NULL},
        {{LEARN, 0, LEARN, LEARN, 0, true, false, false}, NULL},
        {{8193, 0, 0, 0, 0, false, true, false}, slot},
        {{NEVER, 0, 0, 0, 0, false, true, false}, slot},
        {{0, 1000, 0, 0, 0, false, true, false}, power},
        {{0, 96 << 10, 0, 0, 0, false, true, false}, power},
        {{0, NEVER, 0, 0, 0, false, true, false}, power},
        {{0, 1, 0, 0, 0, false, true, false}, size},
        {{0, 32 << 10, 0, 0, 0, false, true, false}, size},
        {{0, (size_t)2 << 30, 0, 0, 0, false, true, false}, size},
        {{0, 0, (size_t)PTRDIFF_MAX + 1, 0, 0, false, true, false}, pull},
        {{0, 0, 0, LEARN - 1, 0, false, true, false}, direct},
        {{0, 0, 0, 0, -1, false, true, false}, group},
        {{0, 0, 0, 0, INT_MIN, false, true, false}, group},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *why = "usable";
        int rc = rows[i].why == NULL ? 0 : -EINVAL;

        assert_int_equal(shmbcast_auto_params_check(&rows[i].p, &why), rc);
        assert_string_equal(why, rc == 0 ? "usable" : rows[i].why);
        assert_int_equal(shmbcast_auto_params_check(&rows[i].p, NULL), rc);
        if (rc != 0)
            assert_int_equal(shmbcast_auto_bytes(&rows[i].p, 2), 0);
        else
            assert_true(shmbcast_auto_bytes(&rows[i].p, 2) > 0);
    }
}

static void defaults(void **state)
{
    struct shmbcast_auto_params p = shmbcast_auto_params_default();

    (void)state;
    assert_int_equal(shmbcast_auto_params_check(&p, NULL), 0);
    assert_int_equal(p.ring, 0);
    assert_int_equal(p.group, 0);
    assert_int_equal(p.slot, LEARN);
    assert_int_equal(p.pull, LEARN);
    assert_int_equal(p.direct, LEARN);
    assert_true(p.learn);
    assert_false(p.calibrate);
}

/* A page for the head; for each rank its words and slots, and its ring. */
static void segment_bytes(void **state)
{
    size_t w = sb_page_size();
    size_t area = (sizeof(struct sb_area) + w - 1) / w * w;
    struct shmbcast_auto_params p = shmbcast_auto_params_default();
    size_t usual = shmbcast_auto_bytes(&p, 2), ring = (usual - w) / 2 - area;

    (void)state;
    /* the ring that is left to the library: limits as for others */
    assert_true(ring >= 64 << 10 && 2 * ring <= 64 << 20);
    assert_int_equal(ring & (ring - 1), 0);
    assert_int_equal(shmbcast_auto_bytes(NULL, 2), usual);
    p.ring = 64 << 10;
    assert_int_equal(shmbcast_auto_bytes(&p, 1), w + area + p.ring);
    assert_int_equal(shmbcast_auto_bytes(&p, 7), w + 7 * (area + p.ring));
    assert_int_equal(shmbcast_auto_bytes(NULL, 1024),
                     w + 1024 * (area + p.ring));
    p.ring = (size_t)1 << 30;
    assert_int_equal(shmbcast_auto_bytes(&p, INT_MAX),
                     w + (size_t)INT_MAX * (area + p.ring));
    assert_int_equal(shmbcast_auto_bytes(&p, 0), 0);
    assert_int_equal(shmbcast_auto_bytes(&p, -1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parse),         cmocka_unit_test(parse_refuses),
        cmocka_unit_test(check),         cmocka_unit_test(defaults),
        cmocka_unit_test(segment_bytes),
    };

    return cmocka_run_group_tests_name("auto_params", tests, NULL, NULL);
}
