/* delivery_mpi.c: delivery_mpi twin|uffd|remote: the first read of a page gets
 * what its owner has. Exit status 77 where this machine or MPI cannot do it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../array.h"
#include "algos/test/expect.h"

enum { PAGES_A_RANK = 96, THREADS = 3, EPOCHS = 3, REST = 4000 };

struct shared {
    struct rn_uffd uffd;
    struct rn_layout layout;
    struct rn_extents own;
    struct rn_mirror m;
    struct rn_source source;
    struct rn_remote *remote;
    uint64_t epoch;
};

static uint64_t value(uint64_t element, uint64_t epoch)
{
    return (element + 1) * UINT64_C(0x9e3779b97f4a7c15) + epoch;
}

static uint64_t *elements(struct shared *s)
{
    return (uint64_t *)(void *)s->m.user;
}

static bool all(bool mine)
{
    int have = mine, any = 0;

    MPI_Allreduce(&have, &any, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    return any != 0;
}

static void give_up(const char *why)
{
    if (test_rank == 0)
        printf("%s\n", why);
    MPI_Finalize();
    exit(77);
}

static int deliver(struct shared *s, bool remote, const char **why)
{
    int level;

    if (!remote)
        return rn_source_open(&s->source, MPI_COMM_WORLD, &s->layout, &s->m);
    *why = "no MPI_THREAD_MULTIPLE";
    MPI_Query_thread(&level);
    if (level < MPI_THREAD_MULTIPLE)
        return MPI_ERR_OTHER;
    *why = "no windows";
    if (!rn_remote_windows(MPI_COMM_WORLD))
        return MPI_ERR_OTHER;
    return rn_remote_open(&s->remote, MPI_COMM_WORLD, &s->layout, &s->m);
}

static void open_shared(struct shared *s, const char *how)
{
    bool remote = strcmp(how, "remote") == 0;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t n = (size_t)test_size * PAGES_A_RANK * page / 8 - REST;
    const char *why = "";
    struct rn_mirror_set set = {
        .page = page, .own = &s->own, .undefined = UINT64_MAX};

    *s = (struct shared){.uffd = {.fd = -1, .pagemap = -1}};
    if (strcmp(how, "twin") != 0) {
        if (!all(rn_uffd_open(&s->uffd, !remote, &why) == 0))
            give_up("no userfaultfd");
        set.uffd = &s->uffd;
    }
    EXPECT(rn_layout_make(&s->layout, &(struct rn_wish){.n = n}, 8, page,
                          test_size, &why) == 0);
    EXPECT(rn_layout_homes(&s->layout, test_rank, &s->own) == 0);
    set.pages = s->layout.pages;
    EXPECT(rn_mirror_open(&s->m, &set, &why) == 0);
    if (deliver(s, remote, &why) != MPI_SUCCESS)
        give_up(why);
}

static void close_shared(struct shared *s)
{
    if (s->remote != NULL)
        rn_remote_close(&s->remote);
    rn_source_close(&s->source);
    rn_mirror_close(&s->m);
    rn_extents_free(&s->own);
    rn_layout_free(&s->layout);
    rn_uffd_close(&s->uffd);
}

static void write_own(struct shared *s, uint64_t epoch)
{
    size_t words = s->layout.page / 8;

    for (size_t i = 0; i < s->own.n; i++)
        for (uint64_t e = s->own.v[i].first * words;
             e < s->own.v[i].end * words; e++)
            elements(s)[e] = value(e, epoch);
}

/* What is read was there since the last barrier: as it was, or as its owner
 * writes it now. In each epoch other pages are touched for the first time. */
static void *read_others(void *arg)
{
    struct shared *s = arg;
    uint64_t words = s->layout.page / 8;

    for (uint64_t page = s->epoch; page < s->layout.pages; page += EPOCHS) {
        if (rn_layout_home(&s->layout, page) == test_rank)
            continue;
        for (uint64_t e = page * words; e < (page + 1) * words; e += 37) {
            uint64_t got = elements(s)[e];

            EXPECT(got == value(e, 2 * s->epoch) ||
                   got == value(e, 2 * s->epoch + 1));
        }
    }
    return NULL;
}

/* Threads read while this one writes. */
static void epoch(struct shared *s, uint64_t k)
{
    pthread_t thread[THREADS];

    s->epoch = k;
    write_own(s, 2 * k);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < THREADS; i++)
        EXPECT(pthread_create(&thread[i], NULL, read_others, s) == 0);
    write_own(s, 2 * k + 1);
    /* whose fault waits for this rank's calls of MPI, here gets them */
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void touched(struct shared *s)
{
    struct rn_extents other = {0}, opened = {0};
    uint64_t last = s->layout.pages - 1;
    uint64_t first = rn_layout_home(&s->layout, 0) == test_rank ? last : 0;

    EXPECT(rn_mirror_opened(&s->m, &opened) == 0);
    EXPECT(opened.total == s->layout.pages - s->own.total);
    EXPECT(s->m.delivered == (int64_t)opened.total);
    if (test_size > 1) { /* dropped and got again by a call */
        EXPECT(rn_extents_append(&other, first, first + 1) == 0);
        EXPECT(rn_mirror_drop(&s->m, &other) == 0);
        EXPECT(rn_mirror_touch(&s->m, first, first + 1) == 0);
        EXPECT(elements(s)[first * s->layout.page / 8] ==
               value(first * s->layout.page / 8, 2 * EPOCHS - 1));
    }
    rn_extents_free(&other);
    rn_extents_free(&opened);
}

int main(int argc, char **argv)
{
    struct shared s;
    int mine, total;

    test_init(&argc, &argv);
    open_shared(&s, argc > 1 ? argv[1] : "");
    for (uint64_t k = 0; k < EPOCHS; k++)
        epoch(&s, k);
    touched(&s);
    MPI_Barrier(MPI_COMM_WORLD);
    close_shared(&s);
    mine = test_failures;
    MPI_Allreduce(&mine, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (test_rank == 0)
        printf("%d failure(s)\n", total);
    MPI_Finalize();
    return total != 0;
}
