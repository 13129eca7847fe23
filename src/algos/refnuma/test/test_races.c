/* test_races.c: races, compared with a list of the writers of each word. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../array.h"
#include "random.h"

enum { WORDS = 120, RANKS = 6, FAR = 1 << 20 };

/* The ranks that wrote each word, one bit per rank; and what was reported. */
struct model {
    unsigned wrote[WORDS];
    uint64_t next; /* words below it have been checked */
    uint64_t told;
};

static int bits(unsigned set)
{
    return __builtin_popcount(set);
}

/* Checks that a reported race is real and that no earlier one was left out. */
static void race(void *arg, uint64_t first, uint64_t end, int a, int b)
{
    struct model *m = arg;

    assert_true(first >= m->next && first < end && end <= WORDS && a < b);
    for (; m->next < first; m->next++)
        assert_true(bits(m->wrote[m->next]) < 2);
    for (; m->next < end; m->next++) {
        assert_true((m->wrote[m->next] >> a & 1) != 0);
        assert_true((m->wrote[m->next] >> b & 1) != 0);
        m->told++;
    }
}

/* Adds random runs of one rank, which do not overlap. */
static void write_some(struct rn_writes *w, struct model *m, int rank,
                       uint64_t *seed)
{
    uint64_t gap = 1 + random_below(seed, 80), most = random_below(seed, 40);
    uint64_t at = random_below(seed, gap);

    while (at < WORDS) {
        uint64_t count = random_below(seed, most + 1);

        count = at + count < WORDS ? count : WORDS - at;
        assert_int_equal(rn_writes_add(w, rank, at, at + count), 0);
        for (uint64_t k = at; k < at + count; k++)
            m->wrote[k] |= 1u << rank;
        at += count + random_below(seed, gap);
        at += count == 0;
    }
}

UNIT_TEST(random_writes)
{
    struct rn_writes w = {0};
    uint64_t seed = 1, raced = 0, clean = 0;

    for (int step = 0; step < 4000; step++) {
        int ranks = 1 + (int)random_below(&seed, RANKS);
        struct model m = {.next = 0};
        uint64_t words;

        rn_writes_clear(&w);
        for (int r = 0; r < ranks; r++) /* the ranks are not in order */
            write_some(&w, &m, (r + step) % ranks, &seed);
        words = rn_races(&w, race, &m);
        for (; m.next < WORDS; m.next++)
            assert_true(bits(m.wrote[m.next]) < 2);
        assert_int_equal(words, m.told);
        *(words > 0 ? &raced : &clean) += 1;
    }
    assert_true(raced > 100 && clean > 100);
    rn_writes_free(&w);
    assert_null(w.v);
}

static void count(void *arg, uint64_t first, uint64_t end, int a, int b)
{
    assert_true(a == 0 && b > 0);
    *(uint64_t *)arg += end - first;
}

/* Many short writes within a long one. This must not take quadratic time. */
UNIT_TEST(many)
{
    struct rn_writes w = {0};
    uint64_t n = 0;

    assert_int_equal(rn_writes_add(&w, 0, 0, FAR), 0);
    for (uint64_t i = 0; i < FAR; i += 4)
        assert_int_equal(rn_writes_add(&w, 1 + (int)(i / 4 % 3), i, i + 2), 0);
    assert_int_equal(rn_races(&w, count, &n), FAR / 2);
    assert_int_equal(n, FAR / 2);
    rn_writes_free(&w);
}
