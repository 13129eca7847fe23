/* test_arrange.c: what holds of every plan, under all options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "lib/test/unit.h"
#include "sets.h"

enum { ROUNDS = 4000 };

/* One arranged set. */
struct plan {
    struct msgsched_options o;
    struct set given, s;
    struct ms_cut cuts[SET_MAX];
    size_t ncuts;
};

static bool merges(const struct plan *p)
{
    return p->o.schedule == MSGSCHED_FIXED || p->o.schedule == MSGSCHED_MERGE ||
           p->o.schedule == MSGSCHED_BOTH;
}

static bool by_peer(const struct plan *p)
{
    return p->o.schedule == MSGSCHED_DATATYPE ||
           p->o.schedule == MSGSCHED_NEIGHBOR;
}

static bool within(const struct ms_item *item)
{
    return item->src_node == item->dst_node;
}

static bool may_share(const struct plan *p, const struct ms_item *a,
                      const struct ms_item *b)
{
    return a->dst == b->dst ||
           (merges(p) && p->o.scope == MSGSCHED_SCOPE_NODE &&
            a->dst_node == b->dst_node && !within(a));
}

static int64_t most(const struct plan *p)
{
    return p->o.schedule == MSGSCHED_FIXED ? p->o.fixed : p->o.wmax;
}

static bool has_to_be_alone(const struct plan *p, const struct ms_item *item)
{
    return !merges(p) || item->bytes >= item->tcopy || item->bytes > most(p) ||
           (within(item) && p->o.intra == MSGSCHED_INTRA_PLAIN);
}

/* Each message is there once, as it was given. */
static void assert_bijection(const struct plan *p)
{
    bool seen[SET_MAX] = {false};

    for (size_t i = 0; i < p->s.n; i++) {
        struct ms_item item = p->s.items[i];

        assert_in_range(item.seq, 0, p->s.n - 1);
        assert_false(seen[item.seq]);
        seen[item.seq] = true;
        item.first = p->given.items[item.seq].first;
        assert_memory_equal(&item, &p->given.items[item.seq], sizeof(item));
    }
}

/* Each message is in one cut, and cuts say what is in them. */
static void assert_cuts(const struct plan *p)
{
    int count[SET_MAX] = {0};

    for (size_t c = 0; c < p->ncuts; c++) {
        const struct ms_cut *cut = &p->cuts[c];
        const struct ms_item *items = &p->s.items[cut->first];
        int64_t bytes = 0;

        assert_true(cut->n > 0 && cut->first + cut->n <= p->s.n);
        for (size_t i = 0; i < cut->n; i++) {
            bytes += items[i].bytes;
            count[cut->first + i]++;
            assert_true(may_share(p, &items[0], &items[i]));
            if (cut->n > 1 && !by_peer(p))
                assert_false(has_to_be_alone(p, &items[i]));
        }
        assert_int_equal(cut->bytes, bytes);
        assert_int_equal(cut->packed, cut->n > 1 && !by_peer(p));
        if (cut->packed)
            assert_true(bytes <= most(p));
    }
    for (size_t i = 0; i < p->s.n; i++)
        assert_int_equal(count[i], 1);
}

/* What is sent to a rank is sent in the order of the call. */
static void assert_fifo(const struct plan *p)
{
    int next[SET_RANKS] = {0};

    for (size_t c = 0; c < p->ncuts; c++)
        for (size_t i = 0; i < p->cuts[c].n; i++) {
            const struct ms_item *item = &p->s.items[p->cuts[c].first + i];

            assert_true(item->seq >= next[item->dst]);
            next[item->dst] = item->seq + 1;
        }
}

/* When a bundle that follows [last] bytes is full. */
static double full(const struct plan *p, const struct ms_item *item,
                   int64_t last)
{
    double least = item->alpha * (double)last;

    if (p->o.schedule == MSGSCHED_FIXED)
        return (double)p->o.fixed;
    if (least < (double)p->o.wmin)
        least = (double)p->o.wmin;
    return least < 1.0 ? 1.0 : least;
}

/* Bundles are filled until they are full, or no more can go in, and no further.
 */
static void assert_growth(struct plan *p)
{
    int64_t last = 0;

    for (size_t at = 0; at < p->s.n;) {
        const struct ms_item *items = &p->s.items[at], *next;
        const struct ms_cut *cut = p->cuts;
        double enough;

        if (at > 0 && !may_share(p, items - 1, items))
            last = 0;
        while (cut->first != at)
            cut++;
        at += cut->n;
        next = &items[cut->n];
        if (has_to_be_alone(p, items))
            continue;
        enough = full(p, items, last);
        assert_true(cut->n == 1 ||
                    (double)(cut->bytes - next[-1].bytes) < enough);
        assert_true((double)cut->bytes >= enough || at == p->s.n ||
                    !may_share(p, items, next) || has_to_be_alone(p, next) ||
                    cut->bytes + next->bytes > most(p));
        if (cut->bytes > last)
            last = cut->bytes;
    }
}

/* Where the schedule's order is the call's; or the algorithm's. */
static void assert_sorted(const struct plan *p)
{
    bool rule =
        p->o.schedule == MSGSCHED_REORDER || p->o.schedule == MSGSCHED_BOTH;

    for (size_t i = 1; i < p->s.n; i++) {
        const struct ms_item *a = &p->s.items[i - 1], *b = a + 1;

        if (rule)
            assert_true(ms_compare(&p->o, a, b) < 0);
        else if ((!merges(p) && !by_peer(p)) || may_share(p, a, b))
            assert_true(a->seq < b->seq);
    }
}

/* What may go together is adjacent, and what was called first comes first. */
static void assert_gathered(const struct plan *p)
{
    int first = -1;

    if (!by_peer(p) && p->o.schedule != MSGSCHED_FIXED &&
        p->o.schedule != MSGSCHED_MERGE)
        return;
    for (size_t i = 0; i < p->s.n; i++) {
        if (i > 0 && may_share(p, &p->s.items[i - 1], &p->s.items[i]))
            continue;
        assert_true(p->s.items[i].seq > first);
        first = p->s.items[i].seq;
        for (size_t k = 0; k < i; k++)
            assert_false(may_share(p, &p->s.items[k], &p->s.items[i]));
    }
}

/* Grouped, cuts are in the order of what is in them. In turn, those to a node
 * are, the k-th to any other node is before the next of this one, and those
 * within the node are last. */
static void assert_turns(const struct plan *p)
{
    bool turns = p->o.across == MSGSCHED_ROUND_ROBIN &&
                 (merges(p) || p->o.schedule == MSGSCHED_REORDER);
    int sent[SET_RANKS] = {0}, before = 0;
    bool last = false;

    for (size_t c = 1; !turns && c < p->ncuts; c++)
        assert_true(p->cuts[c - 1].first < p->cuts[c].first);
    for (size_t c = 0; turns && c < p->ncuts; c++) {
        const struct ms_item *item = &p->s.items[p->cuts[c].first];

        last = last || within(item);
        assert_int_equal(last, within(item));
        if (last)
            continue;
        assert_in_range(sent[item->dst_node], before, before + 1);
        before = sent[item->dst_node]++;
    }
}

static void arrange(struct plan *p)
{
    p->s = p->given;
    p->ncuts = ms_arrange(&p->o, p->s.items, p->s.n, p->cuts);
}

static void all_plans(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (int round = 0; round < ROUNDS; round++)
        for (int s = MSGSCHED_AUTO; s <= MSGSCHED_BOTH; s++) {
            struct plan p = {.ncuts = 0};

            set_fill(&p.given, NULL, (int)set_draw(&seed, SET_RANKS), &seed);
            set_options(&p.o, &seed);
            p.o.schedule = s;
            arrange(&p);
            assert_bijection(&p);
            assert_cuts(&p);
            assert_fifo(&p);
            assert_growth(&p);
            assert_sorted(&p);
            assert_gathered(&p);
            assert_turns(&p);
        }
}

/* The plan depends on the messages, not on how they lie in the array. */
static void any_start(void **state)
{
    uint64_t seed = 4;

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        struct plan p = {.ncuts = 0}, q;

        set_fill(&p.given, NULL, (int)set_draw(&seed, SET_RANKS), &seed);
        set_options(&p.o, &seed);
        p.o.schedule = set_draw(&seed, MSGSCHED_BOTH + 1);
        q = p;
        for (size_t i = q.given.n; i > 1; i--) {
            size_t k = set_draw(&seed, (unsigned)i);
            struct ms_item item = q.given.items[k];

            q.given.items[k] = q.given.items[i - 1];
            q.given.items[i - 1] = item;
        }
        arrange(&p);
        arrange(&q);
        assert_int_equal(p.ncuts, q.ncuts);
        assert_memory_equal(p.s.items, q.s.items, p.s.n * sizeof(p.s.items[0]));
        for (size_t c = 0; c < p.ncuts; c++) {
            assert_int_equal(p.cuts[c].first, q.cuts[c].first);
            assert_int_equal(p.cuts[c].n, q.cuts[c].n);
        }
    }
}

UNIT_GROUP(arrange)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_plans),
        cmocka_unit_test(any_start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
