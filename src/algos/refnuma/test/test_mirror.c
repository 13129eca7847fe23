/* test_mirror.c: with each guard, pages are opened once, when they are touched;
 * the kernel detects writes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../fault.h"
#include "mirror_asserts.h"

TEST_UNDER_EACH(first_touch)
{
    static const struct rn_extent expected[] = {{3, 4}, {24, 26}, {63, 64}};
    struct mirrors t;

    open_or_skip(&t, *state, NULL);
    for (uint64_t page = OWN; page < OWN_END; page++) {
        assert_int_equal(*mirrors_word(&t, page, 7), 0);
        *mirrors_word(&t, page, 7) = page;
        assert_int_equal(alias(&t, page)[7], page);
    }
    assert_opened(&t, 0, NULL);
    touch(&t, 63);
    assert_int_equal(*mirrors_word(&t, 63, 511), MIRRORS_UNDEFINED);
    touch(&t, 24);
    touch(&t, 3);
    touch(&t, 25);
    assert_int_equal(*mirrors_word(&t, 24, 0), MIRRORS_UNDEFINED);
    *mirrors_word(&t, 3, 5) = 5; /* the first access is a write */
    *mirrors_word(&t, 25, 0) = 0;
    *mirrors_word(&t, 63, 0) = 1;
    assert_int_equal(alias(&t, 3)[5], 5);
    assert_int_equal(alias(&t, 3)[6], MIRRORS_UNDEFINED);
    assert_int_equal(twin(&t, 3)[5], MIRRORS_UNDEFINED);
    assert_int_equal(alias(&t, 25)[0], 0);
    assert_int_equal(twin(&t, 63)[0], MIRRORS_UNDEFINED);
    assert_int_equal(t.m.faults, 4);
    assert_int_equal(t.m.delivered, 0);
    assert_opened(&t, 3, expected);
    assert_opened(&t, 0, NULL);
    mirrors_close(&t);
}

/* Fills a page: each word gets its own value. */
static bool fill(void *arg, uint64_t page, void *to)
{
    struct mirrors *t = arg;
    uint64_t *words = to;

    for (size_t i = 0; i < t->m.set.page / 8; i++)
        words[i] = page * 1000 + i;
    return true;
}

TEST_UNDER_EACH(ranges)
{
    static const struct rn_extent expected[] = {{10, 16}, {24, 40}};
    static const struct rn_extent rest[] = {{0, 10}, {40, 64}};
    struct mirrors t;

    open_or_skip(&t, *state, fill);
    touch(&t, 30);
    *mirrors_word(&t, 30, 1) = 1;
    assert_int_equal(rn_mirror_touch(&t.m, 10, 40), 0);
    assert_int_equal(rn_mirror_touch(&t.m, 12, 12), 0);
    assert_int_equal(*mirrors_word(&t, 30, 1), 1);
    assert_int_equal(*mirrors_word(&t, 39, 3), 39003);
    assert_int_equal(twin(&t, 39)[500], 39500);
    assert_int_equal(t.m.delivered, 22);
    assert_opened(&t, 2, expected);
    assert_int_equal(rn_mirror_touch(&t.m, 0, PAGES), 0);
    assert_int_equal(t.m.faults, PAGES - (OWN_END - OWN));
    assert_opened(&t, 2, rest);
    mirrors_close(&t);
}

TEST_UNDER_EACH(dropped_pages_are_new)
{
    static const struct rn_extent expected[] = {{30, 31}, {33, 34}};
    struct rn_extents pages = {0};
    struct mirrors t;

    open_or_skip(&t, *state, NULL);
    for (int round = 0; round < 3; round++) {
        assert_int_equal(rn_mirror_touch(&t.m, 30, 34), 0);
        *mirrors_word(&t, 30, 1) = 1;
        rn_extents_clear(&pages);
        assert_int_equal(rn_mirror_opened(&t.m, &pages), 0);
        assert_int_equal(pages.total, 4);
        assert_int_equal(rn_mirror_drop(&t.m, &pages), 0);
        assert_int_equal(mirrors_twins(&t.m), 0);
        if (t.m.fd >= 0)
            assert_int_equal(mirrors_backed(&t.m), 0);
    }
    touch(&t, 33);
    touch(&t, 30);
    assert_int_equal(*mirrors_word(&t, 33, 1), MIRRORS_UNDEFINED);
    assert_int_equal(*mirrors_word(&t, 30, 1), MIRRORS_UNDEFINED);
    assert_opened(&t, 2, expected);
    rn_extents_free(&pages);
    mirrors_close(&t);
}

TEST_UNDER_FAULTS(many_mirrors)
{
    enum { MIRRORS = 100 };
    static struct mirrors t[MIRRORS];

    for (int i = 0; i < MIRRORS; i++)
        open_or_skip(&t[i], *state, NULL);
    for (int i = 0; i < MIRRORS; i += 2)
        mirrors_close(&t[i]);
    for (int i = 1; i < MIRRORS; i += 2)
        *mirrors_word(&t[i], 1, 2) = (uint64_t)i;
    for (int i = 0; i < MIRRORS; i += 2) {
        open_or_skip(&t[i], *state, NULL);
        *mirrors_word(&t[i], 1, 2) = (uint64_t)i;
    }
    for (int i = 0; i < MIRRORS; i++) {
        assert_int_equal(alias(&t[i], 1)[2], i);
        mirrors_close(&t[i]);
    }
}

static void programs_handler(int sig)
{
    (void)sig;
}

/* The last mirror restores the handler that was installed before. If the
 * program replaces the handler and later sets the default, new mirrors install
 * the library's again. */
TEST_UNDER_FAULTS(handlers_come_and_go)
{
    static const int signals[] = {SIGSEGV, SIGBUS};
    struct sigaction theirs = {.sa_handler = programs_handler}, before, now;
    struct mirrors a, b;

    for (int i = 0; i < 2; i++) {
        sigaction(signals[i], &theirs, &before);
        open_or_skip(&a, *state, NULL);
        open_or_skip(&b, *state, NULL);
        mirrors_close(&a);
        *mirrors_word(&b, 1, 1) = 1;
        mirrors_close(&b);
        sigaction(signals[i], NULL, &now);
        assert_ptr_equal(now.sa_handler, programs_handler);
        sigaction(signals[i], &before, NULL);
        open_or_skip(&a, *state, NULL);
        sigaction(signals[i], &theirs, NULL);
        mirrors_close(&a);
        signal(signals[i], SIG_DFL);
        open_or_skip(&a, *state, NULL);
        *mirrors_word(&a, 1, 1) = 1;
        mirrors_close(&a);
        sigaction(signals[i], NULL, &now);
        assert_true(now.sa_handler == SIG_DFL);
    }
}

static void assert_written(struct mirrors *t, const struct rn_extents *of,
                           size_t n, const struct rn_extent *expected)
{
    struct rn_extents dirty = {0};

    assert_int_equal(rn_mirror_written(&t->m, of, &dirty), 0);
    assert_extents(&dirty, n, expected);
}

UNIT_TEST(written_pages_are_told_of)
{
    static const struct rn_extent some[] = {{17, 18}, {30, 32}},
                                  one[] = {{33, 34}}, both[] = {{16, 18}};
    struct rn_extents pages = {0}, own = {0};
    struct mirrors t;

    open_or_skip(&t, "uffd", NULL);
    rn_extents_append(&own, 16, 18);
    rn_extents_append(&pages, 16, 18);
    rn_extents_append(&pages, 30, 34);
    *mirrors_word(&t, 16, 0) = 1;
    assert_int_equal(rn_mirror_touch(&t.m, 30, 34), 0);
    assert_int_equal(rn_mirror_watch(&t.m, &pages, true), 0);
    assert_written(&t, &pages, 0, NULL);
    *mirrors_word(&t, 17, 0) = 1; /* first touch of this page */
    *mirrors_word(&t, 30, 0) = 1;
    *mirrors_word(&t, 31, 511) = *mirrors_word(&t, 31, 511);
    *mirrors_word(&t, 20, 0) = 1; /* this page is not watched */
    assert_int_equal(*mirrors_word(&t, 32, 0), MIRRORS_UNDEFINED);
    assert_written(&t, &pages, 2, some);
    assert_written(&t, &pages, 0, NULL);
    /* writes through the alias must not be reported */
    alias(&t, 16)[1] = alias(&t, 32)[1] = 2;
    *mirrors_word(&t, 33, 0) = 1;
    assert_written(&t, &pages, 1, one);
    *mirrors_word(&t, 16, 0) = *mirrors_word(&t, 17, 0) = 5;
    assert_written(&t, &own, 1, both);
    assert_int_equal(rn_mirror_watch(&t.m, &pages, false), 0);
    assert_int_equal(rn_mirror_watch(&t.m, &own, true), 0);
    assert_written(&t, &own, 0, NULL);
    rn_extents_free(&pages);
    rn_extents_free(&own);
    mirrors_close(&t);
}

/* More ranges than one system call can report. */
UNIT_TEST(many_written_ranges)
{
    enum { ALL = 1000 };
    struct rn_extents pages = {0}, dirty = {0};
    struct mirrors t;

    open_sized(&t, "uffd", ALL, 0, 0, NULL);
    rn_extents_append(&pages, 0, ALL);
    assert_int_equal(rn_mirror_touch(&t.m, 0, ALL), 0);
    assert_int_equal(rn_mirror_watch(&t.m, &pages, true), 0);
    for (uint64_t page = 0; page < ALL; page += 2)
        *mirrors_word(&t, page, 0) = 1;
    assert_int_equal(rn_mirror_written(&t.m, &pages, &dirty), 0);
    assert_int_equal(dirty.n, ALL / 2);
    for (uint64_t i = 0; i < ALL / 2; i++)
        assert_int_equal(dirty.v[i].first, 2 * i);
    rn_extents_free(&pages);
    rn_extents_free(&dirty);
    mirrors_close(&t);
}
