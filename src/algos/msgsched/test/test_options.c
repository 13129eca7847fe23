/* test_options.c: parsing, defaults, tables and limits of options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../msgsched.h"

static void assert_same(const struct msgsched_options *a,
                        const struct msgsched_options *b)
{
#define OPTION(name, type, words, set, def, why, help)                         \
    assert_true(a->name == b->name);
#include "../options.def"
#undef OPTION
    assert_ptr_equal(a->node, b->node);
    assert_ptr_equal(a->distance, b->distance);
}

#define SET(member, given) .after.member = given

static const char no_alpha[] = "not formula, balance or a number above 1",
                  no_option[] = "no such option";
static const struct {
    const char *name, *value;
    struct msgsched_options after; /* the member that is set */
    const char *why;               /* reason for rejecting the text; or NULL */
} texts[] = {
    {"schedule", "window", SET(schedule, MSGSCHED_WINDOW)},
    {"dist", "far", SET(dist, MSGSCHED_FAR_FIRST)},
    {"dist", "none", SET(dist, MSGSCHED_DIST_NONE)},
    {"group", "1", SET(group, true)},
    {"intra", "plain", SET(intra, MSGSCHED_INTRA_PLAIN)},
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
    {"schedule", "none", .why = "not the name of a schedule"},
    {"dist", "1", .why = "not near, far or none"},
    {"group", "2", .why = "not 0 or 1"},
    {"scope", "NODE", .why = "not pair or node"},
    {"alpha", "1", .why = no_alpha},
    {"alpha", "-2", .why = no_alpha},
    {"alpha", "nan", .why = no_alpha},
    {"alpha", "1e999", .why = no_alpha},
    {"alpha", "2x", .why = no_alpha},
    {"wmax", "1K", .why = "not a number of bytes"},
    {"wmax", "9223372036854775807", .why = "not a number of bytes"},
    {"tcopy", "-1", .why = "not a number of bytes, nor measured or never"},
    {"inflight", "2147483648", .why = "not a number, nor all"},
    {"throttle", "all", .why = "not a number"},
    {"senders", "", .why = "not a number"},
    {"group", "yes", .why = "not 0 or 1"},
    {"node", "0", .why = no_option},
    {"", "0", .why = no_option},
};

UNIT_TEST(parse)
{
    const struct msgsched_options nothing = {0};

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        const char *why = NULL, *want = texts[i].why;
        struct msgsched_options o = nothing;
        int rc = want == NULL ? 0 : want == no_option ? -ENOENT : -EINVAL;

        assert_int_equal(
            msgsched_options_parse(&o, texts[i].name, texts[i].value, &why),
            rc);
        assert_int_equal(
            msgsched_options_parse(&o, texts[i].name, texts[i].value, NULL),
            rc);
        assert_same(&o, rc == 0 ? &texts[i].after : &nothing);
        if (want == NULL)
            assert_null(why);
        else
            assert_string_equal(why, want);
    }
}

/* Parsing accepts the names and defaults of the tables. */
UNIT_TEST(tables)
{
    const struct msgsched_options want = msgsched_options_default();
    const struct msgsched_choice *row = msgsched_option_table();
    struct msgsched_options o = {0};
    int n = 0;

    for (; row->name != NULL; row++) {
        assert_int_equal(msgsched_options_parse(&o, row->name, row->def, NULL),
                         0);
        assert_true(strlen(row->help) > 0);
    }
    assert_same(&o, &want);
    assert_int_equal(msgsched_options_check(&o, NULL), 0);
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

/* ---- checks ------------------------------------------------------------- */

#define BAD(member, value)                                                     \
    {                                                                          \
        offsetof(struct msgsched_options, member), sizeof(o.member),           \
            &(__typeof__(o.member)){value}, #member                            \
    }

/* Each value makes valid options invalid. The reason names the option. */
UNIT_TEST(check_refuses)
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

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const char *why = NULL;

        o = msgsched_options_default();
        memcpy((char *)&o + rows[i].offset, rows[i].value, rows[i].size);
        assert_int_equal(msgsched_options_check(&o, &why), -EINVAL);
        assert_int_equal(msgsched_options_check(&o, NULL), -EINVAL);
        assert_non_null(strstr(why, rows[i].name));
    }
}

UNIT_TEST(check_words)
{
    static const struct {
        size_t offset;
        int values; /* the valid values are 0 to values - 1 */
    } rows[] = {
        {offsetof(struct msgsched_options, schedule), 11},
        {offsetof(struct msgsched_options, dist), 3},
        {offsetof(struct msgsched_options, intra), 2},
        {offsetof(struct msgsched_options, scope), 2},
        {offsetof(struct msgsched_options, progress), 2},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (int v = -1; v <= rows[i].values; v++) {
            struct msgsched_options o = msgsched_options_default();

            memcpy((char *)&o + rows[i].offset, &v, sizeof(v));
            assert_int_equal(msgsched_options_check(&o, NULL),
                             v >= 0 && v < rows[i].values ? 0 : -EINVAL);
        }
}

UNIT_TEST(check_takes)
{
    struct msgsched_options o = msgsched_options_default();
    const char *const untold = "not told", *why = untold;

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
