/* test_culprits.c: slow parts of simulated machines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/digest.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "verdict/culprits.h"

enum { RANKS = 256, PER_SWITCH = 16, ROUNDS = 18, FAULTS = 3 };

struct machine {
    int per_node;
    long node[RANKS], leaf[RANKS];
    struct reading v[3 * ROUNDS * RANKS];
    size_t n;
    uint64_t random;
};

static double share(struct machine *m)
{
    return scatter_share(m->random++);
}

static bool slows(const struct machine *m, const struct culprit *c, long from,
                  long to)
{
    const long *of = c->kind == PART_UPLINK ? m->leaf : m->node;

    if (of[from] == of[to])
        return false;
    return (of[from] == c->id && c->way != WAY_IN) ||
           (of[to] == c->id && c->way != WAY_OUT);
}

/* Each rank sends to a random one, often at its own switch. Times scatter by
 * 10 %, and one in twenty is up to three times as long. */
static void measure(struct machine *m, const struct culprit *faults, int n)
{
    m->n = 0;
    for (int i = 0; i < RANKS; i++) {
        m->node[i] = i / m->per_node;
        m->leaf[i] = i / PER_SWITCH;
    }
    for (int i = 0; i < 2 * ROUNDS * RANKS; i++) {
        long from = i % RANKS, to = (long)(share(m) * RANKS);
        double time = 1e-6;

        if (i % 2 == 0)
            to = from / PER_SWITCH * PER_SWITCH + to % PER_SWITCH;
        if (to == from)
            continue;
        for (int k = 0; k < n; k++)
            if (slows(m, &faults[k], from, to))
                time = 1.8e-6;
        time *= m->leaf[from] == m->leaf[to] ? 1 : 1.4;
        time *= 0.9 + 0.2 * share(m);
        if (share(m) < 0.05)
            time *= 1 + 2 * share(m);
        m->v[m->n++] = (struct reading){from, to, time};
    }
}

static void draw(struct machine *m, struct culprit *faults, int n)
{
    for (int k = 0; k < n; k++) {
        bool uplink = share(m) < 0.5;

        faults[k] = (struct culprit){
            .kind = uplink ? PART_UPLINK : PART_NODE,
            .id = (long)(share(m) *
                         (uplink ? RANKS / PER_SWITCH : RANKS / m->per_node)),
            .way = (enum way)(share(m) * WAYS),
        };
        for (int j = 0; j < k; j++)
            if (faults[j].kind == faults[k].kind &&
                faults[j].id == faults[k].id)
                k = j; /* draw it again */
    }
}

static bool named(const struct culprits *c, const struct culprit *fault)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->v[i].kind == fault->kind && c->v[i].id == fault->id &&
            c->v[i].way == fault->way && c->v[i].times > 1.6 &&
            c->v[i].times < 2)
            return true;
    return false;
}

/* 0 to 3 slow nodes and uplinks, in both directions or one: each is named with
 * its direction and its factor, and nothing else is. */
UNIT_TEST(test_exact_names)
{
    struct machine *m = xcalloc(1, sizeof(*m));
    struct culprit faults[FAULTS];

    m->random = 1;
    for (int i = 0; i < 80; i++) {
        struct places places = {RANKS, m->node, m->leaf};
        int n = i % (FAULTS + 1);
        struct culprits c;

        m->per_node = i % 8 < 4 ? 1 : 4;
        draw(m, faults, n);
        measure(m, faults, n);
        c = culprits_find(m->v, m->n, &places, true);
        assert_int_equal(c.n, n);
        for (int k = 0; k < n; k++)
            assert_true(named(&c, &faults[k]));
        free(c.v);
    }
    free(m);
}

/* Where uplinks are the bottleneck, only messages at a switch show a slow
 * link. */
UNIT_TEST(test_slow_uplinks_hide_links)
{
    struct machine *m = xcalloc(1, sizeof(*m));
    struct places places = {RANKS, m->node, m->leaf};
    struct culprits c;

    m->random = 1;
    m->per_node = 1;
    measure(m, NULL, 0);
    for (size_t i = 0; i < m->n; i++)
        if (m->leaf[m->v[i].from] == m->leaf[m->v[i].to] && m->v[i].to == 77)
            m->v[i].time *= 1.8;
    c = culprits_find(m->v, m->n, &places, true);
    assert_int_equal(c.n, 1);
    assert_true(c.v[0].kind == PART_PORT && c.v[0].id == 77 &&
                c.v[0].way == WAY_IN);
    free(c.v);
    free(m);
}

/* With three nodes, one of them is named; with two, which one is unknown. */
UNIT_TEST(test_few_nodes)
{
    static const long node[] = {0, 1, 2};
    struct reading v[36];

    for (long nodes = 2; nodes <= 3; nodes++) {
        struct places places = {nodes, node, NULL};
        struct culprits c;

        for (int i = 0; i < 36; i++) {
            long from = i % nodes, to = (from + 1) % nodes;

            v[i] =
                (struct reading){from, to, from == 1 || to == 1 ? 3e-6 : 1e-6};
        }
        c = culprits_find(v, 36, &places, false);
        assert_int_equal(c.n, nodes == 3);
        if (c.n > 0)
            assert_true(c.v[0].kind == PART_NODE && c.v[0].id == 1 &&
                        c.v[0].way == WAY_BOTH);
        free(c.v);
    }
}

/* A message within a node counts once: two slow ones are too few. */
UNIT_TEST(test_inside_counts_once)
{
    static const long node[] = {0, 0, 0, 1, 1, 1, 2, 2, 2};
    const struct places places = {9, node, NULL};
    struct reading v[12];
    size_t n = 0;

    for (int pairs = 2; pairs <= 3; pairs++) {
        struct culprits c;

        n = 0;
        for (long i = 0; i < 9; i++)
            if (i / 3 != 1 || i % 3 < pairs)
                v[n++] = (struct reading){i, i % 3 < 2 ? i + 1 : i - 2,
                                          i / 3 == 1 ? 3e-6 : 1e-6};
        c = culprits_find(v, n, &places, false);
        assert_int_equal(c.n, pairs == 3);
        if (c.n > 0)
            assert_true(c.v[0].kind == PART_INSIDE && c.v[0].id == 1 &&
                        c.v[0].of == 3);
        free(c.v);
    }
}

UNIT_TEST(test_nothing_to_read)
{
    static const long node[] = {0, 0, 0};
    const struct places places = {3, node, NULL};
    const struct reading v[] = {{0, 1, NAN}, {1, 2, NAN}};

    assert_int_equal(culprits_find(v, 2, &places, true).n, 0);
    assert_int_equal(culprits_find(NULL, 0, &places, true).n, 0);
}
