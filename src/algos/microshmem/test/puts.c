/* puts.c: random puts, compared with a model of all PEs' memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "microshmem_mpi.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 5, MOST = 3000, STEPS = 150, PUTS = 12 };

/* A block of symmetric memory and its model. */
struct piece {
    char *memory;
    size_t bytes;
    char *now; /* content of `memory` before the next barrier; `model`: content
                * on all PEs after it */
    char *model;
};

static void piece_open(struct piece *p, size_t bytes)
{
    p->bytes = bytes;
    p->memory = microshmem_malloc(bytes);
    p->now = test_alloc(bytes);
    p->model = test_alloc(bytes * (size_t)test_size);
    memset(p->now, 0, bytes);
    memset(p->model, 0, bytes * (size_t)test_size);
}

static void piece_close(struct piece *p)
{
    microshmem_free(p->memory);
    free(p->now);
    free(p->model);
}

static void put(char *target, const char *data, size_t bytes, int pe,
                unsigned way)
{
    if (way == 0 && bytes % sizeof(long) == 0)
        microshmem_long_put((long *)target, (const long *)data,
                            bytes / sizeof(long), pe);
    else if (way == 1 && bytes % sizeof(double) == 0)
        microshmem_double_put((double *)target, (const double *)data,
                              bytes / sizeof(double), pe);
    else
        microshmem_putmem(target, data, bytes, pe);
}

/* Every PE draws the same puts for all PEs, and performs only its own. */
static void draw(uint64_t *state, int source, struct piece *pieces)
{
    struct piece *p = &pieces[test_next(state, BLOCKS)];
    int pe = (int)test_next(state, (unsigned)test_size);
    unsigned seed = test_next(state, 100000), way = test_next(state, 3);
    size_t at = test_next(state, (unsigned)p->bytes);
    size_t bytes = test_next(state, (unsigned)(p->bytes - at) + 1);
    double aligned[MOST / sizeof(double) + 1];
    char *data = (char *)aligned;

    if (test_next(state, 2) == 0)
        bytes = bytes % 20;
    if (way < 2)
        at -= at % sizeof(double);
    test_fill(data, bytes, seed);
    if (source == test_rank)
        put(p->memory + at, data, bytes, pe, way);
    memcpy(p->model + (size_t)pe * p->bytes + at, data, bytes);
    if (source == test_rank)
        memset(data, 0x77, bytes); /* the put has already copied data */
}

static void compare(struct piece *p, const char *with)
{
    EXPECT(memcmp(p->memory, with, p->bytes) == 0);
}

static void step(uint64_t *state, struct piece *pieces)
{
    for (int source = 0; source < test_size; source++)
        for (unsigned i = test_next(state, PUTS); i > 0; i--)
            draw(state, source, pieces);
    for (int i = 0; i < BLOCKS; i++)
        compare(&pieces[i], pieces[i].now);
    microshmem_barrier_all();
    for (int i = 0; i < BLOCKS; i++) {
        struct piece *p = &pieces[i];
        const char *mine = p->model + (size_t)test_rank * p->bytes;

        compare(p, mine);
        memcpy(p->now, mine, p->bytes);
    }
}

void case_random(void)
{
    struct piece pieces[BLOCKS];
    uint64_t state = 12;

    microshmem_init_comm(MPI_COMM_WORLD);
    EXPECT(microshmem_malloc(0) == NULL);
    for (int i = 0; i < BLOCKS; i++)
        piece_open(&pieces[i], 1 + test_next(&state, MOST));
    for (int k = 0; k < STEPS; k++) {
        step(&state, pieces);
        if (k % 10 == 9) {
            struct piece *p = &pieces[test_next(&state, BLOCKS)];

            piece_close(p);
            piece_open(p, 1 + test_next(&state, MOST));
        }
    }
    for (int i = 0; i < BLOCKS; i++)
        piece_close(&pieces[i]);
    microshmem_finalize();
}

/* Puts to adjacent addresses share one frame. */
void case_single(void)
{
    enum { N = 100 };
    struct microshmem_info before, after;
    double *d;
    long *l;
    int right, left;

    microshmem_init_comm(MPI_COMM_WORLD);
    right = (test_rank + 1) % test_size;
    left = (test_rank + test_size - 1) % test_size;
    d = microshmem_malloc(N * sizeof(*d));
    l = microshmem_malloc(N * sizeof(*l));
    microshmem_info(&before);
    for (int i = 0; i < N; i++)
        microshmem_double_p(&d[i], test_rank + 0.25 * i, right);
    microshmem_fence();
    for (int i = 0; i < N; i++)
        microshmem_long_p(&l[i], 1000 * test_rank + i, right);
    microshmem_long_p(&l[N - 1], -5, right);
    microshmem_barrier_all();
    microshmem_info(&after);
    for (int i = 0; i < N; i++)
        EXPECT(d[i] == left + 0.25 * i &&
               l[i] == (i < N - 1 ? 1000 * left + i : -5));
    if (test_size > 1)
        EXPECT(after.bytes - before.bytes == 3 * 16 + (2 * N + 1) * 8);
    microshmem_touch_double(d[0]);
    microshmem_touch_long(l[0]);
    microshmem_finalize();
}

void case_big(void)
{
    static const size_t sizes[] = {1, 65536, 65537, 3000005, 9000000, 7};
    enum { N = sizeof(sizes) / sizeof(sizes[0]), ROOM = 9000000 };
    char *target, *source = test_alloc(ROOM);
    int right, left;

    microshmem_init_comm(MPI_COMM_WORLD);
    right = (test_rank + 1) % test_size;
    left = (test_rank + test_size - 1) % test_size;
    target = microshmem_malloc(ROOM);
    for (unsigned i = 0; i < N; i++) {
        size_t at = ROOM - sizes[i];

        test_fill(source, sizes[i], i + 10 * (unsigned)test_rank);
        microshmem_putmem(target + at, source, sizes[i], right);
        microshmem_barrier_all();
        EXPECT(test_same(target + at, sizes[i], i + 10 * (unsigned)left));
    }
    microshmem_finalize();
    free(source);
}
