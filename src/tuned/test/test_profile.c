/* test_profile.c: lines of a profile; which range covers a call. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"

#include "tuned/profile.h"

UNIT_TEST(test_find)
{
    static const char text[] =
        "# mpiperf-tune: profile for libmpiperf-tuned.so\n"
        "\n"
        "bcast 2 64 32767 shmbcast-auto\n"
        "bcast 4 0 8 shmbcast-auto\n"
        "allreduce 2\t8 8 mock/reduce+bcast\r\n"
        "allreduce 2 16 16 mock/other";
    static const struct {
        const char *op;
        int ranks;
        long long bytes;
        const char *algo;
    } cases[] = {
        {"bcast", 2, 63, NULL},
        {"bcast", 2, 64, "shmbcast-auto"},
        {"bcast", 2, 32767, "shmbcast-auto"},
        {"bcast", 2, 32768, NULL},
        {"bcast", 3, 64, NULL},
        {"bcast", 4, 0, "shmbcast-auto"},
        {"allreduce", 2, 8, "mock/reduce+bcast"},
        {"allreduce", 2, 16, "mock/other"},
        {"reduce", 2, 8, NULL},
    };
    struct profile p;

    assert_int_equal(profile_parse(&p, text), 0);
    assert_int_equal(p.n, 4);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct profile_range *r =
            profile_find(&p, cases[i].op, cases[i].ranks, cases[i].bytes);

        assert_int_equal(r != NULL, cases[i].algo != NULL);
        if (r != NULL)
            assert_string_equal(r->algo, cases[i].algo);
    }
    free(p.v);
}

UNIT_TEST(test_wrong)
{
    static const char *const lines[] = {
        "bcast 2 0 8",
        "bcast 2 0 8 a b",
        "bcast -2 0 8 a",
        "bcast 2 9 8 a",
        "bcast 2 0 8Ki a",
        "bcast two 0 8 a",
        "bcast 2 0 99999999999999999999 a",
        "bcast 0 0 8 a",
        "bcast 2 -1 8 a",
    };

    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        char text[120];
        struct profile p;

        snprintf(text, sizeof(text), "# one\nbcast 2 0 8 a\n%s\n", lines[i]);
        assert_int_equal(profile_parse(&p, text), 3);
        free(p.v);
    }
}
