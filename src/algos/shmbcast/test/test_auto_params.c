/* test_auto_params.c: shmbcast_auto's parameters and segment sizes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <limits.h>

#include "lib/test/unit.h"
#include "../auto/handle.h"
#include "../team.h"
#include "auto_params.h"

static void parse(void **state)
{
    static const struct {
        const char *name, *value;
        struct shmbcast_auto_params after;
    } rows[] = {
        {"slot", "0", {0, 2, 3, 4, 5, OFF, 7, false, {0}, {0}}},
        {"slot", "2Ki", {2048, 2, 3, 4, 5, OFF, 7, false, {0}, {0}}},
        {"ring", "64Ki", {1, 65536, 3, 4, 5, OFF, 7, false, {0}, {0}}},
        {"ring", "0", {1, 0, 3, 4, 5, OFF, 7, false, {0}, {0}}},
        {"pull", "1Mi", {1, 2, 1 << 20, 4, 5, OFF, 7, false, {0}, {0}}},
        {"pull", "never", {1, 2, NEVER, 4, 5, OFF, 7, false, {0}, {0}}},
        {"pull", "measured", {1, 2, MEASURED, 4, 5, OFF, 7, false, {0}, {0}}},
        {"slot", "measured", {MEASURED, 2, 3, 4, 5, OFF, 7, false, {0}, {0}}},
        {"direct", "12345", {1, 2, 3, 12345, 5, OFF, 7, false, {0}, {0}}},
        {"direct", "never", {1, 2, 3, NEVER, 5, OFF, 7, false, {0}, {0}}},
        {"group", "0", {1, 2, 3, 4, 0, OFF, 7, false, {0}, {0}}},
        {"group", "2147483647", {1, 2, 3, 4, INT_MAX, OFF, 7, false, {0}, {0}}},
        {"calibrate", "0", {1, 2, 3, 4, 5, OFF, 7, false, {0}, {0}}},
        {"calibrate", "1", {1, 2, 3, 4, 5, ON, 7, false, {0}, {0}}},
        {"calibrate", "off", {1, 2, 3, 4, 5, OFF, 7, false, {0}, {0}}},
        {"calibrate", "on", {1, 2, 3, 4, 5, ON, 7, false, {0}, {0}}},
        {"calibrate", "warm", {1, 2, 3, 4, 5, WARM, 7, false, {0}, {0}}},
        {"calibrate", "cold", {1, 2, 3, 4, 5, COLD, 7, false, {0}, {0}}},
        {"calibrate_ms", "100", {1, 2, 3, 4, 5, OFF, 100, false, {0}, {0}}},
    };
    const char *const unchanged = "not told";

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_auto_params p = {1,   2, 3,     4,   5,
                                         OFF, 7, false, {0}, {0}};
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
                      slot[] = "not a number of bytes, nor measured",
                      never[] = "not a number of bytes, nor measured or never",
                      direct[] = "not a number of bytes, nor never",
                      number[] = "not a number",
                      word[] = "not off, on, warm or cold",
                      list[] = "not measured, nor a list of algorithms and "
                               "sizes, such as "
                               "slot:4Ki,ring:32Ki,queue",
                      unknown[] = "no such parameter: slot, ring, pull, "
                                  "direct, group, calibrate, calibrate_ms, "
                                  "dense or gaps";
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
        {"ring", "measured", -EINVAL, bytes},
        {"ring", " 64Ki", -EINVAL, bytes},
        {"pull", "Never", -EINVAL, never},
        {"pull", "nevermore", -EINVAL, never},
        {"pull", "18446744073709551615", -EINVAL, never}, /* is NEVER */
        {"pull", "18446744073709551614", -EINVAL, never}, /* is MEASURED */
        {"pull", "distance", -EINVAL, never},
        {"direct", "1.5", -EINVAL, direct},
        {"direct", "measured", -EINVAL, direct},
        {"direct", "99999999999999999999", -EINVAL, direct},
        {"group", "-1", -EINVAL, number},
        {"group", "2147483648", -EINVAL, number},
        {"group", "never", -EINVAL, number},
        {"calibrate", "2", -EINVAL, word},
        {"calibrate", "", -EINVAL, word},
        {"calibrate", "01", -EINVAL, word},
        {"calibrate_ms", "1s", -EINVAL, number},
        {"dense", "slot", -EINVAL, list},
        {"gaps", "pull", -EINVAL, list},
        {"learn", "0", -ENOENT, unknown},
        {"Slot", "1", -ENOENT, unknown},
        {"slots", "1", -ENOENT, unknown},
        {"", "1", -ENOENT, unknown},
        {"f", "4Ki", -ENOENT, unknown},
    };
    const struct shmbcast_auto_params before = {1,  2, 3,     4,   5,
                                                ON, 7, false, {0}, {0}};

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
                      group[] = "group is negative",
                      ms[] = "calibrate_ms is not between 1 and 60000",
                      table[] = "an algorithm does not fit a size in the table";
    static const struct {
        struct shmbcast_auto_params p;
        const char *why; /* NULL: usable */
    } rows[] = {
        {{0, 0, 0, 0, 0, OFF, 7, false, {0}, {0}}, NULL},
        {{8192, 64 << 10, NEVER, NEVER, INT_MAX, ON, 7, false, {0}, {0}}, NULL},
        {{2048, 1 << 30, 1, 1, 1, OFF, 7, false, {0}, {0}}, NULL},
        {{MEASURED, 0, MEASURED, 1, 0, OFF, 7, false, {0}, {0}}, NULL},
        {{MEASURED, 0, MEASURED, 1, 0, ON, 7, false, {0}, {0}}, NULL},
        {{8193, 0, 0, 0, 0, OFF, 7, false, {0}, {0}}, slot},
        {{NEVER, 0, 0, 0, 0, OFF, 7, false, {0}, {0}}, slot},
        {{0, 1000, 0, 0, 0, OFF, 7, false, {0}, {0}}, power},
        {{0, 96 << 10, 0, 0, 0, OFF, 7, false, {0}, {0}}, power},
        {{0, NEVER, 0, 0, 0, OFF, 7, false, {0}, {0}}, power},
        {{0, 1, 0, 0, 0, OFF, 7, false, {0}, {0}}, size},
        {{0, 32 << 10, 0, 0, 0, OFF, 7, false, {0}, {0}}, size},
        {{0, (size_t)2 << 30, 0, 0, 0, OFF, 7, false, {0}, {0}}, size},
        {{0, 0, (size_t)PTRDIFF_MAX + 1, 0, 0, OFF, 7, false, {0}, {0}}, pull},
        {{0, 0, 0, MEASURED, 0, OFF, 7, false, {0}, {0}}, direct},
        {{0, 0, 0, 0, -1, OFF, 7, false, {0}, {0}}, group},
        {{0, 0, 0, 0, INT_MIN, OFF, 7, false, {0}, {0}}, group},
        {{0, 0, 0, 0, 0, 4, 7, false, {0}, {0}}, "no such calibration"},
        {{0, 0, 0, 0, 0, ON, 0, false, {0}, {0}}, ms},
        {{0, 0, 0, 0, 0, ON, 60001, false, {0}, {0}}, ms},
        {{0, 0, 0, 0, 0, ON, 60000, false, {SB_SLOT}, {0}}, table},
        {{0, 0, 0, 0, 0, ON, 7, false, {0}, {0, SB_RING}}, table},
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
    assert_int_equal(p.slot, MEASURED);
    assert_int_equal(p.pull, MEASURED);
    assert_int_equal(p.direct, 8 << 10);
    assert_int_equal(p.calibrate, ON);
    assert_int_equal(p.calibrate_ms, 30);
    assert_int_equal(p.dense[0], SB_NONE);
    assert_int_equal(p.gaps[0], SB_NONE);
}

/* For each rank its words and slots, and its ring; and the
 * queues of the published algorithm. */
static void segment_bytes(void **state)
{
    size_t w = sb_page_size();
    size_t area = (sizeof(struct sb_area) + w - 1) / w * w;
    struct shmbcast_auto_params p = shmbcast_auto_params_default();
    struct shmbcast_params q = shmbcast_params_default();
    size_t usual, ring;

    (void)state;
    q.s = 16;
    usual = shmbcast_auto_bytes(&p, 2) - shmbcast_segment_bytes(&q, 2);
    ring = usual / 2 - area;
    /* the ring that is left to the library: limits as for others */
    assert_true(ring >= 64 << 10 && 2 * ring <= 64 << 20);
    assert_int_equal(ring & (ring - 1), 0);
    assert_int_equal(shmbcast_auto_bytes(NULL, 2), shmbcast_auto_bytes(&p, 2));
    p.ring = 64 << 10;
    for (int n = 1; n < 8; n += 3)
        assert_int_equal(shmbcast_auto_bytes(&p, n),
                         (size_t)n * (area + p.ring) +
                             shmbcast_segment_bytes(&q, n));
    assert_int_equal(shmbcast_auto_bytes(NULL, 1024),
                     shmbcast_auto_bytes(&p, 1024));
    assert_int_equal(shmbcast_auto_bytes(&p, 0), 0);
    assert_int_equal(shmbcast_auto_bytes(&p, -1), 0);
}

/* What is said last holds: thresholds, or a table. */
static void last_holds(void **state)
{
    struct shmbcast_auto_params p = shmbcast_auto_params_default();

    (void)state;
    shmbcast_auto_params_parse(&p, "slot", "1Ki", NULL);
    shmbcast_auto_params_parse(&p, "dense", "queue", NULL);
    shmbcast_auto_params_parse(&p, "gaps", "ring", NULL);
    assert_int_equal(p.slot, 1 << 10);
    assert_int_equal(p.dense[0], SB_QUEUE);
    assert_int_equal(p.gaps[SHMBCAST_AUTO_SIZES - 1], SB_RING);
    shmbcast_auto_params_parse(&p, "ring", "64Ki", NULL);
    assert_int_equal(p.dense[0], SB_QUEUE);
    shmbcast_auto_params_parse(&p, "pull", "never", NULL);
    assert_int_equal(p.dense[0], SB_NONE);
    assert_int_equal(p.gaps[SHMBCAST_AUTO_SIZES - 1], SB_NONE);
}

UNIT_GROUP(auto_params)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parse),         cmocka_unit_test(parse_refuses),
        cmocka_unit_test(check),         cmocka_unit_test(defaults),
        cmocka_unit_test(segment_bytes), cmocka_unit_test(last_holds),
    };

    return cmocka_run_group_tests_name("auto_params", tests, NULL, NULL);
}
