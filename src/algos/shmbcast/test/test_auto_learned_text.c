/* test_auto_learned_text.c: what was learned as a table for people. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../auto/learned_text.h"

/* Frees what was learned. */
static void assert_text(struct sb_learned *l, const char *want)
{
    char *text = sb_learned_text(l);

    assert_non_null(text);
    assert_string_equal(text, want);
    free(text);
    sb_learned_free(l);
}

static struct sb_row *row(struct sb_learned *l, unsigned state,
                          enum sb_kind kind, unsigned class, uint64_t calls)
{
    struct sb_row *made = sb_learned_row(l, state, kind, class);

    assert_non_null(made);
    made->calls = calls;
    return made;
}

static void timed(struct sb_row *r, enum sb_way way, int times, uint32_t ns)
{
    r->mask |= SB_BIT(way);
    r->arms[way].n = (uint8_t)times;
    r->arms[way].median = ns;
}

#define HEAD                                                                   \
    "size               calls  best way         us  next        times  sure "  \
    "    of\n"

static void empty(void **state)
{
    struct sb_learned l = {.priors = {{1}}};

    (void)state;
    row(&l, 0, SB_PLAIN, 5, 0); /* no calls */
    assert_text(&l, "");
}

static void one_state(void **state)
{
    struct sb_learned l = {.states.centre = {135.4}};
    struct sb_row *r;

    (void)state;
    r = row(&l, 0, SB_PLAIN, 11, 12345);
    r->best = SB_WAY_ASK;
    r->settled = 1234;
    timed(r, SB_WAY_SLOT, 7, 1500);
    timed(r, SB_WAY_ASK, 7, 1250);
    timed(r, SB_WAY_RING, 2, 5000);
    r = row(&l, 0, SB_PLAIN, 1, 1); /* nothing known of it */
    r->best = SB_WAY_SLOT;
    r->mask = SB_BIT(SB_WAY_SLOT) | SB_BIT(SB_WAY_ASK);
    r = row(&l, 0, SB_PACKED, 17, 3); /* what was timed before what was not */
    r->best = SB_WAY_RING;
    timed(r, SB_WAY_RING, 1, 20000);
    timed(r, SB_WAY_PULL, 1, 200600);
    timed(r, SB_WAY_PART, 0, 0);
    r->arms[SB_WAY_PART].prior = 21000;
    r->arms[SB_WAY_DIRECT].median = 10; /* none that there is */
    assert_text(&l, "plain messages\n" HEAD
                    "56 B-64 B              1  slot              -  -"
                    "               -  learning 0+0\n"
                    "1.5 KiB-2 KiB      12345  slot-ask       1.25  slot"
                    "         1.20  settled  7+7\n"
                    "packed messages\n" HEAD
                    "12 KiB-16 KiB          3  ring           20.0  pull"
                    "        10.03  learning 1+1\n");
}

static void two_states(void **state)
{
    struct sb_learned l = {.states.centre = {165.2, 85.1}};
    struct sb_row *r;

    (void)state;
    r = row(&l, 0, SB_SHARED, 41, 7);
    r->best = SB_WAY_PAST;
    timed(r, SB_WAY_PAST, 3, 123456);
    r = row(&l, 1, SB_SHARED, 42, 7);
    r->best = SB_WAY_PAST;
    timed(r, SB_WAY_PAST, 0, 0);
    r->arms[SB_WAY_PAST].prior = 123;
    assert_text(&l, "shared messages, far (165 ns)\n" HEAD
                    "48 MiB-64 MiB          7  direct-past     123  -"
                    "               -  learning 3+0\n"
                    "shared messages, near (85 ns)\n" HEAD
                    "over 64 MiB            7  direct-past   0.123  -"
                    "               -  learning 0+0\n");
}

/* Whatever the figures, and with two more in front. */
static void at_most_80_columns(void **state)
{
    static const uint32_t times[] = {1, 999, 9999, 99999, 4000000, UINT32_MAX};
    static const uint64_t calls[] = {1, 999999, 9999999, UINT64_MAX};
    struct sb_learned l = {.states.centre = {UINT32_MAX, 1}};
    char *text;

    (void)state;
    for (unsigned c = 1; c < SB_CLASSES; c++) {
        struct sb_row *r = row(&l, c % 2, SB_PACKED, c, calls[c % 4]);

        r->best = SB_WAY_PAST;
        timed(r, SB_WAY_PAST, 7, times[c % 6]);
        timed(r, SB_WAY_PART, 7, times[c / 6 % 6]);
    }
    text = sb_learned_text(&l);
    for (char *line = text; *line != '\0'; line = strchr(line, '\n') + 1)
        assert_true(strchr(line, '\n') - line <= 78);
    free(text);
    sb_learned_free(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty),
        cmocka_unit_test(one_state),
        cmocka_unit_test(two_states),
        cmocka_unit_test(at_most_80_columns),
    };

    return cmocka_run_group_tests_name("auto_learned_text", tests, NULL, NULL);
}
