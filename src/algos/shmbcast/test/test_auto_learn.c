/* test_auto_learn.c: classes of sizes; what is expected of ways; rows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../auto/learn.h"

static void names(void **state)
{
    static const char *const ways[] = {"slot",      "slot-ask",   "ring",
                                       "ring-part", "pull",       "pull-fine",
                                       "direct",    "direct-past"};
    static const char *const kinds[] = {"plain", "shared", "packed"};

    (void)state;
    assert_int_equal(sizeof(ways) / sizeof(ways[0]), SB_WAYS);
    assert_int_equal(sizeof(kinds) / sizeof(kinds[0]), SB_KINDS);
    for (int i = 0; i < SB_WAYS; i++)
        assert_string_equal(sb_way_names[i], ways[i]);
    for (int i = 0; i < SB_KINDS; i++)
        assert_string_equal(sb_kind_names[i], kinds[i]);
}

static void classes(void **state)
{
    static const struct {
        size_t n;
        unsigned class;
    } rows[] = {
        {57, 1},        {64, 1},
        {65, 2},        {96, 2},
        {97, 3},        {128, 3},
        {1024, 9},      {1025, 10},
        {1536, 10},     {1537, 11},
        {64 << 20, 41}, {(64 << 20) + 1, 42},
        {96 << 20, 42}, {(size_t)1 << 40, 42},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(sb_class(rows[i].n), rows[i].class);
    for (unsigned c = 0; c + 1 < SB_CLASSES; c++) {
        assert_int_equal(sb_class(sb_class_most(c)), c);
        assert_int_equal(sb_class(sb_class_most(c) + 1), c + 1);
    }
}

static void priors(void **state)
{
    static const struct {
        uint32_t at[SB_PRIORS];
        size_t n;
        uint32_t ns;
    } rows[] = {
        /* as measured */
        {{1000, 7000, 50000, 900000}, 1 << 10, 1000},
        {{1000, 7000, 50000, 900000}, 8 << 10, 7000},
        {{1000, 7000, 50000, 900000}, 64 << 10, 50000},
        {{1000, 7000, 50000, 900000}, 512 << 10, 900000},
        /* between: in proportion, to the square, falling, as long */
        {{1000, 8000, 64000, 512000}, 2 << 10, 2000},
        {{1000, 8000, 64000, 512000}, 6 << 10, 6000},
        {{1000, 8000, 64000, 512000}, 96 << 10, 96000},
        {{1000, 64000, 0, 0}, 2 << 10, 4000},
        {{8000, 1000, 0, 0}, 4 << 10, 2000},
        {{500, 500, 500, 500}, 100000, 500},
        /* shorter, longer */
        {{1000, 8000, 64000, 512000}, 57, 1000},
        {{1000, 8000, 64000, 512000}, 1 << 20, 1024000},
        {{0, 0, 0, 300}, 768 << 10, 450},
        {{0, 0, 0, UINT32_MAX / 2}, 64 << 20, UINT32_MAX},
        /* unknown */
        {{0, 8000, 64000, 512000}, 57, 0},
        {{0, 8000, 64000, 512000}, 1 << 10, 0},
        {{0, 8000, 64000, 512000}, 4 << 10, 0},
        {{0, 8000, 64000, 512000}, 8 << 10, 8000},
        {{1000, 8000, 0, 512000}, 8 << 10, 8000},
        {{1000, 8000, 0, 512000}, (8 << 10) + 1, 0},
        {{1000, 8000, 0, 512000}, 511 << 10, 0},
        {{1000, 8000, 0, 512000}, 512 << 10, 512000},
        {{1000, 8000, 64000, 0}, 1 << 20, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct sb_learned l = {0};

        for (int p = 0; p < SB_PRIORS; p++)
            l.priors[p][SB_WAY_PULL] = rows[i].at[p];
        assert_int_equal(sb_learned_prior(&l, SB_WAY_PULL, rows[i].n),
                         rows[i].ns);
        assert_int_equal(sb_learned_prior(&l, SB_WAY_RING, rows[i].n), 0);
    }
}

static void row_is_made_once(void **state)
{
    struct sb_learned l = {.priors = {{1000, 0, 700}, {8000, 0, 5600}}};
    struct sb_row *row, none;

    (void)state;
    row = sb_learned_row(&l, 1, SB_SHARED, 11); /* up to 2 KiB */
    assert_non_null(row);
    assert_ptr_equal(l.rows[1][SB_SHARED][11], row);
    assert_int_equal(row->arms[SB_WAY_SLOT].prior, 2000);
    assert_int_equal(row->arms[SB_WAY_ASK].prior, 0);
    assert_int_equal(row->arms[SB_WAY_RING].prior, 1400);
    sb_row_init(&none);
    none.arms[SB_WAY_SLOT].prior = 2000;
    none.arms[SB_WAY_RING].prior = 1400;
    assert_int_equal(row->calls, none.calls);
    assert_int_equal(row->mask, none.mask);
    assert_int_equal(row->best, none.best);
    row->calls = 7;
    assert_ptr_equal(sb_learned_row(&l, 1, SB_SHARED, 11), row);
    assert_int_equal(row->calls, 7);
    sb_learned_free(&l);
}

static void copies_are_deep(void **state)
{
    struct sb_learned l = {.priors = {{1000}}}, copy, empty;
    struct sb_row *row = sb_learned_row(&l, 0, SB_PLAIN, 0);
    struct sb_row *last =
        sb_learned_row(&l, SB_STATES - 1, SB_PACKED, SB_CLASSES - 1);

    (void)state;
    row->calls = 5;
    last->calls = 6;
    l.states.centre[1] = 85.5;
    assert_true(sb_learned_copy(&copy, &l));
    assert_memory_equal(&copy.states, &l.states, sizeof(l.states));
    assert_memory_equal(copy.priors, l.priors, sizeof(l.priors));
    assert_ptr_not_equal(copy.rows[0][SB_PLAIN][0], row);
    assert_memory_equal(copy.rows[0][SB_PLAIN][0], row, sizeof(*row));
    assert_null(copy.rows[0][SB_PLAIN][1]);
    sb_learned_free(&l);
    memset(&empty, 0, sizeof(empty));
    assert_memory_equal(&l, &empty, sizeof(l));
    assert_int_equal(copy.rows[0][SB_PLAIN][0]->calls, 5);
    assert_int_equal(copy.rows[SB_STATES - 1][SB_PACKED][SB_CLASSES - 1]->calls,
                     6);
    sb_learned_free(&copy);
    assert_true(sb_learned_copy(&copy, &empty));
    assert_memory_equal(&copy, &empty, sizeof(copy));
    sb_learned_free(&copy);
}

/* A row of each of two classes with so many calls, 0: none; states at these. */
static struct sb_learned with_calls(uint64_t first, uint64_t second,
                                    double centre, double other)
{
    struct sb_learned l = {.states.centre = {centre, other}};

    if (first > 0)
        sb_learned_row(&l, 0, SB_PLAIN, 3)->calls = first;
    if (second > 0)
        sb_learned_row(&l, 1, SB_PLAIN, 7)->calls = second;
    return l;
}

static uint64_t calls_in(const struct sb_row *row)
{
    return row != NULL ? row->calls : 0;
}

static void what_is_known_better(void **state)
{
    static const struct {
        struct {
            uint64_t first, second;
            double centre, other;
        } to, from, want;
    } rows[] = {
        /* row by row */
        {{10, 5, 80, 0}, {9, 6, 80, 0}, {10, 6, 80, 0}},
        {{9, 6, 80, 0}, {10, 5, 80, 0}, {10, 6, 80, 0}},
        {{0, 0, 80, 0}, {10, 5, 80, 0}, {10, 5, 80, 0}},
        {{10, 5, 80, 0}, {0, 0, 80, 0}, {10, 5, 80, 0}},
        {{10, 0, 80, 0}, {0, 5, 80, 0}, {10, 5, 80, 0}},
        /* states: nearly the same, not met yet */
        {{10, 5, 80, 200}, {11, 4, 127, 130}, {11, 5, 80, 200}},
        {{10, 0, 80, 0}, {9, 6, 70, 200}, {10, 6, 80, 200}},
        {{0, 0, 0, 0}, {9, 6, 70, 200}, {9, 6, 70, 200}},
        /* others: all or nothing */
        {{10, 5, 80, 200}, {11, 3, 200, 80}, {10, 5, 80, 200}},
        {{10, 5, 80, 200}, {9, 7, 200, 80}, {9, 7, 200, 80}},
        {{10, 0, 80, 0}, {0, 11, 129, 0}, {0, 11, 129, 0}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct sb_learned to = with_calls(rows[i].to.first, rows[i].to.second,
                                          rows[i].to.centre, rows[i].to.other);
        struct sb_learned from =
            with_calls(rows[i].from.first, rows[i].from.second,
                       rows[i].from.centre, rows[i].from.other);

        sb_learned_merge(&to, &from);
        assert_int_equal(calls_in(to.rows[0][SB_PLAIN][3]), rows[i].want.first);
        assert_int_equal(calls_in(to.rows[1][SB_PLAIN][7]),
                         rows[i].want.second);
        assert_true(to.states.centre[0] == rows[i].want.centre);
        assert_true(to.states.centre[1] == rows[i].want.other);
        assert_true(sb_learned_calls(&to) ==
                    (double)(rows[i].want.first + rows[i].want.second));
        sb_learned_free(&to);
        sb_learned_free(&from);
    }
}

static void unknown_priors_come(void **state)
{
    struct sb_learned to = {.priors = {{1, 0}, {0, 4}}};
    struct sb_learned from = {.priors = {{5, 6}, {7, 8}}};
    const uint32_t want[2][SB_WAYS] = {{1, 6}, {7, 4}};

    (void)state;
    sb_learned_merge(&to, &from);
    assert_memory_equal(to.priors, want, sizeof(want));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(classes),
        cmocka_unit_test(priors),
        cmocka_unit_test(row_is_made_once),
        cmocka_unit_test(copies_are_deep),
        cmocka_unit_test(what_is_known_better),
        cmocka_unit_test(unknown_priors_come),
    };

    return cmocka_run_group_tests_name("auto_learn", tests, NULL, NULL);
}
