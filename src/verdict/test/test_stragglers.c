/* test_stragglers.c: which rank lacks its CPU. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/stragglers.h"

#include "lib/test/unit.h"

/* Times of an operation on all pairs of four nodes, in rounds in which every
 * node has one partner: pairs 0-3 and 1-2, 0-2 and 1-3, 0-1 and 2-3. */
UNIT_TEST(test_slow_nodes)
{
    static const int pairs[6][2] = {{0, 3}, {1, 2}, {0, 2},
                                    {1, 3}, {0, 1}, {2, 3}};
    static const struct {
        double times[4]; /* by which each node slows its pairs */
        int rounds;
        double noise; /* every fourth pair takes this many times as long */
        long slow;    /* node, or -1 */
        bool crowded;
    } rows[] = {
        {{1, 1, 1, 1}, 12, 1, -1, false},  {{1, 1, 1, 1}, 12, 5, -1, false},
        {{1, 1, 5, 1}, 12, 1, 2, false},   {{1, 1, 5, 1}, 12, 3, 2, false},
        {{1.6, 1, 1, 1}, 12, 1, 0, false}, {{1.4, 1, 1, 1}, 12, 1, -1, false},
        {{1, 1, 5, 1}, 6, 1, 2, false},    {{1, 1, 5, 1}, 5, 1, -1, false},
        {{1, 1, 2.5, 1}, 12, 1, -1, true}, {{1, 1, 5, 1}, 12, 1, 2, true},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct reading v[24];
        struct culprits found;
        size_t n = 0;

        for (int k = 0; k < 2 * rows[i].rounds; k++) {
            const int *pair = pairs[k % 6];

            v[n++] = (struct reading){
                pair[0], pair[1],
                (k % 4 == 1 ? rows[i].noise : 1) *
                    fmax(rows[i].times[pair[0]], rows[i].times[pair[1]])};
        }
        found = slow_nodes_find(v, n, 4, NULL, rows[i].crowded);
        assert_int_equal(found.n, rows[i].slow >= 0);
        assert_true(found.n == 0 || (found.v[0].kind == PART_NODE &&
                                     found.v[0].id == rows[i].slow));
        free(found.v);
    }
}

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

    for (size_t i = 0; i < LENGTH(rows); i++) {
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
