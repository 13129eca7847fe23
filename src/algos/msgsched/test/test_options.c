/* test_options.c: parsing, defaults, tables and limits of options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/golden.h"
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

/* The option that NAME=VALUE sets, or why it is refused. */
static char *parse_answer(char *value)
{
    const struct msgsched_options nothing = {0};
    struct msgsched_options o = nothing;
    char *name = strsep(&value, "="), *text = NULL;
    const char *why = NULL;
    int rc = msgsched_options_parse(&o, name, value, &why);

    assert_int_equal(msgsched_options_parse(&o, name, value, NULL), rc);
    if (rc != 0) {
        assert_same(&o, &nothing);
        assert_int_equal(rc,
                         strncmp(why, "no such", 7) == 0 ? -ENOENT : -EINVAL);
        return strdup(why);
    }
    assert_null(why);
#define OPTION(member, type, words, set, def, reason, help)                    \
    if (o.member != nothing.member) {                                          \
        assert_null(text);                                                     \
        assert_true(asprintf(&text, #member " %.15g", (double)o.member) > 0);  \
    }
#include "../options.def"
#undef OPTION
    text[strcspn(text, ",")] = strchr(text, ',') != NULL ? '.' : '\0';
    return text; /* in every locale: tests/locale.bats */
}

UNIT_TEST(parse)
{
    assert_answers("src/algos/msgsched/test/options.txt", parse_answer);
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
