/* test_arrange.c: the order of messages, and which are merged. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/test/unit.h"
#include "sets.h"

/* ---- examples ----------------------------------------------------------- */

static void alpha(void **state)
{
    (void)state;
    assert_true(ms_alpha(0, 0) == 1.5);
    assert_true(ms_alpha(1, 1) == 1.5);
    assert_true(ms_alpha(0, -1) == 1.5);
    assert_true(ms_alpha(2, 1) == 2.5);
    assert_true(ms_alpha(1, 8) == 4.5);
    assert_true(fabs(ms_alpha(3, 3) - 3.08) < 0.01);
    assert_true(fabs(ms_alpha(15, 15) - 5.41) < 0.01);
}

/* Parses messages: each letter is one, and a number before it is its bytes
 * (default 0). a goes to rank 1 and b to rank 2 of node 1, c to rank 3 of node
 * 2, and z to rank 9 of this node, 0. */
static size_t messages(const char *text, int64_t tcopy, struct ms_item *items)
{
    size_t n = 0;

    for (; *text != '\0'; text++) {
        char *letter;
        int64_t bytes = strtoll(text, &letter, 10);
        int dst = *letter == 'z' ? 9 : *letter - 'a' + 1;

        text = letter;
        items[n] = (struct ms_item){.dst = dst,
                                    .dst_node = dst == 9   ? 0
                                                : dst == 3 ? 2
                                                           : 1,
                                    .seq = (int)n,
                                    .bytes = bytes,
                                    .alpha = 2.0,
                                    .tcopy = tcopy};
        n++;
    }
    return n;
}

/* Writes cuts as text: the letters of each cut, in brackets if it is packed. */
static void cuts_text(const struct ms_item *items, const struct ms_cut *cuts,
                      size_t n, char *text)
{
    for (size_t i = 0; i < n; i++) {
        if (cuts[i].packed)
            *text++ = '[';
        for (size_t k = 0; k < cuts[i].n; k++) {
            int dst = items[cuts[i].first + k].dst;

            *text++ = dst == 9 ? 'z' : (char)('a' + dst - 1);
        }
        *text++ = cuts[i].packed ? ']' : ' ';
    }
    *text = '\0';
}

enum { NODE = 1, RR = 2, PLAIN = 4, MANY = INT_MAX };
static const struct {
    enum msgsched_schedule schedule;
    unsigned options;
    int64_t wmin, wmax, fixed, tcopy;
    const char *messages, *cuts;
} cut_rows[] = {
    {MSGSCHED_DIRECT, 0, 0, MANY, MANY, MANY, "8a8b8a8a", "a b a a "},
    {MSGSCHED_PERSISTENT, RR, 0, MANY, MANY, MANY, "8c8a8a8c", "c a a c "},
    {MSGSCHED_WINDOW, 0, 0, MANY, MANY, MANY, "8a8z8a8a", "a z a a "},
    {MSGSCHED_THROTTLE, NODE, 0, MANY, MANY, MANY, "8b8a8b", "b a b "},
    {MSGSCHED_AUTO, 0, 0, MANY, MANY, MANY, "8b8a8b", "b a b "},
    /* one message per peer, at the peer's first place, of any size */
    {MSGSCHED_DATATYPE, NODE, 0, 1, 1, 1, "8b8a99b0a8c", "bb aa c "},
    {MSGSCHED_NEIGHBOR, RR, 0, 1, 1, 1, "8c8a99c0a8b", "cc aa b "},
    /* each bundle has twice the bytes of the previous one */
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, MANY, "8a8a8a8a8a8a8a8a",
     "a [aa][aaaa]a "},
    {MSGSCHED_BOTH, 0, 0, MANY, MANY, MANY, "8a8a8a8a8a8a8a8a8a",
     "a [aa][aaaa][aa]"},
    /* a bundle ends as soon as it has enough bytes, not before */
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, MANY, "5a9a1a17a1a2a34a7a",
     "a [aa][aaa][aa]"},
    /* bundles to each peer grow separately */
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, MANY, "8b8a8b8a8b8a", "b [bb]a [aa]"},
    {MSGSCHED_BOTH, 0, 0, MANY, MANY, MANY, "8b8a8b8a8b8a", "a [aa]b [bb]"},
    /* messages of 0 bytes: merged with others, or with each other */
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, MANY, "aaaa", "[aaaa]"},
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, MANY, "a", "a "},
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, MANY, "aa1aa1a2a", "[aaa][aaa]"},
    /* wmin, which holds for the first bundle too; wmax */
    {MSGSCHED_MERGE, 0, 20, MANY, MANY, MANY, "8a8a8a8a8a8a", "[aaa][aaa]"},
    {MSGSCHED_MERGE, 0, 0, 24, MANY, MANY, "8a8a8a8a8a8a8a8a",
     "a [aa][aaa][aa]"},
    {MSGSCHED_MERGE, 0, 0, 24, MANY, MANY, "8a25a8a8a8a9a8a", "a a [aa][aa]a "},
    /* large messages are sent alone and do not interrupt growth */
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, 64, "8a64a8a8a64a8a8a8a8a",
     "a a [aa]a [aaaa]"},
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, 64, "63a99a64a8a", "a a a a "},
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, 0, "a8a8a", "a a a "},
    /* bundles of 24 bytes at most */
    {MSGSCHED_FIXED, 0, 0, MANY, 24, MANY, "8a8b8a8a8a16a9a30a8a",
     "[aaa][aa]a a a b "},
    {MSGSCHED_FIXED, 0, 0, MANY, 24, 16, "8a8a16a8a8a8a8a", "[aa]a [aaa]a "},
    {MSGSCHED_FIXED, 0, 0, MANY, 24, MANY, "aaa24aa", "[aaaa]a "},
    /* Algorithm 1 only: here by rank; this node last */
    {MSGSCHED_REORDER, 0, 0, MANY, MANY, MANY, "8z8c8a8b8a8z", "a a b c z z "},
    /* scope node: merges messages to a node; within this node, to a process */
    {MSGSCHED_MERGE, NODE, 0, MANY, MANY, MANY, "8c8b8b8a8c8a8z",
     "c c b [ab]a z "},
    {MSGSCHED_BOTH, NODE, 0, MANY, MANY, MANY, "8c8b8a8c8b8z8z8z",
     "a [bb]c c z [zz]"},
    {MSGSCHED_FIXED, NODE, 0, MANY, 24, MANY, "8z8a8b8c8a8a8z",
     "[zz][aab]a c "},
    /* intra=plain: does not merge within this node */
    {MSGSCHED_BOTH, PLAIN, 0, MANY, MANY, MANY, "8z8a8z8a8z8a", "a [aa]z z z "},
    {MSGSCHED_FIXED, PLAIN, 0, MANY, 24, MANY, "8z8a8z8a", "z z [aa]"},
    /* across=rr: one cut to each node in turn; this node last */
    {MSGSCHED_REORDER, RR, 0, MANY, MANY, MANY, "8z8c8a8b8a8z8c",
     "a c a c b z z "},
    {MSGSCHED_MERGE, RR, 0, MANY, MANY, MANY, "8z8a8a8a8c8c8c8b",
     "a c [aa][cc]b z "},
    {MSGSCHED_BOTH, RR, 0, MANY, MANY, MANY, "8b8a8a8a8c8c8c",
     "a c [aa][cc]b "},
    {MSGSCHED_FIXED, RR, 0, MANY, 16, MANY, "8a8a8a8c8c8c", "[aa][cc]a c "},
    {MSGSCHED_BOTH, RR, 0, MANY, MANY, MANY, "", ""},
};

static void each_schedule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cut_rows) / sizeof(cut_rows[0]); i++) {
        struct msgsched_options o = msgsched_options_default();
        struct ms_item items[16];
        struct ms_cut cuts[16];
        char text[64];
        size_t n = messages(cut_rows[i].messages, cut_rows[i].tcopy, items);

        o.schedule = cut_rows[i].schedule;
        o.wmin = cut_rows[i].wmin;
        o.wmax = cut_rows[i].wmax;
        o.fixed = cut_rows[i].fixed;
        o.scope = (cut_rows[i].options & NODE) != 0 ? MSGSCHED_SCOPE_NODE
                                                    : MSGSCHED_SCOPE_PAIR;
        o.across = (cut_rows[i].options & RR) != 0 ? MSGSCHED_ROUND_ROBIN
                                                   : MSGSCHED_GROUPED;
        o.intra = (cut_rows[i].options & PLAIN) != 0 ? MSGSCHED_INTRA_PLAIN
                                                     : MSGSCHED_INTRA_MERGE;
        cuts_text(items, cuts, ms_arrange(&o, items, n, cuts), text);
        assert_string_equal(text, cut_rows[i].cuts);
    }
}

/* ---- properties of all plans -------------------------------------------- */

enum { ROUNDS = 400 };

/* Checks that the cuts have each of the given messages once and unchanged, and
 * messages to the same rank in the caller's order. */
static void assert_plan(const struct set *given, const struct set *s,
                        const struct ms_cut *cuts, size_t ncuts)
{
    int next[SET_RANKS] = {0};
    bool seen[SET_MAX] = {false};
    size_t n = 0;

    for (size_t c = 0; c < ncuts; c++) {
        int64_t bytes = 0;

        assert_true(cuts[c].n > 0 && cuts[c].first + cuts[c].n <= s->n);
        for (size_t i = 0; i < cuts[c].n; i++) {
            struct ms_item item = s->items[cuts[c].first + i];

            assert_in_range(item.seq, 0, given->n - 1);
            assert_false(seen[item.seq]);
            seen[item.seq] = true;
            item.first = given->items[item.seq].first;
            assert_memory_equal(&item, &given->items[item.seq], sizeof(item));
            assert_true(item.seq >= next[item.dst]);
            next[item.dst] = item.seq + 1;
            bytes += item.bytes;
        }
        assert_int_equal(cuts[c].bytes, bytes);
        n += cuts[c].n;
    }
    assert_int_equal(n, given->n);
}

static void all_plans(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (int round = 0; round < ROUNDS; round++)
        for (int schedule = MSGSCHED_AUTO; schedule <= MSGSCHED_BOTH;
             schedule++) {
            struct msgsched_options o;
            struct ms_cut cuts[SET_MAX];
            struct set given, s;

            set_fill(&given, (int)set_draw(&seed, SET_RANKS), &seed);
            set_options(&o, &seed);
            o.schedule = schedule;
            s = given;
            assert_plan(&given, &s, cuts, ms_arrange(&o, s.items, s.n, cuts));
        }
}

UNIT_GROUP(arrange)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alpha),
        cmocka_unit_test(each_schedule),
        cmocka_unit_test(all_plans),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
