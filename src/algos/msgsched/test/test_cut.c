/* test_cut.c: which messages go together, to the byte. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "lib/test/unit.h"
#include "../arrange.h"

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

/* A letter a message: a to rank 1 and b to rank 2 of node 1, c to rank 3 of
 * node 2, z to rank 9 of this one; a number before it is its bytes, 0 if there
 * is none. */
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

/* Cuts as text: letters of those that go together, those in a buffer in
 * brackets. */
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
} rows[] = {
    {MSGSCHED_DIRECT, 0, 0, MANY, MANY, MANY, "8a8b8a8a", "a b a a "},
    {MSGSCHED_PERSISTENT, RR, 0, MANY, MANY, MANY, "8c8a8a8c", "c a a c "},
    {MSGSCHED_WINDOW, 0, 0, MANY, MANY, MANY, "8a8z8a8a", "a z a a "},
    {MSGSCHED_THROTTLE, NODE, 0, MANY, MANY, MANY, "8b8a8b", "b a b "},
    {MSGSCHED_AUTO, 0, 0, MANY, MANY, MANY, "8b8a8b", "b a b "},
    /* one a peer, where it first occurs, of any size */
    {MSGSCHED_DATATYPE, NODE, 0, 1, 1, 1, "8b8a99b0a8c", "bb aa c "},
    {MSGSCHED_NEIGHBOR, RR, 0, 1, 1, 1, "8c8a99c0a8b", "cc aa b "},
    /* twice as many bytes each time, from one alone */
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, MANY, "8a8a8a8a8a8a8a8a",
     "a [aa][aaaa]a "},
    {MSGSCHED_BOTH, 0, 0, MANY, MANY, MANY, "8a8a8a8a8a8a8a8a8a",
     "a [aa][aaaa][aa]"},
    /* as soon as there are enough, not before */
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, MANY, "5a9a1a17a1a2a34a7a",
     "a [aa][aaa][aa]"},
    /* growth is of a pair, by itself */
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, MANY, "8b8a8b8a8b8a", "b [bb]a [aa]"},
    {MSGSCHED_BOTH, 0, 0, MANY, MANY, MANY, "8b8a8b8a8b8a", "a [aa]b [bb]"},
    /* of no bytes: with others, and all together if there are none */
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, MANY, "aaaa", "[aaaa]"},
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, MANY, "a", "a "},
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, MANY, "aa1aa1a2a", "[aaa][aaa]"},
    /* wmin, for the first as well; wmax */
    {MSGSCHED_MERGE, 0, 20, MANY, MANY, MANY, "8a8a8a8a8a8a", "[aaa][aaa]"},
    {MSGSCHED_MERGE, 0, 0, 24, MANY, MANY, "8a8a8a8a8a8a8a8a",
     "a [aa][aaa][aa]"},
    {MSGSCHED_MERGE, 0, 0, 24, MANY, MANY, "8a25a8a8a8a9a8a", "a a [aa][aa]a "},
    /* large ones alone; growth goes on behind them */
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, 64, "8a64a8a8a64a8a8a8a8a",
     "a a [aa]a [aaaa]"},
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, 64, "63a99a64a8a", "a a a a "},
    {MSGSCHED_MERGE, 0, 0, MANY, MANY, 0, "a8a8a", "a a a "},
    /* bundles of 24 bytes at most */
    {MSGSCHED_FIXED, 0, 0, MANY, 24, MANY, "8a8b8a8a8a16a9a30a8a",
     "[aaa][aa]a a a b "},
    {MSGSCHED_FIXED, 0, 0, MANY, 24, 16, "8a8a16a8a8a8a8a", "[aa]a [aaa]a "},
    {MSGSCHED_FIXED, 0, 0, MANY, 24, MANY, "aaa24aa", "[aaaa]a "},
    /* Algorithm 1 alone: here by rank, the own node last */
    {MSGSCHED_REORDER, 0, 0, MANY, MANY, MANY, "8z8c8a8b8a8z", "a a b c z z "},
    /* what goes to a node together, within the own one to a process */
    {MSGSCHED_MERGE, NODE, 0, MANY, MANY, MANY, "8c8b8b8a8c8a8z",
     "c c b [ba]a z "},
    {MSGSCHED_BOTH, NODE, 0, MANY, MANY, MANY, "8c8b8a8c8b8z8z8z",
     "a [bb]c c z [zz]"},
    {MSGSCHED_FIXED, NODE, 0, MANY, 24, MANY, "8z8a8b8c8a8a8z",
     "[zz][aba]a c "},
    /* the own node not at all */
    {MSGSCHED_BOTH, PLAIN, 0, MANY, MANY, MANY, "8z8a8z8a8z8a", "a [aa]z z z "},
    {MSGSCHED_FIXED, PLAIN, 0, MANY, 24, MANY, "8z8a8z8a", "z z [aa]"},
    /* in turn to each node; the own one last */
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
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct msgsched_options o = msgsched_options_default();
        struct ms_item items[16];
        struct ms_cut cuts[16];
        char text[64];
        size_t n = messages(rows[i].messages, rows[i].tcopy, items);

        o.schedule = rows[i].schedule;
        o.wmin = rows[i].wmin;
        o.wmax = rows[i].wmax;
        o.fixed = rows[i].fixed;
        o.scope = (rows[i].options & NODE) != 0 ? MSGSCHED_SCOPE_NODE
                                                : MSGSCHED_SCOPE_PAIR;
        o.across = (rows[i].options & RR) != 0 ? MSGSCHED_ROUND_ROBIN
                                               : MSGSCHED_GROUPED;
        o.intra = (rows[i].options & PLAIN) != 0 ? MSGSCHED_INTRA_PLAIN
                                                 : MSGSCHED_INTRA_MERGE;
        cuts_text(items, cuts, ms_arrange(&o, items, n, cuts), text);
        assert_string_equal(text, rows[i].cuts);
    }
}

/* 10,000 equal messages: "until the sum reaches alpha times the one before" */
static void many_equal(void **state)
{
    enum { N = 10000 };
    struct msgsched_options o = msgsched_options_default();
    struct ms_item *items = calloc(N, sizeof(*items));
    struct ms_cut *cuts = calloc(N, sizeof(*cuts));
    static const size_t begin[] = {1, 2, 3, 5, 8, 12, 18, 27, 41, 62};
    size_t n, left = N;

    (void)state;
    assert_true(items != NULL && cuts != NULL);
    for (int i = 0; i < N; i++)
        items[i] = (struct ms_item){.dst = 1,
                                    .dst_node = 1,
                                    .seq = i,
                                    .bytes = 8,
                                    .alpha = 1.5,
                                    .tcopy = 4096};
    n = ms_arrange(&o, items, N, cuts);
    assert_int_equal(n, 20);
    for (size_t i = 0; i < sizeof(begin) / sizeof(begin[0]); i++)
        assert_int_equal(cuts[i].n, begin[i]);
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && i + 1 < n)
            assert_int_equal(cuts[i].n, (3 * cuts[i - 1].n + 1) / 2);
        left -= cuts[i].n;
    }
    assert_int_equal(left, 0);
    free(items);
    free(cuts);
}

UNIT_GROUP(cut)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alpha),
        cmocka_unit_test(each_schedule),
        cmocka_unit_test(many_equal),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
