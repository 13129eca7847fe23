/* test_detect.c: the cheaper method is chosen, and single barriers do not
 * change that choice. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../context.h"

static const struct rn_costs costs = {
    .compare = 0.25, .range = 0.5, .page = 0.0625, .written = 2};

struct row {
    uint64_t ranges, pages, dirty;
    bool watching; /* choice at the end, whatever it was first */
};

static const struct row rows[] = {
    {2, 2, 0, false}, /* a halo: asking the kernel costs more */
    {2, 2, 2, false},
    {1, 1000, 0, true},   /* watching costs 63, comparing 250 */
    {1, 1000, 82, true},  /* watching costs 247.5 */
    {1, 1000, 84, false}, /* watching costs 252 */
    {1, 1000, 1000, false},
    {400, 1000, 0, false}, /* watching 400 ranges costs 262.5 */
    {300, 1000, 0, true},  /* watching costs 212.5 */
    {300, 1000, 20, false},
};

UNIT_TEST(the_cheaper_way_is_found)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (int first = 0; first < 2; first++) {
            struct rn_detect d = {.costs = costs, .watching = first == 1};
            const struct row *r = &rows[i];
            int changes = 0;

            for (int k = 0; k < 1000; k++)
                changes += rn_detect_change(&d, r->ranges, r->pages, r->dirty);
            if (d.watching != r->watching ||
                changes != ((first == 1) != r->watching))
                fail_msg("row %zu from %d: %d after %d changes", i, first,
                         d.watching, changes);
        }
}

/* If the program's behaviour changes, the choice follows, at whatever time. */
UNIT_TEST(followed)
{
    struct rn_detect d = {.costs = costs};

    for (int k = 0; k < 100000; k++)
        rn_detect_change(&d, 1, 1000, 1000);
    assert_false(d.watching);
    for (int k = 0; k < 20; k++)
        rn_detect_change(&d, 1, 1000, 0);
    assert_true(d.watching);
    for (int k = 0; k < 100000; k++)
        rn_detect_change(&d, 1, 1000, 0);
    for (int k = 0; k < 3; k++)
        rn_detect_change(&d, 1, 1000, 1000);
    assert_false(d.watching);
}

/* With random writes, barriers and switches together cost at most twice what
 * the better method costs, except for the first barriers. */
UNIT_TEST(never_much_worse)
{
    uint64_t seed = 1;

    for (int round = 0; round < 200; round++) {
        struct rn_detect d = {.costs = costs};
        double cost = 0, compare = 0, watch = 0;
        double often = (double)(round % 20) / 20;
        uint64_t most = round % 3 == 0 ? 1000 : 100;

        for (int k = 0; k < 500; k++) {
            uint64_t dirty;
            double w;

            seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
            dirty = (double)(seed >> 40) / (1 << 24) < often ? most : 0;
            w = 0.5 + 62.5 + (double)dirty * 2.25;
            cost += d.watching ? w : 250;
            compare += 250;
            watch += w;
            if (rn_detect_change(&d, 1, 1000, dirty))
                cost += 63;
        }
        if (cost > 2 * (compare < watch ? compare : watch) + 5000)
            fail_msg("round %d: %g, compare %g, watch %g", round, cost, compare,
                     watch);
    }
}

UNIT_TEST(learns)
{
    struct rn_detect d = {.costs = costs};

    rn_detect_learn(&d, 0, 5);
    assert_true(d.costs.compare == 0.25);
    for (int k = 0; k < 100; k++)
        rn_detect_learn(&d, 10, 40);
    assert_true(d.costs.compare > 3.99 && d.costs.compare < 4.01);
}

/* Measured costs are positive and of a plausible size. */
UNIT_TEST(measured)
{
    struct rn_costs c;
    struct rn_uffd u;
    const char *why;

    if (rn_uffd_open(&u, true, &why) != 0)
        skip();
    assert_int_equal(rn_costs_measure(&u, (size_t)sysconf(_SC_PAGESIZE), &c),
                     0);
    assert_true(c.compare > 0 && c.range > 0 && c.page >= 0 && c.written >= 0);
    assert_true(c.compare < 1 && c.range <= 1 && c.page < 1 && c.written < 1);
    rn_uffd_close(&u);
}
