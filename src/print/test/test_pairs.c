/* test_pairs.c: which pairs of ranks are slow, and which node or rank slows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "print/pairs.h"

enum { RANKS = 12, NONE = -1, PAIRS = RANKS * (RANKS - 1) / 2 };

/* Times of all pairs: 1 us within a node, 2 us between nodes, multiplied by a
 * factor if the pair contains the slow node or rank. */
struct made {
    struct shape {
        int ranks, per_node;
        int node, rank;         /* NONE if none is slow */
        double within, between; /* these factors */
    } m;
    const char *answer, *culprits;
};

static const struct made table[] = {
    {{8, 2, NONE, NONE, 1, 1},
     "no pair is slow: ranks 0-1 (node0), the slowest, take 1.0 times the "
     "median within nodes",
     "nothing is slow: no rank and no node stands out among 8 ranks"},
    {{12, 1, 5, NONE, 1, 4.1},
     "slowest pair: ranks 0-5 (node0-node5): 9.8 us, 4.1 times the median "
     "between "
     "nodes; 11 of 66 pairs above 2 times",
     "slow: node5 (4.1 times); 11 of 12 nodes alike"},
    /* half of the pairs between nodes are slow, but not the lower median */
    {{4, 1, 2, NONE, 1, 3},
     "slowest pair: ranks 0-2 (node0-node2): 9.8 us, 3.0 times the median "
     "between "
     "nodes; 3 of 6 pairs above 2 times",
     "slow: node2 (3.0 times); 3 of 4 nodes alike"},
    {{12, 3, 1, NONE, 5, 1},
     "slowest pair for its kind: ranks 3-4 (node1): 9.8 us, 5.0 times the "
     "median within "
     "nodes; 3 "
     "of 66 pairs above 2 times",
     "slow: within node1 (5.0 times); the others are alike"},
    {{6, 6, NONE, 4, 2.5, 1},
     "slowest pair: ranks 0-4 (node0): 9.8 us, 2.5 times the median within "
     "nodes; 5 "
     "of 15 pairs above 2 times",
     "slow: rank 4 on node0 (2.5 times); the others are alike"},
    {{8, 2, NONE, 3, 1, 3},
     "slowest pair for its kind: ranks 0-3 (node0-node1): 9.8 us, 3.0 times "
     "the median "
     "between "
     "nodes; 6 of 28 pairs above 2 times",
     "slow: rank 3 on node1 (3.0 times); the others are alike"},
    /* two ranks: it is impossible to know which one is slow */
    {{2, 1, 1, NONE, 1, 9},
     "no pair is slow: ranks 0-1 (node0-node1), the slowest, take 1.0 times "
     "the median between nodes",
     NULL},
};

static void make(struct pairs *p, struct pair *v, const struct shape *m)
{
    json_t *hosts = json_array();

    *p = (struct pairs){.v = v, .hosts = hosts};
    for (int i = 0; i < m->ranks; i++) {
        json_array_append_new(hosts, json_sprintf("node%d", i / m->per_node));
        for (int k = i + 1; k < m->ranks; k++) {
            struct pair *pair = &v[p->n++];
            bool within;

            *pair = (struct pair){
                .rank = {i, k},
                .node = {i / m->per_node, k / m->per_node},
            };
            within = pair->node[0] == pair->node[1];
            pair->time = within ? 1e-6 : 2e-6;
            if (pair->node[0] == m->node || pair->node[1] == m->node ||
                i == m->rank || k == m->rank)
                pair->time *= within ? m->within : m->between;
        }
    }
    pairs_judge(p);
}

static void assert_said(char *text, const char *expected)
{
    if (expected == NULL)
        assert_null(text);
    else
        assert_string_equal(text, expected);
    free(text);
}

UNIT_TEST(test_verdicts)
{
    struct pair v[PAIRS];
    struct pairs p;

    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct made *m = &table[i];

        make(&p, v, &m->m);
        assert_said(pairs_summary(&p, "9.8 us"), m->answer);
        assert_said(slow_parts(&p), m->culprits);
        json_decref((json_t *)p.hosts);
    }
}

/* The medians; order of pairs: slowest first, those without a time last. */
UNIT_TEST(test_order)
{
    struct pair v[] = {
        {.rank = {0, 1}, .time = 1e-6},
        {.rank = {0, 2}, .node = {0, 1}, .time = NAN},
        {.rank = {1, 2}, .node = {0, 1}, .time = 8e-6},
        {.rank = {2, 3}, .node = {1, 1}, .time = 3e-6},
    };
    struct pairs p = {.v = v, .n = 4};

    pairs_judge(&p);
    assert_true(p.median[PAIR_WITHIN] == 1e-6 && p.count[PAIR_WITHIN] == 2);
    assert_true(p.median[PAIR_BETWEEN] == 8e-6 && p.count[PAIR_BETWEEN] == 1);
    assert_true(v[0].rank[0] == 2 && fabs(v[0].x - 3) < 1e-9);
    assert_true(v[1].rank[0] == 0 && v[2].rank[0] == 1);
    assert_true(v[3].rank[1] == 2 && v[3].x == 0);
    p.n = 0;
    pairs_judge(&p);
    assert_said(pairs_summary(&p, ""), NULL);
    assert_said(slow_parts(&p), NULL);
}

/* Files come from outside, so node and rank numbers may be arbitrary. */
UNIT_TEST(test_any_numbers)
{
    struct pair v[] = {
        {.rank = {LONG_MAX, 1}, .node = {LONG_MAX, -7}, .time = 9e-6},
        {.rank = {LONG_MAX, 2}, .node = {LONG_MAX, 70}, .time = 9e-6},
        {.rank = {1, 2}, .node = {-7, 70}, .time = 1e-6},
        {.rank = {1, 3}, .node = {-7, 4}, .time = 1e-6},
        {.rank = {2, 3}, .node = {70, 4}, .time = 1e-6},
        {.rank = {3, LONG_MAX}, .node = {4, LONG_MAX}, .time = 9e-6},
    };
    struct pairs p = {.v = v, .n = 6};

    pairs_judge(&p);
    assert_said(slow_parts(&p), "slow: node 9223372036854775807 (9.0 "
                                "times); 3 of 4 nodes alike");
}

/* If hosts have the same name, the numbers of their nodes are printed. */
UNIT_TEST(test_names)
{
    struct pair v[] = {{.rank = {0, 1}, .node = {0, 1}, .time = 1e-6},
                       {.rank = {0, 2}, .node = {0, 2}, .time = 1e-6}};
    struct pairs p = {.v = v, .n = 2};

    assert_said(pair_nodes(&p, 1), "node 0-node 2");
    p.hosts = json_pack("[sss]", "a", "a", "b");
    assert_said(pair_nodes(&p, 0), "node 0-node 1");
    assert_said(pair_nodes(&p, 1), "node 0-b");
    json_decref((json_t *)p.hosts);
}

/* Three groups of two nodes each are of one kind. */
UNIT_TEST(test_groups)
{
    struct pair v[] = {
        {.rank = {0, 3}, .node = {0, 1}, .time = 1e-6},
        {.rank = {4, 7}, .node = {2, 2}, .time = 3e-6},
        {.rank = {8, 11}, .node = {4, 5}, .time = 1.2e-6},
    };
    struct pairs p = {.v = v, .n = 3, .groups = true};

    pairs_judge(&p);
    assert_true(p.median[PAIR_WITHIN] == 1.2e-6 && p.count[PAIR_WITHIN] == 3);
    assert_said(pairs_summary(&p, "3 us"),
                "slowest group: ranks 4-7 (node 2): 3 us, 2.5 times the median "
                "of all groups; 1 of 3 groups above 2 times");
    v[0].time = 1.5e-6;
    p.n = 1;
    pairs_judge(&p);
    assert_said(pairs_summary(&p, ""),
                "no group is slow: ranks 4-7 (node 2), the slowest, take 1.0 "
                "times the median of all groups");
}

/* Two rounds with two pairs of 1 MB each: at 1000 and 500 MB/s, and twice at
 * 250. Means are 750 and 250; t is 12.706 with one degree of freedom. */
UNIT_TEST(test_bisection)
{
    struct row row[2];
    struct pair v[] = {
        {.row = &row[0], .time = 1e-3},
        {.row = &row[1], .time = 4e-3},
        {.row = &row[0], .time = 2e-3},
        {.row = &row[1], .time = 4e-3},
    };
    struct pairs p = {.v = v, .n = 4};

    for (int i = 0; i < 2; i++)
        row[i].last = json_pack("{s:f, s:[[i,i,f],[i,i,f]]}", "traffic_bytes",
                                2e6, "pair_times", 0, 1, 1., 2, 3, 1.);
    assert_said(bisection_text(&p),
                "effective bisection bandwidth: 500 MB/s a pair (-2677-3677) "
                "over 2 random matchings, 50 % of the fastest pair's");
    p.n = 1;
    assert_said(bisection_text(&p), NULL);
    p.n = 4;
    v[0].time = 0; /* files come from outside */
    assert_said(bisection_text(&p), NULL);
    for (int i = 0; i < 2; i++)
        json_decref((json_t *)row[i].last);
}
