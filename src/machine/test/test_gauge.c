/* test_gauge.c: pairs of neighbours, the median, the work of spin, and meetings
 * of processes that share memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <sys/mman.h>
#include <sys/wait.h>
#include "lib/test/unit.h"
#include "machine/gauge.h"
#include "timers/bracket.h"

/* Each pair meets in exactly one round, on both sides; only the pair that
 * closes a ring of odd size does not meet. */
UNIT_TEST(pairs_meet_once)
{
    for (int size = 2; size < 10; size++) {
        int firsts[10] = {0}, seconds[10] = {0};

        for (int rank = 0; rank < size; rank++)
            for (int round = 0; round < 2; round++) {
                bool first;
                int pair = neighbours_pair(rank, size, round, &first);

                if (pair < 0)
                    continue;
                assert_int_equal(rank, first ? pair : (pair + 1) % size);
                (first ? firsts : seconds)[pair] += 1 + round;
            }
        for (int i = 0; i < size; i++) {
            bool closing = i == size - 1 && size % 2 == 1;

            assert_int_equal(firsts[i], closing ? 0 : 1 + i % 2);
            assert_int_equal(seconds[i], firsts[i]);
        }
    }
}

UNIT_TEST(median_is_of_times_only)
{
    double odd[] = {NAN, 3, 0, 1, 2}, even[] = {4, 1, NAN, 3, 2};
    double none[] = {NAN, 0};

    assert_true(readings_median(odd, 5) == 2);
    assert_true(readings_median(even, 5) == 2.5);
    assert_true(isnan(readings_median(none, 2)));
    assert_true(isnan(readings_median(none, 0)));
}

/* What one rank does; returns false if a check failed. */
typedef bool rank_fn(struct neighbours *n);

static void soon(struct neighbours *n, int64_t milliseconds)
{
    n->deadline = raw_now() + milliseconds * 1000000;
}

/* Runs a process for each rank; this process is the last rank. */
static void ranks_run(int size, rank_fn *body)
{
    struct neighbours n = {.size = size};
    size_t bytes = (size_t)size * sizeof(*n.pairs);
    int status;

    n.pairs = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(n.pairs != MAP_FAILED);
    n.copy = test_calloc(1, PAIR_BYTES);
    for (; n.rank < size - 1; n.rank++) {
        pid_t child = fork();

        assert_true(child >= 0);
        if (child == 0)
            _exit(body(&n) ? 0 : 1);
    }
    assert_true(body(&n));
    while (wait(&status) > 0)
        assert_int_equal(status, 0);
    test_free(n.copy);
    munmap(n.pairs, bytes);
}

/* Only the second side of a pair copies: with three ranks, ranks 1 and 2. */
static bool copies(struct neighbours *n)
{
    for (int i = 1; i <= 20; i++) {
        bool second = n->size == 2 || n->rank > 0;
        double t;

        soon(n, 20000);
        t = gauge_copy.read(n);
        if (second ? !(t > 0 && t < 20) : t != 0)
            return false;
        for (int k = 0; second && k < PAIR_BYTES; k++)
            if (n->copy[k] != i)
                return false;
    }
    return n->meetings == 20;
}

UNIT_TEST(copy_brings_what_the_neighbour_wrote)
{
    for (int size = 2; size < 4; size++)
        ranks_run(size, copies);
}

/* A missing rank is waited for only briefly; the next meeting succeeds. */
static bool short_late(struct neighbours *n)
{
    double level[GAUGE_KINDS];

    if (n->rank == 1)
        usleep(200000);
    gauges_read_short(n, n->rank == 0 ? 1e-3 : 20, level);
    if (!isnan(level[GAUGE_ONEWAY]) || level[GAUGE_COPY] != 0 ||
        !(level[GAUGE_SPIN] > 0))
        return false;
    gauges_read_short(n, 20, level);
    return n->rank == 0
               ? isnan(level[GAUGE_ONEWAY]) ||
                     level[GAUGE_ONEWAY] < LINE_SLOWEST
               : isnan(level[GAUGE_ONEWAY]) || level[GAUGE_ONEWAY] >= 0;
}

UNIT_TEST(a_short_reading_waits_for_nobody)
{
    ranks_run(2, short_late);
}

/* NAN is possible if two processes share a core. Only the first side of a pair
 * times the line; the last of three ranks is never a first side. */
static bool short_readings(struct neighbours *n)
{
    bool closing = n->size == 3 && n->rank == 2;
    double level[GAUGE_KINDS];

    for (int i = 0; i < 20; i++) {
        gauges_read_short(n, 20, level);
        if (closing ? level[GAUGE_ONEWAY] != 0
                    : !isnan(level[GAUGE_ONEWAY]) &&
                          !(level[GAUGE_ONEWAY] >= 0 &&
                            level[GAUGE_ONEWAY] < LINE_SLOWEST))
            return false;
        if (!(level[GAUGE_SPIN] > 0))
            return false;
    }
    return n->meetings == 20;
}

UNIT_TEST(glances_keep_in_step)
{
    for (int size = 2; size < 5; size++)
        ranks_run(size, short_readings);
}

UNIT_TEST(watched_gauges_have_states)
{
    for (int i = 0; i < GAUGE_KINDS; i++) {
        const struct gauge_kind *kind = gauges[i]->kind;
        bool watched = kind - gauge_kinds < GAUGES_WATCHED;

        assert_non_null(kind->name);
        assert_int_equal(gauges[i]->read_short != NULL, watched);
        assert_int_equal(kind->factor > 1, watched);
        assert_int_equal(kind->low != NULL && kind->high != NULL, watched);
    }
}

UNIT_TEST(without_neighbours_there_is_no_reading)
{
    struct neighbours n = {.size = 1};

    for (int i = 0; i < GAUGE_KINDS; i++) {
        assert_true(gauges[i]->read(&n) == 0);
        assert_true(gauges[i]->read_short == NULL ||
                    gauges[i]->read_short(&n) == 0);
    }
    neighbours_close(&n);
}
