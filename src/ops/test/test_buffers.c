/* test_buffers.c: alignment, rotation and limits of message buffers; physical
 * pages of each pass. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <fcntl.h>
#include <mpi.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "ops/buffers.h"
#include "ops/registry.h"

static struct buffers_spec spec(size_t send, size_t recv, size_t align,
                                size_t span)
{
    return (struct buffers_spec){
        .shared = MPI_COMM_NULL,
        .send_bytes = send,
        .recv_bytes = recv,
        .align = align,
        .numa = BUFFERS_NUMA_LOCAL,
        .span = span,
    };
}

UNIT_TEST(test_warm_is_one_block)
{
    struct buffers_spec s = spec(100, 1000, 4096, 0);
    struct op_args a = {0}, again = {0};
    struct buffers b;
    char *cause = NULL;

    assert_int_equal(buffers_open(&b, &s, &cause), 0);
    buffers_use(&b, op_find("bcast"), 0, &a);
    buffers_use(&b, op_find("bcast"), 1, &again);
    assert_ptr_equal(a.sendbuf, again.sendbuf);
    assert_ptr_equal(a.recvbuf, again.recvbuf);
    assert_int_equal((uintptr_t)a.sendbuf % 4096, 0);
    assert_int_equal((uintptr_t)a.recvbuf % 4096, 0);
    assert_true((char *)a.recvbuf >= (char *)a.sendbuf + 100 + BUFFERS_GUARD);
    assert_int_not_equal(((unsigned char *)a.recvbuf)[999], 0); /* filled */
    buffers_close(&b);
}

static void cold(size_t send, size_t recv, size_t align, size_t span)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), highest = 0;
    struct buffers_spec s = spec(send, recv, align, span);
    const struct op *op = op_find("bcast");
    struct op_args a = {0}, again = {0};
    struct buffers b;
    bool *used;
    char *cause = NULL;

    assert_int_equal(buffers_open(&b, &s, &cause), 0);
    assert_true(b.nblocks >= 2 && b.stride >= page);
    assert_true(b.nblocks * b.stride >= span);
    used = xcalloc(b.nblocks, sizeof(*used));
    for (size_t i = 0; i < b.nblocks; i++) {
        buffers_use(&b, op, i, &a);
        buffers_use(&b, op, i + b.nblocks, &again);
        assert_ptr_equal(a.recvbuf, again.recvbuf);
        assert_ptr_equal(a.recvbuf, a.recvmem);
        assert_int_equal((uintptr_t)a.recvbuf % align, 0);
        assert_ptr_equal(a.recvbuf, b.recv + a.slot * b.stride);
        assert_true((unsigned char *)a.recvbuf + recv + BUFFERS_GUARD <=
                    b.map + b.map_bytes);
        assert_false(used[a.slot]);
        used[a.slot] = true;
        highest = a.slot > highest ? a.slot : highest;
    }
    assert_int_equal(highest, b.nblocks - 1);
    free(used);
    buffers_close(&b);
}

/* A processor that has seen three launches at one distance fetches the block of
 * the fourth before it is used. */
UNIT_TEST(test_cold_blocks_have_no_stride)
{
    struct buffers_spec s = spec(8, 8, 4096, 1 << 20);
    const struct op *op = op_find("bcast");
    struct op_args a[4] = {0};
    struct buffers b;
    char *cause = NULL;

    assert_int_equal(buffers_open(&b, &s, &cause), 0);
    assert_true(b.nblocks >= 128);
    for (size_t i = 0; i < 125; i++) {
        for (size_t j = 0; j < 4; j++)
            buffers_use(&b, op, i + j, &a[j]);
        assert_false(a[1].slot - a[0].slot == a[2].slot - a[1].slot &&
                     a[2].slot - a[1].slot == a[3].slot - a[2].slot);
    }
    buffers_close(&b);
}

UNIT_TEST(test_cold_spans_the_cache)
{
    cold(0, 1, 1, 1 << 20);
    cold(0, 1, 4096, 1 << 20);
    cold(8, 8, 64, 1 << 20);
    cold(5000, 5000, 8192, 1 << 20);
    cold(0, 3 << 20, 4096, 1 << 20); /* larger than the span: two blocks */
}

/* Each thread has a block in each launch. One lap later, launches have the same
 * blocks again. */
UNIT_TEST(test_threads_have_blocks)
{
    struct buffers_spec warm = spec(8, 8, 4096, 0), s = spec(8, 8, 4096, 65536);
    struct buffers b;
    char *cause = NULL;

    warm.threads = s.threads = 3;
    assert_int_equal(buffers_bytes(&warm), 3 * 2 * 4096 + 4096);
    assert_int_equal(buffers_open(&b, &s, &cause), 0);
    assert_int_equal(b.nblocks, 3 * (65536 / b.stride));
    buffers_close(&b);
}

static unsigned char *arena_map(struct buffers_arena *arena, size_t bytes,
                                size_t span)
{
    struct buffers_spec s = spec(0, bytes, 4096, span);
    unsigned char *map;
    struct buffers b;
    char *cause = NULL;

    s.arena = arena;
    assert_int_equal(buffers_open(&b, &s, &cause), 0);
    map = b.map;
    for (size_t i = 0; i < b.map_bytes; i++)
        assert_int_equal(map[i], BUFFERS_FILL);
    memset(map, 1, b.map_bytes); /* the next buffers must not find this */
    buffers_close(&b);
    return map;
}

/* Cold buffers of successive cases use the same pages if they fit in; warm
 * buffers never do. */
UNIT_TEST(test_cold_cases_share_an_arena)
{
    struct buffers_arena arena = {0};
    unsigned char *first = arena_map(&arena, 8, 1 << 20);
    size_t touched = arena.touched;

    assert_ptr_equal(arena.map, first);
    assert_true(touched >= 1 << 20 && touched < 2 << 20);
    assert_ptr_equal(arena_map(&arena, 8, 1 << 20), first);
    assert_int_equal(arena.touched, touched);
    for (size_t bytes = 16; bytes <= 512 << 10; bytes *= 2)
        assert_ptr_equal(arena_map(&arena, bytes, 1 << 20), first);
    assert_true(arena.touched > touched);
    arena_map(&arena, 4 << 20, 1 << 20); /* two of them are 8 MiB */
    assert_true(arena.touched >= 8 << 20 && arena.map_bytes >= arena.touched);
    assert_ptr_not_equal(arena_map(&arena, 8, 0), arena.map);
    buffers_arena_close(&arena);
    assert_null(arena.map);
    assert_int_equal(arena.touched, 0);
}

UNIT_TEST(test_unknown_numa_node_says_why)
{
    struct buffers_spec s = spec(0, 100, 4096, 0);
    struct buffers b;
    char *cause = NULL;

    s.numa = 900;
    assert_true(buffers_open(&b, &s, &cause) < 0);
    assert_non_null(cause);
    free(cause);
    buffers_close(&b);
}

enum { VISITS = 8, PAGES = 600 };

/* Reads the frame numbers (of physical pages) of a mapping; 0 if the kernel
 * does not tell them. */
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

/* Opens the buffers of a pass, and reads the frame numbers of its first
 * pages. */
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

/* In an arena or not, the buffers of a pass mostly have other physical pages
 * than those of the previous pass, and do not alternate between two sets. */
static void check_passes(struct buffers_arena *arena)
{
    static uint64_t frame[VISITS][PAGES], again[PAGES];
    struct pages pages = {0};

    for (size_t i = 0; i < VISITS; i++) {
        if (arena != NULL)
            arena->renew = true;
        pass_open(frame[i], &pages, arena);
        if (arena == NULL)
            continue;
        pass_open(again, &pages, arena); /* buffers of the next case */
        assert_memory_equal(again, frame[i], sizeof(again));
    }
    pages_release(&pages);
    if (frame[0][0] == 0) {
        print_message("# /proc/self/pagemap has no frames: not root\n");
        skip();
    }
    for (size_t i = 1; i < VISITS; i++) {
        size_t same = 0;

        assert_true(2 * count_common(frame[i], frame[i - 1], PAGES) < PAGES);
        for (size_t k = 0; i > 1 && k < PAGES; k++)
            same += frame[i][k] == frame[i - 2][k];
        assert_true(2 * same < PAGES); /* at the same offsets */
    }
}

UNIT_TEST(test_passes_have_other_pages)
{
    check_passes(NULL);
}

UNIT_TEST(test_an_arena_is_renewed)
{
    struct buffers_arena arena = {0};

    check_passes(&arena);
    buffers_arena_close(&arena);
}

/* Without kept pages, the kernel reuses the memory that it just got back.
 * Struct pages is there to prevent this. */
UNIT_TEST(test_nothing_is_kept_after_touching)
{
    uint64_t frame[PAGES];
    struct pages pages = {0};

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
