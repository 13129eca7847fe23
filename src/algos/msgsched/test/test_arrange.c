/* test_arrange.c: Algorithm 1, which is a strict total order and obeys the
 * options; the order of messages, and which are merged. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../arrange.h"

/* Parses options such as "wmin=20 scope=node". A lone word is a schedule. */
static struct msgsched_options options_of(const char *text)
{
    struct msgsched_options o = msgsched_options_default();
    char copy[100], *rest = copy, *word;

    snprintf(copy, sizeof(copy), "%s", text);
    o.tcopy = INT64_MAX;
    while ((word = strtok_r(rest, " ", &rest)) != NULL) {
        char *value = strchr(word, '=');

        if (value != NULL)
            *value++ = '\0';
        assert_int_equal(
            msgsched_options_parse(&o, value != NULL ? word : "schedule",
                                   value != NULL ? value : word, NULL),
            0);
    }
    return o;
}

/* ---- which of two messages goes first ------------------------------------ */

/* Arguments: src, dst, src_node, dst_node, seq, bytes, weight, heaviest,
 * distance. */
#define M(...)                                                                 \
    {                                                                          \
        __VA_ARGS__, .alpha = 0                                                \
    }

static const struct {
    const char *options;
    struct ms_item first, second;
} rows[] = {
    /* first by distance, whatever the weight */
    {"group=1", M(0, 9, 0, 9, 0, 8, 1, 1, 1), M(0, 8, 0, 8, 1, 8, 7, 7, 2)},
    {"group=0", M(0, 9, 0, 9, 0, 8, 1, 1, 1), M(0, 8, 0, 8, 1, 8, 7, 7, 2)},
    {"group=1 dist=far", M(0, 8, 0, 8, 1, 8, 1, 1, 2),
     M(0, 9, 0, 9, 0, 8, 7, 7, 1)},
    {"group=1 dist=none", M(0, 8, 0, 8, 1, 8, 7, 7, 2),
     M(0, 9, 0, 9, 0, 8, 1, 1, 1)},
    /* by weight: with group=1 that of the heaviest pair of the two nodes,
     * otherwise the message's own */
    {"group=1", M(0, 5, 0, 5, 0, 8, 1, 7, 1), M(0, 4, 0, 4, 1, 8, 6, 6, 1)},
    {"group=0", M(0, 4, 0, 4, 1, 8, 6, 6, 1), M(0, 5, 0, 5, 0, 8, 1, 7, 1)},
    /* equal weight: with group=1 by nodes, then weight; otherwise by ranks */
    {"group=1", M(0, 9, 0, 4, 1, 8, 1, 6, 1), M(0, 8, 0, 5, 0, 8, 6, 6, 1)},
    {"group=1", M(0, 9, 0, 4, 1, 8, 6, 6, 1), M(0, 8, 0, 4, 0, 8, 1, 6, 1)},
    {"group=0", M(0, 8, 0, 5, 1, 8, 6, 6, 1), M(0, 9, 0, 4, 0, 8, 6, 6, 1)},
    {"group=0", M(0, 8, 0, 4, 1, 8, 6, 6, 1), M(1, 7, 0, 3, 0, 8, 6, 6, 1)},
    /* if all else is equal, in the caller's order */
    {"group=1", M(0, 8, 0, 4, 1, 8, 6, 6, 1), M(0, 8, 0, 4, 2, 99, 6, 6, 1)},
    {"group=0 dist=far", M(0, 8, 0, 4, 1, 8, 6, 6, 1),
     M(0, 8, 0, 4, 2, 99, 6, 6, 1)},
    /* messages within the node are last, whatever the options */
    {"group=1", M(0, 8, 0, 4, 1, 8, 1, 1, 9), M(0, 1, 0, 0, 0, 8, 6, 6, 0)},
    {"group=0 dist=far", M(0, 8, 0, 4, 1, 8, 1, 1, 1),
     M(0, 1, 0, 0, 0, 8, 6, 6, 2)},
};

static int sign(int c)
{
    return (c > 0) - (c < 0);
}

UNIT_TEST(each_option)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct msgsched_options o = options_of(rows[i].options);

        if (ms_compare(&o, &rows[i].first, &rows[i].second) >= 0 ||
            ms_compare(&o, &rows[i].second, &rows[i].first) <= 0)
            fail_msg("row %zu", i);
    }
}

enum { RANKS = 5, ITEMS = 2 * RANKS * RANKS };

/* Two messages of each pair of ranks, with two ranks on each node. Numbers are
 * small, so that many are equal. */
static void items_fill(struct ms_item items[ITEMS])
{
    for (int i = 0; i < ITEMS; i++) {
        int src = i / 2 / RANKS, dst = i / 2 % RANKS;
        int from = src / 2, to = dst / 2;

        items[i] = (struct ms_item){.src = src,
                                    .dst = dst,
                                    .src_node = from,
                                    .dst_node = to,
                                    .seq = i % 2,
                                    .weight = (src * 3 + dst * 2) % 4,
                                    .heaviest = (from * 2 + to) % 3,
                                    .distance = (from + to) % 2};
    }
}

/* The comparison is antisymmetric and transitive, and 0 only for equal
 * messages. */
UNIT_TEST(strict_total_order)
{
    struct ms_item items[ITEMS];
    static int c[ITEMS][ITEMS];

    items_fill(items);
    for (int way = 0; way < 6; way++) {
        struct msgsched_options o = {.dist = way % 3, .group = way / 3 == 1};

        for (int i = 0; i < ITEMS * ITEMS; i++)
            c[i / ITEMS][i % ITEMS] =
                sign(ms_compare(&o, &items[i / ITEMS], &items[i % ITEMS]));
        for (int i = 0; i < ITEMS; i++)
            for (int j = 0; j < ITEMS; j++) {
                assert_int_equal(c[i][j], -c[j][i]);
                assert_int_equal(c[i][j] == 0, i == j);
                for (int k = 0; k < ITEMS; k++)
                    assert_false(c[i][j] < 0 && c[j][k] < 0 && c[i][k] >= 0);
            }
    }
}

/* ---- which messages are merged ------------------------------------------- */

UNIT_TEST(alpha)
{
    assert_true(ms_alpha(0, 0) == 1.5);
    assert_true(ms_alpha(1, 1) == 1.5);
    assert_true(ms_alpha(0, -1) == 1.5);
    assert_true(ms_alpha(2, 1) == 2.5);
    assert_true(ms_alpha(1, 8) == 4.5);
    assert_true(fabs(ms_alpha(3, 3) - 3.08) < 0.01);
    assert_true(fabs(ms_alpha(15, 15) - 5.41) < 0.01);
}

/* Parses messages: each letter is one message, and a number before it is its
 * size in bytes (default 0). "a" goes to rank 1 and "b" to rank 2 of node 1,
 * "c" to rank 3 of node 2, and "z" to rank 9 of this rank's node, 0. */
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

            *text++ = (char)(dst == 9 ? 'z' : 'a' + dst - 1);
        }
        *text++ = cuts[i].packed ? ']' : ' ';
    }
    *text = '\0';
}

static const struct {
    const char *options, *messages, *cuts;
} cut_rows[] = {
    {"direct", "8a8b8a8a", "a b a a "},
    {"persistent", "8c8a8a8c", "c a a c "},
    {"window", "8a8z8a8a", "a z a a "},
    {"throttle scope=node", "8b8a8b", "b a b "},
    {"auto", "8b8a8b", "b a b "},
    /* one message per peer, of any size, in place of the peer's first */
    {"datatype scope=node wmax=1 fixed=1 tcopy=1", "8b8a99b0a8c", "bb aa c "},
    {"neighbor wmax=1 fixed=1 tcopy=1", "8c8a99c0a8b", "cc aa b "},
    /* alpha = 2: each bundle has twice the bytes of the previous one */
    {"merge", "8a8a8a8a8a8a8a8a", "a [aa][aaaa]a "},
    {"both", "8a8a8a8a8a8a8a8a8a", "a [aa][aaaa][aa]"},
    /* a bundle ends as soon as it has enough bytes, and not before */
    {"merge", "5a9a1a17a1a2a34a7a", "a [aa][aaa][aa]"},
    /* bundles to different peers grow independently */
    {"merge", "8b8a8b8a8b8a", "b [bb]a [aa]"},
    {"both", "8b8a8b8a8b8a", "a [aa]b [bb]"},
    /* messages of 0 bytes are merged with others, or with each other */
    {"merge", "aaaa", "[aaaa]"},
    {"merge", "a", "a "},
    {"merge", "aa1aa1a2a", "[aaa][aaa]"},
    /* wmin, which also holds for the first bundle; wmax */
    {"merge wmin=20", "8a8a8a8a8a8a", "[aaa][aaa]"},
    {"merge wmax=24", "8a8a8a8a8a8a8a8a", "a [aa][aaa][aa]"},
    {"merge wmax=24", "8a25a8a8a8a9a8a", "a a [aa][aa]a "},
    /* large messages are sent alone, and the next bundle grows all the same */
    {"merge tcopy=64", "8a64a8a8a64a8a8a8a8a", "a a [aa]a [aaaa]"},
    {"merge tcopy=64", "63a99a64a8a", "a a a a "},
    {"merge tcopy=0", "a8a8a", "a a a "},
    /* bundles of at most 24 bytes */
    {"fixed fixed=24", "8a8b8a8a8a16a9a30a8a", "[aaa][aa]a a a b "},
    {"fixed fixed=24 tcopy=16", "8a8a16a8a8a8a8a", "[aa]a [aaa]a "},
    {"fixed fixed=24", "aaa24aa", "[aaaa]a "},
    /* only Algorithm 1, which here orders by rank; this node comes last */
    {"reorder", "8z8c8a8b8a8z", "a a b c z z "},
    /* scope node: merges messages to a node; within this node, to a process */
    {"merge scope=node", "8c8b8b8a8c8a8z", "c c b [ab]a z "},
    {"both scope=node", "8c8b8a8c8b8z8z8z", "a [bb]c c z [zz]"},
    {"fixed scope=node fixed=24", "8z8a8b8c8a8a8z", "[zz][aab]a c "},
    /* intra=plain: does not merge within this node */
    {"both intra=plain", "8z8a8z8a8z8a", "a [aa]z z z "},
    {"fixed intra=plain fixed=24", "8z8a8z8a", "z z [aa]"},
    {"both", "", ""},
};

UNIT_TEST(each_schedule)
{
    for (size_t i = 0; i < sizeof(cut_rows) / sizeof(cut_rows[0]); i++) {
        struct msgsched_options o = options_of(cut_rows[i].options);
        struct ms_item items[16];
        struct ms_cut cuts[16];
        char text[64];
        size_t n = messages(cut_rows[i].messages, o.tcopy, items);

        n = ms_arrange(&o, items, n, cuts);
        cuts_text(items, cuts, n, text);
        assert_string_equal(text, cut_rows[i].cuts);
    }
}
