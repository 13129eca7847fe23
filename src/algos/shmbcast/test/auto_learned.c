/* auto_learned.c: something learned, to be known again. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "auto_learned.h"

const char learned_sample_lines[] =
    "states 135250 85500\n"
    "prior slot 1300 7000 0 0\n"
    "prior ring 3100 9000 60000 400000\n"
    "row 0 plain 12 calls 640 due 700 turn ring best slot settled 1200 "
    "apart 64 again 0 follows 1"
    " | slot 1300 639 400 100 200 300 400 500 600 700"
    " | ring 5000 600 2900 3000 2900 | pull 0 0 0 | -direct 0 77 4000 4000\n"
    "row 1 packed 42 calls 1152921504606846976 due 2 turn slot-ask "
    "best slot-ask settled 0 apart 4294967295 again 12 follows 0"
    " | slot-ask 9 0 0\n";

static void first_row(struct sb_row *row)
{
    row->arms[SB_WAY_SLOT] = (struct sb_arm){
        /* the oldest is not the first */
        .ns = {500, 600, 700, 100, 200, 300, 400},
        .median = 400,
        .prior = 1300,
        .n = 7,
        .at = 3,
        .seen = 639,
    };
    row->arms[SB_WAY_RING] = (struct sb_arm){
        .ns = {3000, 2900},
        .median = 2900,
        .prior = 5000,
        .n = 2,
        .at = 2,
        .seen = 600,
    };
    row->arms[SB_WAY_DIRECT] = (struct sb_arm){
        .ns = {4000}, .median = 4000, .n = 1, .at = 1, .seen = 77};
    row->calls = 640;
    row->due = 700;
    row->turn = SB_WAY_RING;
    row->best = SB_WAY_SLOT;
    row->settled = 1200;
    row->apart = 64;
    row->follows = 1;
    row->mask = SB_BIT(SB_WAY_SLOT) | SB_BIT(SB_WAY_RING) | SB_BIT(SB_WAY_PULL);
}

static void second_row(struct sb_row *row)
{
    row->arms[SB_WAY_ASK].prior = 9;
    row->calls = (uint64_t)1 << 60;
    row->due = 2;
    row->turn = row->best = SB_WAY_ASK;
    row->apart = UINT32_MAX;
    row->again = 12;
    row->mask = SB_BIT(SB_WAY_ASK);
}

struct sb_learned learned_sample(void)
{
    struct sb_learned l = {
        .states.centre = {135.25, 85.5},
        .priors = {{1300, 0, 3100},
                   {7000, 0, 9000},
                   {0, 0, 60000},
                   {0, 0, 400000}},
    };
    struct sb_row *first = sb_learned_row(&l, 0, SB_PLAIN, 12);
    struct sb_row *second = sb_learned_row(&l, 1, SB_PACKED, 42);
    struct sb_row *unused = sb_learned_row(&l, 0, SB_PACKED, 1);

    assert_true(first != NULL && second != NULL && unused != NULL);
    first_row(first);
    second_row(second);
    return l;
}

static void full_row(struct sb_row *row)
{
    for (int w = 0; w < SB_WAYS; w++) {
        struct sb_arm *arm = &row->arms[w];

        for (int i = 0; i < SB_TIMES; i++)
            arm->ns[i] = UINT32_MAX - (uint32_t)i;
        arm->n = SB_TIMES;
        arm->seen = row->calls;
    }
}

struct sb_learned learned_all(void)
{
    struct sb_learned l = {.states.centre = {1}};

    for (unsigned s = 0; s < SB_STATES; s++)
        for (enum sb_kind k = 0; k < SB_KINDS; k++)
            for (unsigned c = 0; c < SB_CLASSES; c++) {
                struct sb_row *row = sb_learned_row(&l, s, k, c);

                assert_non_null(row);
                row->calls = row->due = (uint64_t)1 << 59;
                row->turn = row->best = SB_WAY_RING;
                row->mask = SB_BIT(SB_WAYS) - 1;
                full_row(row);
            }
    return l;
}

static void same_arm(const struct sb_arm *got, const struct sb_arm *want)
{
    int first = got->n < SB_TIMES ? 0 : got->at;
    int other = want->n < SB_TIMES ? 0 : want->at;

    assert_int_equal(got->n, want->n);
    for (int i = 0; i < got->n; i++)
        assert_int_equal(got->ns[(first + i) % SB_TIMES],
                         want->ns[(other + i) % SB_TIMES]);
    if (got->n < SB_TIMES)
        assert_int_equal(got->at, want->at);
    assert_int_equal(got->median, want->median);
    assert_int_equal(got->prior, want->prior);
    assert_int_equal(got->seen, want->seen);
}

static void same_row(const struct sb_row *got, const struct sb_row *want)
{
    for (int w = 0; w < SB_WAYS; w++)
        same_arm(&got->arms[w], &want->arms[w]);
    assert_int_equal(got->calls, want->calls);
    assert_int_equal(got->due, want->due);
    assert_int_equal(got->turn, want->turn);
    assert_int_equal(got->best, want->best);
    assert_int_equal(got->settled, want->settled);
    assert_int_equal(got->apart, want->apart);
    assert_int_equal(got->again, want->again);
    assert_int_equal(got->follows, want->follows);
    assert_int_equal(got->mask, want->mask);
}

void assert_learned(const struct sb_learned *got, const struct sb_learned *want)
{
    struct sb_row *const *a = &got->rows[0][0][0];
    struct sb_row *const *b = &want->rows[0][0][0];

    for (int i = 0; i < SB_STATES; i++)
        assert_true(got->states.centre[i] == want->states.centre[i]);
    assert_memory_equal(got->priors, want->priors, sizeof(got->priors));
    for (size_t i = 0; i < sizeof(got->rows) / sizeof(*a); i++) {
        bool kept = b[i] != NULL && b[i]->calls > 0;

        assert_int_equal(a[i] != NULL, kept);
        if (kept)
            same_row(a[i], b[i]);
    }
}
