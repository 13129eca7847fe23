/* test_match.c: what ranks waited for in calls made by hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <strings.h>

#include "lib/test/unit.h"
#include "profile/match.h"

enum { MOST = 64 };

/* Every rank has one parent, lower than it, and its subtree is consecutive. */
UNIT_TEST(test_tree)
{
    for (int size = 1; size <= MOST; size++) {
        int parent[MOST];

        memset(parent, -1, sizeof(parent));
        for (int rank = 0; rank < size; rank++)
            for (int k = 0, child, before = rank;
                 (child = tree_child(rank, k, size)) > 0; k++) {
                assert_in_range(child, before + 1, size - 1);
                assert_int_equal(tree_parent(child), rank);
                assert_int_equal(parent[child], -1);
                parent[child] = rank;
                before = child;
            }
        for (int rank = 1; rank < size; rank++)
            assert_in_range(parent[rank], 0, rank - 1);
    }
}

/* Arrivals of four ranks at 3, 1, 4, 2 s; each waits in the call from then on
 * until 5 s. */
static const double arrival[] = {3, 1, 4, 2};
enum { RANKS = LENGTH(arrival), ROOT = 3 };

static const struct {
    enum depends depends;
    double waiting[RANKS];
} cases[] = {
    {DEPENDS_ALL, {1, 3, 0, 2}},     {DEPENDS_ROOT, {0, 1, 0, 0}},
    {DEPENDS_AT_ROOT, {0, 0, 0, 2}}, {DEPENDS_BEFORE, {0, 2, 0, 2}},
    {DEPENDS_NOBODY, {0, 0, 0, 0}},
};

UNIT_TEST(test_waiting)
{
    struct arrived a = {.all = arrivals_none()};
    double before = -INFINITY;

    for (int r = 0; r < RANKS; r++) {
        struct arrivals one = arrivals_of(r, arrival[r], r == ROOT);

        arrivals_add(&a.all, &one);
    }
    assert_int_equal(a.all.ranks, RANKS);
    assert_int_equal(a.all.who, 2);
    assert_true(a.all.first == 1 && a.all.last == 4 && a.all.root == 2);
    for (int r = 0; r < RANKS; r++) {
        a.before = before;
        before = fmax(before, arrival[r]);
        for (size_t i = 0; i < LENGTH(cases); i++) {
            double until =
                arrived_until(cases[i].depends, &a, arrival[r], r == ROOT);

            assert_true(waiting_until(until, arrival[r], 5) ==
                        cases[i].waiting[r]);
        }
    }
}

/* Waiting is a part of the call that completes the operation. */
UNIT_TEST(test_part)
{
    assert_true(waiting_until(4, 3, 6) == 1);
    assert_true(waiting_until(4, 5, 6) == 0); /* computed meanwhile */
    assert_true(waiting_until(7, 5, 6) == 1); /* clocks differ */
}

/* Of ranks that arrive at the same time, one comes last. */
UNIT_TEST(test_same_time)
{
    struct arrivals a = arrivals_of(0, 1, false), b = arrivals_of(1, 1, false),
                    none = arrivals_none();

    arrivals_add(&a, &b);
    arrivals_add(&a, &none);
    assert_int_equal(a.who, 0);
    assert_int_equal(a.ranks, 2);
}

/* Every collective of MPI has its form that does not block and its persistent
 * one, with the same arguments. */
UNIT_TEST(test_shapes)
{
    static const enum records records[] = {
        RECORDS_COLLECTIVE, RECORDS_COLLECTIVE, RECORDS_PERSISTENT};
    int collectives[LENGTH(records)] = {0};

    for (int f = 0; f < FUNCTIONS; f++) {
        const struct shape *s = &shapes[f];
        const enum records r = functions[f].records;
        const char *name = functions[f].name;

        assert_non_null(name);
        assert_int_equal(s->op != NULL,
                         r == RECORDS_COLLECTIVE || r == RECORDS_PERSISTENT);
        if (s->op == NULL)
            continue;
        assert_in_range(s->after, 0, 2);
        assert_int_equal(r, records[s->after]);
        collectives[s->after]++;
        assert_int_equal(s->after == 1, name[4] == 'I');
        assert_int_equal(s->after == 2, strstr(name, "_init") != NULL);
        assert_int_equal(strcasecmp(name + 4, s->op), 0);
        assert_int_equal(s->root > 0, s->depends == DEPENDS_ROOT ||
                                          s->depends == DEPENDS_AT_ROOT);
    }
    for (size_t i = 0; i < LENGTH(records); i++)
        assert_int_equal(collectives[i], 22);
}
