/* auto_regions.c: buffers in memory that the ranks share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "engine_auto.h"
#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../auto/handle.h"

/* A rank's part of the window: half for itself, half for the previous rank. */
enum { GUARD = TEST_GUARD, HALF = 150000, PART = 2 * HALF };

struct window {
    MPI_Win win;
    char *own;
    char *others; /* the half of the next rank's part that is for us */
    char *private;
};

static struct window window_init(void)
{
    struct window w;
    MPI_Aint bytes;
    int unit;
    char *next;

    MPI_Win_allocate_shared(PART, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &w.own,
                            &w.win);
    MPI_Win_shared_query(w.win, (test_rank + 1) % test_size, &bytes, &unit,
                         &next);
    EXPECT(bytes == PART);
    w.others = next + HALF;
    w.private = test_alloc(HALF);
    return w;
}

static void window_free(struct window *w)
{
    free(w->private);
    MPI_Win_free(&w->win);
}

enum { PRIVATE, OWN, OTHERS, NKINDS };

static char *memory_of(const struct window *w, int kind)
{
    return kind == PRIVATE ? w->private : kind == OWN ? w->own : w->others;
}

/* Broadcasts [nbytes]; on this rank they are at [data]. */
static void in_memory(struct engine *e, int root, char *data, size_t nbytes,
                      unsigned seed)
{
    test_message(e, test_rank,
                 &(struct message){root, nbytes, nbytes, false, data, seed});
}

/* The root and the others use every kind of memory, at odd offsets. */
static void all_kinds(struct engine *e, const struct window *w, int root,
                      bool attached)
{
    static const size_t sizes[] = {50, 3001, 8192, 33333, 131073};

    for (int i = 0; i < 5 * NKINDS * NKINDS; i++) {
        int roots = i / 5 % NKINDS, kind = (i / 5 / NKINDS + test_rank) % 3;
        size_t nbytes = sizes[i % 5], offset = GUARD + (size_t)(i * 7 % 61);

        if (test_rank == root)
            kind = roots;
        in_memory(e, root, memory_of(w, kind) + offset, nbytes, (unsigned)i);
        test_way(e, root, nbytes,
                 test_threshold(e, nbytes, attached && roots != PRIVATE));
    }
}

/* A message in the parts of two ranks is treated like private memory. */
static void straddling(struct engine *e, const struct window *w)
{
    MPI_Aint bytes;
    char *first, *second;
    int unit;

    if (test_size < 2)
        return;
    MPI_Win_shared_query(w->win, 0, &bytes, &unit, &first);
    MPI_Win_shared_query(w->win, 1, &bytes, &unit, &second);
    if (second != first + PART) {
        test_skip("parts of a window do not adjoin");
        return;
    }
    MPI_Barrier(MPI_COMM_WORLD); /* rank 1 has checked the previous content */
    in_memory(e, 0, test_rank == 0 ? second - 20000 : w->private + GUARD, 40000,
              77);
    test_way(e, 0, 40000, test_threshold(e, 40000, false));
    MPI_Barrier(MPI_COMM_WORLD);
}

void case_window(struct engine *e)
{
    struct window w = window_init();

    for (int root = 0; root < test_size; root++) {
        EXPECT(shmbcast_auto_attach(engine_auto(e), w.win) == MPI_SUCCESS);
        all_kinds(e, &w, root, true);
        straddling(e, &w);
        EXPECT(shmbcast_auto_detach(engine_auto(e), w.win) == MPI_SUCCESS);
    }
    all_kinds(e, &w, 0, false);
    window_free(&w);
}

/* Attaches and detaches [win], and checks the result, the same on all ranks. */
static void attach_is(struct shmbcast_auto *h, MPI_Win win, int rc)
{
    EXPECT(shmbcast_auto_attach(h, win) == rc);
    EXPECT((h->regions != NULL) == (rc == MPI_SUCCESS));
    EXPECT(shmbcast_auto_detach(h, win) == rc);
    EXPECT(shmbcast_auto_detach(h, win) == MPI_ERR_WIN);
}

/* Creates a shared window of the ranks with the same color, ordered by key. */
static MPI_Win window_of(int color, int key)
{
    MPI_Comm comm;
    MPI_Win win;
    void *memory;

    MPI_Comm_split(MPI_COMM_WORLD, color, key, &comm);
    MPI_Win_allocate_shared(100, 1, MPI_INFO_NULL, comm, &memory, &win);
    MPI_Comm_free(&comm);
    return win;
}

static void attach_of(struct shmbcast_auto *h, int color, int key, int rc)
{
    MPI_Win win = window_of(color, key);

    attach_is(h, win, test_size == 1 ? MPI_SUCCESS : rc);
    MPI_Win_free(&win);
}

/* Attaching a window of private memory fails. */
static void attach_private(struct shmbcast_auto *h)
{
    MPI_Win win;
    int value;

    if (test_size == 1)
        return; /* on one rank Open MPI 4.1 cannot create it */
    MPI_Win_create(&value, sizeof(value), 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    attach_is(h, win, MPI_ERR_WIN);
    MPI_Win_free(&win);
}

void case_badwindow(struct engine *e)
{
    struct shmbcast_auto *h = engine_auto(e);
    MPI_Win good = window_of(0, test_rank);
    int value = 3;
    void *memory;

    attach_is(h, MPI_WIN_NULL, MPI_ERR_WIN);
    /* only one rank passes an invalid window */
    EXPECT(shmbcast_auto_attach(h, test_rank == test_size - 1
                                       ? MPI_WIN_NULL
                                       : good) == MPI_ERR_WIN);
    attach_private(h);
    attach_of(h, test_rank, 0, MPI_ERR_WIN);
    attach_of(h, 0, -test_rank, MPI_ERR_WIN);
    attach_of(h, 0, test_rank, MPI_SUCCESS);
    EXPECT(shmbcast_auto_attach(NULL, good) == MPI_ERR_ARG);
    EXPECT(shmbcast_auto_detach(NULL, good) == MPI_ERR_ARG);
    EXPECT(shmbcast_auto_alloc(NULL, 1, &memory) == MPI_ERR_ARG);
    EXPECT(shmbcast_auto_alloc(h, 1, NULL) == MPI_ERR_ARG);
    EXPECT(shmbcast_auto_release(h, NULL) == MPI_ERR_ARG);
    EXPECT(shmbcast_auto_release(h, &value) == MPI_ERR_ARG);
    EXPECT(shmbcast_auto_release(NULL, &value) == MPI_ERR_ARG);
    test_once(e, test_rank, test_size - 1, 10000, 1);
    MPI_Win_free(&good);
}

/* Returns the number of shared mappings that do not belong to handles. */
static int mappings_of_mpi(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], mode[8];
    int n = 0;

    while (maps != NULL && fgets(line, sizeof(line), maps) != NULL)
        n += sscanf(line, "%*s %7s", mode) == 1 && mode[3] == 's' &&
             strstr(line, "/dev/shm/#") == NULL;
    if (maps != NULL)
        fclose(maps);
    return n;
}

enum { ALLOCATED = 40000 };

static void from_memory(struct engine *e, int root, char *memory, unsigned seed)
{
    size_t n = ALLOCATED - 2 * GUARD;

    in_memory(e, root, memory + GUARD, n, seed);
    test_way(e, root, n, SB_DIRECT);
}

/* Several regions at once, released in another order than they were made.
 * Freeing the handle frees the rest, but not the program's window. */
void case_manyregions(const char *text)
{
    enum { ALIVE = 4 };
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    struct shmbcast_auto *h = engine_auto(e);
    struct window w = window_init();
    int mappings = mappings_of_mpi();
    void *memory[ALIVE] = {NULL};

    if (e == NULL)
        return;
    for (int i = 0; i < 60; i++) {
        EXPECT(shmbcast_auto_attach(h, w.win) == MPI_SUCCESS);
        if (i % 10 == 0)
            all_kinds(e, &w, i % test_size, true);
        EXPECT(shmbcast_auto_detach(h, w.win) == MPI_SUCCESS);
    }
    EXPECT(h->regions == NULL && h->nregions == 60);
    EXPECT(shmbcast_auto_attach(h, w.win) == MPI_SUCCESS);
    for (int i = 0; i < 3 * ALIVE; i++) {
        void **mine = &memory[i * 3 % ALIVE];

        if (*mine != NULL)
            EXPECT(shmbcast_auto_release(h, *mine) == MPI_SUCCESS);
        EXPECT(shmbcast_auto_alloc(h, ALLOCATED, mine) == MPI_SUCCESS);
        for (int k = 0; k < ALIVE; k++)
            if (memory[k] != NULL)
                from_memory(e, (i + k) % test_size, memory[k], (unsigned)i);
    }
    EXPECT(engine_free(&e) == MPI_SUCCESS);
    EXPECT(mappings_of_mpi() == mappings);
    window_free(&w);
}

/* Needs a small /dev/shm: large regions fail, small ones work. */
void case_fullregion(struct engine *e)
{
    struct shmbcast_auto *h = engine_auto(e);
    void *memory = NULL;

    for (int i = 0; i < 3; i++) {
        int rc = shmbcast_auto_alloc(h, (size_t)64 << 20, &memory), least = rc;

        MPI_Allreduce(&rc, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
        EXPECT(rc != MPI_SUCCESS && rc == least);
        EXPECT(memory == NULL && h->regions == NULL);
    }
    test_once(e, test_rank, test_size - 1, 100000, 1);
    EXPECT(shmbcast_auto_alloc(h, ALLOCATED, &memory) == MPI_SUCCESS);
    if (memory != NULL)
        from_memory(e, 0, memory, 2);
}
