/* mpi_remote.c: pages are fetched by MPI_Rget, even on one node. The first read
 * of a page returns the owner's content. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "refnuma_mpi.h"

enum { PAGES_A_RANK = 96, THREADS = 3, EPOCHS = 3, REST = 4000 };

static struct rn_uffd uffd;
static struct rn_layout layout;
static struct rn_extents own;
static struct rn_mirror m;
static struct rn_remote *remote;
static uint64_t epoch;

static uint64_t value(uint64_t element, uint64_t version)
{
    return (element + 1) * UINT64_C(0x9e3779b97f4a7c15) + version;
}

static uint64_t *elements(void)
{
    return (uint64_t *)(void *)m.user;
}

/* True if every rank can fetch pages like this; otherwise uffd is closed. */
static bool possible(void)
{
    const char *why = "no MPI_THREAD_MULTIPLE";
    int level, rc = rn_uffd_open(&uffd, false, &why), all;

    EXPECT(rc == 0 || getenv("REFNUMA_NEEDS_UFFD") == NULL);
    MPI_Query_thread(&level);
    rc = rc == 0 && level == MPI_THREAD_MULTIPLE;
    MPI_Allreduce(&rc, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    if (all && rn_remote_windows(MPI_COMM_WORLD))
        return true;
    test_skip(all ? "this MPI library has no windows for it" : why);
    rn_uffd_close(&uffd);
    return false;
}

static void open_all(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const struct rn_wish wish = {
        .n = (size_t)test_size * PAGES_A_RANK * page / 8 - REST};
    struct rn_mirror_set set = {
        .page = page, .own = &own, .uffd = &uffd, .undefined = UINT64_MAX};
    const char *why;

    EXPECT(rn_layout_make(&layout, &wish, 8, page, test_size, &why) == 0);
    EXPECT(rn_layout_homes(&layout, test_rank, &own) == 0);
    set.pages = layout.pages;
    EXPECT(rn_mirror_open(&m, &set, &why) == 0);
    EXPECT(rn_remote_open(&remote, MPI_COMM_WORLD, &layout, &m) == MPI_SUCCESS);
}

static void close_all(void)
{
    rn_remote_close(&remote);
    rn_mirror_close(&m);
    rn_extents_free(&own);
    rn_layout_free(&layout);
    rn_uffd_close(&uffd);
}

static void write_own(uint64_t version)
{
    size_t words = layout.page / 8;

    for (size_t i = 0; i < own.n; i++)
        for (uint64_t e = own.v[i].first * words; e < own.v[i].end * words; e++)
            elements()[e] = value(e, version);
}

/* A value that is read must be one that the owner wrote before the last
 * barrier, or is writing now. Each epoch touches new pages. */
static void *read_others(void *arg)
{
    uint64_t words = layout.page / 8;

    for (uint64_t page = epoch; page < layout.pages; page += EPOCHS) {
        if (rn_layout_home(&layout, page) == test_rank)
            continue;
        for (uint64_t e = page * words; e < (page + 1) * words; e += 37) {
            uint64_t got = elements()[e];

            EXPECT(got == value(e, 2 * epoch) ||
                   got == value(e, 2 * epoch + 1));
        }
    }
    return arg;
}

/* Threads read while this one writes. */
static void pass(void)
{
    pthread_t thread[THREADS];

    write_own(2 * epoch);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < THREADS; i++)
        EXPECT(pthread_create(&thread[i], NULL, read_others, NULL) == 0);
    write_own(2 * epoch + 1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Checks that all pages were delivered. Drops one and fetches it by a call. */
static void delivered(void)
{
    uint64_t last = layout.pages - 1;
    uint64_t first = rn_layout_home(&layout, 0) == test_rank ? last : 0;
    uint64_t e = first * layout.page / 8;
    struct rn_extents other = {.v = &(struct rn_extent){first, first + 1},
                               .n = 1};
    struct rn_extents opened = {0};

    EXPECT(rn_mirror_opened(&m, &opened) == 0);
    EXPECT(opened.total == layout.pages - own.total);
    EXPECT(m.delivered == (int64_t)opened.total);
    if (test_size > 1) {
        EXPECT(rn_mirror_drop(&m, &other) == 0);
        EXPECT(rn_mirror_touch(&m, first, first + 1) == 0);
        EXPECT(elements()[e] == value(e, 2 * EPOCHS - 1));
    }
    rn_extents_free(&opened);
}

void case_remote(void)
{
    if (!possible())
        return;
    open_all();
    for (epoch = 0; epoch < EPOCHS; epoch++)
        pass();
    delivered();
    MPI_Barrier(MPI_COMM_WORLD);
    close_all();
}
