/* test_arrival.c: delays of --arrival, and shifted starts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/names.h"
#include "lib/test/unit.h"
#include "measure/method.h"

static struct arrival arrival(const char *pattern, double seconds)
{
    return (struct arrival){.pattern = names_row(arrival_table, pattern),
                            .seconds = seconds};
}

static void assert_delay(const struct arrival *a, int rank, int size,
                         double seconds)
{
    for (uint64_t launch = 0; launch < 3; launch++)
        assert_true(fabs(arrival_delay(a, rank, size, launch) - seconds) <
                    1e-15);
}

UNIT_TEST(test_patterns)
{
    struct arrival none = {0}, up = arrival("up", 30e-6);
    struct arrival down = arrival("down", 30e-6);
    struct arrival last = arrival("last", 2.5e-6);

    for (int rank = 0; rank < 4; rank++) {
        assert_delay(&none, rank, 4, 0);
        assert_delay(&up, rank, 4, rank * 10e-6);
        assert_delay(&down, rank, 4, (3 - rank) * 10e-6);
        assert_delay(&last, rank, 4, rank == 3 ? 2.5e-6 : 0);
    }
    assert_delay(&up, 0, 1, 0); /* a rank alone is never late */
    assert_delay(&down, 0, 1, 0);
    assert_delay(&last, 0, 1, 0);
}

/* Delays are uniform, differ between ranks and launches, and are repeatable. */
UNIT_TEST(test_random)
{
    enum { RANKS = 7, LAUNCHES = 3000, BINS = 10 };
    struct arrival a = arrival("random", 10e-6);
    int bins[BINS] = {0};

    for (uint64_t launch = 0; launch < LAUNCHES; launch++) {
        for (int rank = 0; rank < RANKS; rank++) {
            double t = arrival_delay(&a, rank, RANKS, launch);

            assert_true(t >= 0 && t < 10e-6);
            assert_true(t == arrival_delay(&a, rank, RANKS, launch));
            assert_true(t != arrival_delay(&a, rank, RANKS, launch + 1));
            assert_true(t !=
                        arrival_delay(&a, (rank + 1) % RANKS, RANKS, launch));
            bins[(int)(t * 1e5 * BINS)]++;
        }
    }
    /* 2100 are expected in each, with a standard deviation of 43. A deviation
     * of five times that practically never happens. */
    for (int i = 0; i < BINS; i++)
        assert_in_range(bins[i], 2100 - 215, 2100 + 215);
}
