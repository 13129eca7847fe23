/* test_pages.c: each pass's buffers have other physical pages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "ops/buffers.h"

enum { VISITS = 8, PAGES = 600 };

/* Numbers of the physical pages under a mapping; 0: the kernel does not say. */
static void frames_read(uint64_t *frame, const void *at, size_t n)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int fd = open("/proc/self/pagemap", O_RDONLY);
    off_t from = (off_t)((uintptr_t)at / page * sizeof(*frame));

    memset(frame, 0, n * sizeof(*frame));
    if (fd >= 0 && pread(fd, frame, n * sizeof(*frame), from) !=
                       (ssize_t)(n * sizeof(*frame)))
        memset(frame, 0, n * sizeof(*frame));
    for (size_t i = 0; i < n; i++)
        frame[i] &= ((uint64_t)1 << 55) - 1;
    if (fd >= 0)
        close(fd);
}

static size_t count_common(const uint64_t *a, const uint64_t *b, size_t n)
{
    size_t common = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (a[i] == b[j]) {
                common++;
                break;
            }
    return common;
}

/* A pass's buffers; as many frames as every pass has. */
static void pass_open(uint64_t *frame, struct pages *pages,
                  struct buffers_arena *arena)
{
    size_t bytes = PAGES * (size_t)sysconf(_SC_PAGESIZE);
    const struct buffers_spec s = {.recv_bytes = bytes,
                                   .align = 1,
                                   .numa = BUFFERS_NUMA_LOCAL,
                                   .shared = MPI_COMM_NULL,
                                   .span = arena != NULL ? bytes : 0,
                                   .slots = arena != NULL ? 1 : 0,
                                   .arena = arena,
                                   .pages = pages};
    struct buffers b;
    char *cause;

    assert_int_equal(buffers_open(&b, &s, &cause), 0);
    assert_true(b.map_bytes >= bytes);
    for (size_t i = 0; i < b.map_bytes; i++)
        assert_int_equal(b.map[i], BUFFERS_FILL);
    frames_read(frame, b.map, PAGES);
    buffers_close(&b);
}

static void need_frames(const uint64_t *frame)
{
    if (frame[0] != 0)
        return;
    print_message("# /proc/self/pagemap does not tell frames: not root\n");
    skip();
}

/* Mostly others than the pass before had, and not two sets by turns. */
static void assert_new_pages(uint64_t (*frame)[PAGES])
{
    for (size_t i = 1; i < VISITS; i++)
        assert_true(2 * count_common(frame[i], frame[i - 1], PAGES) < PAGES);
    for (size_t i = 2; i < VISITS; i++) {
        size_t same = 0;

        for (size_t k = 0; k < PAGES; k++)
            same += frame[i][k] == frame[i - 2][k];
        assert_true(2 * same < PAGES); /* in the same places */
    }
}

static void test_visits_have_other_pages(void **state)
{
    static uint64_t frame[VISITS][PAGES];
    struct pages pages = {0};

    (void)state;
    for (size_t i = 0; i < VISITS; i++)
        pass_open(frame[i], &pages, NULL);
    pages_release(&pages);
    need_frames(frame[0]);
    assert_new_pages(frame);
}

static void test_an_arena_is_renewed(void **state)
{
    static uint64_t frame[VISITS][PAGES], again[PAGES];
    struct buffers_arena arena = {0};
    struct pages pages = {0};

    (void)state;
    for (size_t i = 0; i < VISITS; i++) {
        arena.renew = true;
        pass_open(frame[i], &pages, &arena);
        pass_open(again, &pages, &arena);
        assert_memory_equal(again, frame[i], sizeof(again));
    }
    buffers_arena_close(&arena);
    pages_release(&pages);
    need_frames(frame[0]);
    assert_new_pages(frame);
}

/* Without them the kernel gives back what it just got: what is avoided. */
static void test_nothing_is_kept_after_touching(void **state)
{
    uint64_t frame[PAGES];
    struct pages pages = {0};

    (void)state;
    pass_open(frame, &pages, NULL);
    assert_null(pages.ballast.at);
    assert_non_null(pages.kept.at);
    pass_open(frame, &pages, NULL);
    assert_non_null(pages.kept.at);
    pages_release(&pages);
    assert_null(pages.kept.at);
    assert_true(pages_ballast(1) > 1 &&
                pages_ballast((size_t)1 << 40) < 1 << 30);
}

UNIT_GROUP(pages)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_visits_have_other_pages),
        cmocka_unit_test(test_an_arena_is_renewed),
        cmocka_unit_test(test_nothing_is_kept_after_touching),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
