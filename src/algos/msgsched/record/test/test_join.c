/* test_join.c: joins the sets of ranks into supersteps. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../join.h"

enum { RANKS = 4 };

/* Adds events to the ranks' sets. Each word of [events] is one event. 0>1t2b10:
 * rank 0 sends 10 bytes with tag 2 to rank 1. 1<0t2: rank 1 receives that
 * message. 0!: rank 0's set ends. 0 1t2b10: rank 0 cancels that send. */
static void happen(struct sets *of, const char *events)
{
    while (*events != '\0') {
        int rank, peer = 0, tag = 0, bytes = 0;
        char what;
        struct envelope e;

        assert_in_range(
            sscanf(events, "%d%c%dt%db%d", &rank, &what, &peer, &tag, &bytes),
            2, 5);
        e = (struct envelope){peer, tag, 1};
        if (what == '>')
            sets_send(&of[rank], &e, bytes);
        else if (what == '<')
            sets_receive(&of[rank], &e);
        else if (what == '~')
            sets_unsend(&of[rank], &e, bytes);
        else
            sets_end(&of[rank]);
        events += strcspn(events, " ");
        events += strspn(events, " ");
    }
}

/* Writes the number of each superstep and its messages, in the notation of
 * happen() with "x" and a count added. */
static void describe(const struct joined *j, char *text, size_t room)
{
    FILE *out = fmemopen(text, room, "w");

    for (size_t i = 0; i < j->supersteps.n; i++) {
        size_t n;
        const int64_t *w = intern_words(&j->supersteps, i, &n);

        fprintf(out, "%s%d:", i > 0 ? "; " : "", (int)j->repeat.w[i]);
        for (; n > 0; n -= MESSAGE_WORDS, w += MESSAGE_WORDS)
            fprintf(out, " %d>%dt%db%dx%d", (int)w[0], (int)w[1], (int)w[2],
                    (int)w[3], (int)w[4]);
    }
    fclose(out);
}

UNIT_TEST(test_join)
{
    static const int nodes[RANKS] = {0, 0, 1, 1};
    static const struct {
        const char *events, *joined;
        const int *node;
        struct amount inside;
        int unmatched_sends, unmatched_receives;
    } cases[] = {
        /* the k-th send of an envelope matches the k-th receive, whatever other
         * messages are in between; nobody receives the messages from 1 to 2 */
        {"0>1t0b10 0! 0>1t0b11 0! 0>1t0b12 0! "
         "1>2t0b50 1! 1<0t0 1>3t0b20 1! 3<1t0 3! "
         "1>2t0b50 1! 1<0t0 1>3t0b21 1! 3<1t0 3! "
         "1>2t0b50 1! 1<0t0 1>3t0b22 1! 3<1t0 3!",
         .joined = "3: 1>2t0b50x1; 1: 0>1t0b10x1 1>3t0b20x1; "
                   "1: 0>1t0b11x1 1>3t0b21x1; 1: 0>1t0b12x1 1>3t0b22x1",
         .unmatched_sends = 3},
        /* each of two steps comes before the other: both remain, in order */
        {"0>1t1b1 0! 0>1t2b2 0! 1<0t2 1! 1<0t1 1!",
         .joined = "1: 0>1t1b1x1; 1: 0>1t2b2x1"},
        /* messages within a node are omitted; supersteps then equal are one */
        {"0>1t0b100 0>2t0b7 0! 1<0t0 1! 2<0t0 2! "
         "0>1t0b101 0>2t0b7 0! 1<0t0 1! 2<0t0 2! 2>3t0b1000 2!",
         .joined = "2: 0>2t0b7x1", .node = nodes, .inside = {3, 1201},
         .unmatched_sends = 1},
        /* a superstep is the same in another order of targets, of tags, or of
         * runs of messages; its first order is kept */
        {"0>3t0b7 0>1t0b5 0! 0>1t0b5 0>3t0b7 0!",
         .joined = "2: 0>3t0b7x1 0>1t0b5x1", .unmatched_sends = 4},
        {"0>1t1b5 0>1t2b6 0>1t1b5 0! 0>1t1b5 0>1t1b5 0>1t2b6 0!",
         .joined = "2: 0>1t1b5x1 0>1t2b6x1 0>1t1b5x1", .unmatched_sends = 6},
        /* so it is with other tags, which only tell messages apart */
        {"0>1t7b5 0>1t9b6 0>2t9b6 0! 0>1t8b5 0>1t9b6 0>2t0b6 0! "
         "0>1t8b5 0>1t8b6 0>2t0b6 0! 0>1t8b6 0>1t9b5 0>2t0b6 0!",
         .joined = "2: 0>1t7b5x1 0>1t9b6x1 0>2t9b6x1; "
                   "1: 0>1t8b5x1 0>1t8b6x1 0>2t0b6x1; "
                   "1: 0>1t8b6x1 0>1t9b5x1 0>2t0b6x1",
         .unmatched_sends = 12},
        /* but not in another order of sizes for one source, target and tag */
        {"0>1t0b5 0>1t0b6 0! 0>1t0b6 0>1t0b5 0!",
         .joined = "1: 0>1t0b5x1 0>1t0b6x1; 1: 0>1t0b6x1 0>1t0b5x1",
         .unmatched_sends = 4},
        {"0! 1>2t0b5 1~2t0b5 1! 2<1t0 2!", .joined = "",
         .unmatched_receives = 1},
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct sets of[RANKS];
        struct tally tally = {0};
        struct joined j;
        char text[400] = "";

        for (int r = 0; r < RANKS; r++)
            of[r] = (struct sets){.limit = 1 << 20};
        happen(of, cases[i].events);
        assert_true(join(of, RANKS, cases[i].node, &j, &tally));
        describe(&j, text, sizeof(text));
        assert_string_equal(text, cases[i].joined);
        assert_memory_equal(&tally.amount[AMOUNT_INSIDE], &cases[i].inside,
                            sizeof(cases[i].inside));
        assert_int_equal(tally.number[SENDS_UNMATCHED],
                         cases[i].unmatched_sends);
        assert_int_equal(tally.number[RECEIVES_UNMATCHED],
                         cases[i].unmatched_receives);
        joined_free(&j);
        for (int r = 0; r < RANKS; r++)
            sets_free(&of[r]);
    }
}

/* Sets are equal even if their receives completed in a different order. */
UNIT_TEST(test_sets)
{
    static const int64_t expected[] = {1, 3, 0, 1, 9, 2, 1, 0, 1,
                                       1, 1, 7, 1, 1, 2, 0, 1, 1};
    struct sets s = {.limit = 1 << 20};
    const int64_t *words;
    size_t n;

    happen(&s, "0<1t0 0<1t7 0<2t0 0>3t0b9 0>3t0b9 0! 0<2t0 0<1t7 0<1t0 0>3t0b9 "
               "0>3t0b9 0!");
    assert_int_equal(s.unique.n, 1);
    assert_int_equal(s.nhistory, 2);
    words = intern_words(&s.unique, 0, &n);
    assert_int_equal(n, sizeof(expected) / sizeof(*expected));
    assert_memory_equal(words, expected, sizeof(expected));
    sets_free(&s);
}
