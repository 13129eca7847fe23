/* test_options.c: options by name, their defaults and tables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../msgsched.h"

static void assert_same(const struct msgsched_options *a,
                        const struct msgsched_options *b)
{
    assert_int_equal(a->schedule, b->schedule);
    assert_int_equal(a->dist, b->dist);
    assert_int_equal(a->heavy, b->heavy);
    assert_int_equal(a->group, b->group);
    assert_int_equal(a->weight, b->weight);
    assert_int_equal(a->intra, b->intra);
    assert_int_equal(a->across, b->across);
    assert_int_equal(a->scope, b->scope);
    assert_int_equal(a->progress, b->progress);
    assert_true(a->alpha == b->alpha);
    assert_int_equal(a->wmin, b->wmin);
    assert_int_equal(a->wmax, b->wmax);
    assert_int_equal(a->tcopy, b->tcopy);
    assert_int_equal(a->fixed, b->fixed);
    assert_int_equal(a->inflight, b->inflight);
    assert_int_equal(a->throttle, b->throttle);
    assert_int_equal(a->senders, b->senders);
    assert_int_equal(a->synchronous, b->synchronous);
    assert_ptr_equal(a->node, b->node);
    assert_ptr_equal(a->distance, b->distance);
}

static void defaults(void **state)
{
    struct msgsched_options o = msgsched_options_default();
    const struct msgsched_options want = {
        .schedule = MSGSCHED_BOTH,
        .dist = MSGSCHED_NEAR_FIRST,
        .heavy = MSGSCHED_HEAVY_FIRST,
        .group = true,
        .weight = MSGSCHED_WEIGHT_PROCESS,
        .intra = MSGSCHED_INTRA_MERGE,
        .across = MSGSCHED_GROUPED,
        .scope = MSGSCHED_SCOPE_PAIR,
        .progress = MSGSCHED_LAZY,
        .alpha = MSGSCHED_ALPHA_FORMULA,
        .wmax = 1 << 20,
        .tcopy = MSGSCHED_MEASURED,
        .fixed = 64 << 10,
        .throttle = 8,
        .senders = 4,
    };

    (void)state;
    assert_same(&o, &want);
    assert_int_equal(msgsched_options_check(&o, NULL), 0);
}

#define SET(member, given) .after.member = given

static const struct {
    const char *name, *value;
    struct msgsched_options after; /* the member that is not 0 */
} given[] = {
    {"schedule", "window", SET(schedule, MSGSCHED_WINDOW)},
    {"dist", "far", SET(dist, MSGSCHED_FAR_FIRST)},
    {"dist", "none", SET(dist, MSGSCHED_DIST_NONE)},
    {"heavy", "last", SET(heavy, MSGSCHED_HEAVY_LAST)},
    {"group", "1", SET(group, true)},
    {"weight", "code", SET(weight, MSGSCHED_WEIGHT_CODE)},
    {"weight", "prose", SET(weight, MSGSCHED_WEIGHT_PROSE)},
    {"intra", "plain", SET(intra, MSGSCHED_INTRA_PLAIN)},
    {"across", "rr", SET(across, MSGSCHED_ROUND_ROBIN)},
    {"scope", "node", SET(scope, MSGSCHED_SCOPE_NODE)},
    {"progress", "eager", SET(progress, MSGSCHED_EAGER)},
    {"alpha", "balance", SET(alpha, MSGSCHED_ALPHA_BALANCE)},
    {"alpha", "1.25", SET(alpha, 1.25)},
    {"wmin", "8Ki", SET(wmin, 8192)},
    {"wmax", "5", SET(wmax, 5)},
    {"tcopy", "measured", SET(tcopy, MSGSCHED_MEASURED)},
    {"tcopy", "never", SET(tcopy, INT64_MAX)},
    {"tcopy", "4Ki", SET(tcopy, 4096)},
    {"fixed", "1Mi", SET(fixed, 1 << 20)},
    {"inflight", "2", SET(inflight, 2)},
    {"inflight", "all", SET(inflight, INT_MAX)},
    {"throttle", "3", SET(throttle, 3)},
    {"senders", "7", SET(senders, 7)},
    {"synchronous", "1", SET(synchronous, true)},
};

static void parse(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(given) / sizeof(given[0]); i++) {
        struct msgsched_options o = {0};
        const char *why = NULL;

        assert_int_equal(
            msgsched_options_parse(&o, given[i].name, given[i].value, &why), 0);
        assert_null(why);
        assert_same(&o, &given[i].after);
    }
}

static void first_words(void **state)
{
    static const char *const rows[][2] = {
        {"schedule", "auto"},  {"dist", "near"},      {"heavy", "first"},
        {"group", "0"},        {"weight", "process"}, {"intra", "merge"},
        {"across", "grouped"}, {"scope", "pair"},     {"progress", "lazy"},
        {"alpha", "formula"},  {"wmin", "0"},         {"inflight", "0"},
        {"synchronous", "0"},
    };
    const struct msgsched_options zero = {0};
    struct msgsched_options o = {.schedule = 1,
                                 .dist = 1,
                                 .heavy = 1,
                                 .group = true,
                                 .weight = 1,
                                 .intra = 1,
                                 .across = 1,
                                 .scope = 1,
                                 .progress = 1,
                                 .alpha = 2.0,
                                 .wmin = 1,
                                 .inflight = 1,
                                 .synchronous = true};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(
            msgsched_options_parse(&o, rows[i][0], rows[i][1], NULL), 0);
    assert_same(&o, &zero);
}

static const struct {
    const char *name, *value;
    int rc;
    const char *why;
} refused[] = {
    {"schedule", "none", -EINVAL, "not the name of a schedule"},
    {"schedule", "", -EINVAL, "not the name of a schedule"},
    {"dist", "1", -EINVAL, "not near, far or none"},
    {"heavy", "near", -EINVAL, "not first or last"},
    {"group", "2", -EINVAL, "not 0 or 1"},
    {"weight", "", -EINVAL, "not process, code or prose"},
    {"intra", "1", -EINVAL, "not merge or plain"},
    {"across", "RR", -EINVAL, "not grouped or rr"},
    {"scope", "nodes", -EINVAL, "not pair or node"},
    {"progress", "0", -EINVAL, "not lazy or eager"},
    {"alpha", "1", -EINVAL, "not formula, balance or a number above 1"},
    {"alpha", "-2", -EINVAL, "not formula, balance or a number above 1"},
    {"alpha", "nan", -EINVAL, "not formula, balance or a number above 1"},
    {"alpha", "1e999", -EINVAL, "not formula, balance or a number above 1"},
    {"alpha", "2x", -EINVAL, "not formula, balance or a number above 1"},
    {"wmin", "-1", -EINVAL, "not a number of bytes"},
    {"wmin", "never", -EINVAL, "not a number of bytes"},
    {"wmax", "1K", -EINVAL, "not a number of bytes"},
    {"wmax", "9223372036854775807", -EINVAL, "not a number of bytes"},
    {"tcopy", "-1", -EINVAL, "not a number of bytes, nor measured or never"},
    {"fixed", "x", -EINVAL, "not a number of bytes"},
    {"inflight", "2147483648", -EINVAL, "not a number, nor all"},
    {"throttle", "all", -EINVAL, "not a number"},
    {"senders", "", -EINVAL, "not a number"},
    {"synchronous", "yes", -EINVAL, "not 0 or 1"},
    {"node", "0", -ENOENT, "no such option"},
    {"", "0", -ENOENT, "no such option"},
};

static void parse_refuses(void **state)
{
    const struct msgsched_options before = msgsched_options_default();

    (void)state;
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        struct msgsched_options o = before;
        const char *why = NULL;

        assert_int_equal(
            msgsched_options_parse(&o, refused[i].name, refused[i].value, &why),
            refused[i].rc);
        assert_string_equal(why, refused[i].why);
        assert_int_equal(
            msgsched_options_parse(&o, refused[i].name, refused[i].value, NULL),
            refused[i].rc);
        assert_same(&o, &before);
    }
}

/* The tables say what parsing takes. */
static void tables(void **state)
{
    const struct msgsched_options want = msgsched_options_default();
    const struct msgsched_choice *row = msgsched_option_table();
    struct msgsched_options o = {0};
    int n = 0;

    (void)state;
    for (; row->name != NULL; row++) {
        assert_int_equal(msgsched_options_parse(&o, row->name, row->def, NULL),
                         0);
        assert_true(strlen(row->help) > 0);
    }
    assert_same(&o, &want);
    for (row = msgsched_schedule_table(); row->name != NULL; row++, n++) {
        assert_int_equal(
            msgsched_options_parse(&o, "schedule", row->name, NULL), 0);
        assert_int_equal(o.schedule, n);
        assert_string_equal(msgsched_schedule_name(n), row->name);
        assert_true(strlen(row->help) > 0);
    }
    assert_int_equal(n, MSGSCHED_BOTH + 1);
    assert_string_equal(msgsched_schedule_name(n), "?");
    assert_string_equal(msgsched_schedule_name(-1), "?");
}

UNIT_GROUP(options)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),    cmocka_unit_test(parse),
        cmocka_unit_test(first_words), cmocka_unit_test(parse_refuses),
        cmocka_unit_test(tables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
