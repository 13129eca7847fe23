/* test_stragglers.c: which rank lacks its CPU. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/stragglers.h"

#include "lib/test/unit.h"

/* Seconds of 10 that ranks had a CPU, and how often quotas stopped them. */
UNIT_TEST(test_starved)
{
    static const struct {
        double cpu[4], stops[4];
        long throttled, also, crowded; /* rank, or -1 */
        double others;
    } rows[] = {
        {{9.9, 10.2, 9.8, 9.9}, {0}, -1, 0, -1, 0},
        /* a busy machine: nobody stands out */
        {{5, 9.9, 6, 9.8}, {0}, -1, 0, -1, 0},
        {{8, 9.9, 9.8, 9.9}, {0}, -1, 0, -1, 0},
        {{7.4, 9.9, 8.9, 9.9}, {0}, -1, 0, -1, 0},
        {{9.9, 9.8, 9.9, 5}, {0}, -1, 0, 3, 9.9},
        /* a quota: whatever the share */
        {{9.9, 9.7, 9.9, 9.9}, {0, 1, 0, 0}, 1, 0, -1, 9.9},
        {{4, 9.7, 5, 6}, {0, 1, 20, 30}, 2, 2, -1, 6},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct rank_cpu v[4];
        struct starved s;

        for (size_t k = 0; k < 4; k++)
            v[k] = (struct rank_cpu){rows[i].stops[k], rows[i].cpu[k], 10};
        assert_int_equal(throttled_find(&s, v, 4), rows[i].throttled >= 0);
        if (rows[i].throttled >= 0) {
            assert_int_equal(s.rank, rows[i].throttled);
            assert_int_equal(s.also, rows[i].also);
            assert_true(s.share == rows[i].cpu[s.rank] / 10);
            assert_true(fabs(s.others - rows[i].others / 10) < 1e-9);
        }
        assert_int_equal(crowded_find(&s, v, 4), rows[i].crowded >= 0);
        if (rows[i].crowded >= 0) {
            assert_int_equal(s.rank, rows[i].crowded);
            assert_true(fabs(s.others - rows[i].others / 10) < 1e-9);
        }
        assert_false(crowded_find(&s, &v[i % 4], 1));
    }
}
