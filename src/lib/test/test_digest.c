/* test_digest.c: lib/digest.h has the published values of its functions. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/digest.h"
#include "lib/test/unit.h"

/* By the authors of FNV: draft-eastlake-fnv. */
UNIT_TEST(test_bytes)
{
    static const struct {
        const char *text;
        uint64_t digest;
    } known[] = {
        {"", UINT64_C(0xcbf29ce484222325)},
        {"a", UINT64_C(0xaf63dc4c8601ec8c)},
        {"foobar", UINT64_C(0x85944171f73967e8)},
    };

    for (size_t i = 0; i < LENGTH(known); i++)
        assert_true(digest_bytes(DIGEST_BEGIN, known[i].text,
                                 strlen(known[i].text)) == known[i].digest);
}

/* An integer counts as its eight bytes, the lowest first. */
UNIT_TEST(test_add)
{
    static const unsigned char bytes[8] = {0xfe, 0xff, 0xff, 0xff,
                                           0xff, 0xff, 0xff, 0xff};

    assert_true(digest_add(DIGEST_BEGIN, -2) ==
                digest_bytes(DIGEST_BEGIN, bytes, sizeof(bytes)));
}

/* The first numbers of splitmix64 from seed 0. */
UNIT_TEST(test_scatter)
{
    assert_true(scatter_mix(0) == 0);
    assert_true(scatter(0) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(scatter(SCATTER_STEP) == UINT64_C(0x6e789e6aa1b965f4));
    assert_true(scatter_pair(1, SCATTER_STEP) == UINT64_C(0x6e789e6aa1b965f4));
}
