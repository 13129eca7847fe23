/* exchanges.c: watched memory, exchanges without a barrier, broadcasts,
 * reduction of bits, and counts of MPI messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "microshmem_mpi.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4000, LETTERS = 6, STEPS = 100 };

struct letter {
    int pe;
    size_t offset, bytes;
    unsigned seed;
};

/* The letters that this PE expects to receive, in order. */
struct expected {
    struct letter *v;
    size_t n, seen;
};

static void take(void *arg, int pe, size_t offset, const void *data,
                 size_t bytes)
{
    struct expected *e = arg;
    const struct letter *l = &e->v[e->seen++];

    EXPECT(e->seen <= e->n);
    if (e->seen > e->n)
        return;
    EXPECT((uintptr_t)data % 8 == 0);
    EXPECT(l->pe == pe && l->offset == offset && l->bytes == bytes &&
           test_same(data, bytes, l->seed));
}

/* Posts random letters from every PE, to random PEs or only to the next one. */
static void post_all(uint64_t *state, void *memory, struct expected *e,
                     bool ring)
{
    char data[MOST];

    e->n = e->seen = 0;
    for (int source = 0; source < test_size; source++)
        for (unsigned i = test_next(state, LETTERS + 1); i > 0; i--) {
            int pe = (int)test_next(state, (unsigned)test_size);
            struct letter l = {source, test_next(state, 1u << 31), 0, 0};

            l.bytes = test_next(state, 4) == 0 ? 0 : test_next(state, MOST);
            l.seed = test_next(state, 100000);
            if (ring)
                pe = (source + 1) % test_size;
            test_fill(data, l.bytes, l.seed);
            if (source == test_rank)
                EXPECT(microshmem_post(memory, l.offset, data, l.bytes, pe) ==
                       0);
            if (pe == test_rank)
                e->v[e->n++] = l;
        }
}

static void watched(bool ring)
{
    struct expected e = {
        .v = test_alloc((size_t)test_size * LETTERS * sizeof(struct letter))};
    uint64_t state = 5;
    void *memory;

    microshmem_init_comm(MPI_COMM_WORLD);
    memory = microshmem_malloc(1);
    microshmem_watch(memory, take, &e);
    if (ring) { /* make ring neighbours known to each other first */
        e.v[0] = (struct letter){.pe = (test_rank + test_size - 1) % test_size};
        e.n = 1;
        EXPECT(microshmem_post(memory, 0, NULL, 0,
                               (test_rank + 1) % test_size) == 0);
        microshmem_barrier_all();
        EXPECT(e.seen == e.n);
    }
    for (int k = 0; k < STEPS; k++) {
        post_all(&state, memory, &e, ring);
        EXPECT(e.seen == 0);
        if (ring && k % 3 > 0)
            microshmem_exchange();
        else
            microshmem_barrier_all();
        EXPECT(e.seen == e.n);
    }
    /* a post without memory fails and changes nothing */
    EXPECT(microshmem_post(memory, 0, NULL, SIZE_MAX / 2, test_rank) == -1);
    e.n = e.seen = 0;
    microshmem_barrier_all();
    EXPECT(e.seen == 0);
    microshmem_finalize();
    free(e.v);
}

void case_watched(void)
{
    watched(false);
}

void case_exchange(void)
{
    watched(true);
}

void case_bits(void)
{
    long all = 0;

    microshmem_init_comm(MPI_COMM_WORLD);
    for (int pe = 0; pe < test_size; pe++)
        all |= 1L << (8 * pe % 60);
    EXPECT(microshmem_barrier_all_or(1L << (8 * test_rank % 60)) == all);
    EXPECT(microshmem_barrier_all_or(0) == 0);
    EXPECT(microshmem_barrier_all_or(test_rank == 0 ? LONG_MAX / 4 : 0) ==
           LONG_MAX / 4);
    microshmem_finalize();
}

void case_broadcast(void)
{
    static const size_t sizes[] = {0, 1, 3, 1000, 300001};
    enum { ROOM = 300002 };
    long *source = test_alloc(ROOM * sizeof(*source)), *target;

    microshmem_init_comm(MPI_COMM_WORLD);
    target = microshmem_malloc(ROOM * sizeof(*target));
    for (int root = 0; root < test_size; root++)
        for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
            size_t bytes = sizes[i] * sizeof(*source);
            unsigned seed = i + 10 * (unsigned)root;

            memset(target, 0x5a, ROOM * sizeof(*target));
            test_fill(source, bytes, seed + (test_rank != root));
            microshmem_broadcast64(target, source, sizes[i], root);
            if (test_rank != root)
                EXPECT(test_same(target, bytes, seed));
            else
                EXPECT(target[0] == 0x5a5a5a5a5a5a5a5a);
            EXPECT(target[sizes[i]] == 0x5a5a5a5a5a5a5a5a);
        }
    microshmem_finalize();
    free(source);
}

/* ---- numbers of messages ------------------------------------------------- */

static int64_t messages, bytes;

int MPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag,
              MPI_Comm comm, MPI_Request *request)
{
    int size;

    MPI_Type_size(type, &size);
    messages++;
    bytes += (int64_t)count * size;
    return PMPI_Isend(buf, count, type, dest, tag, comm, request);
}

/* Neighbours in a ring: what a PE sends does not depend on the number of
 * PEs. */
void case_ring(void)
{
    enum { BARRIERS = 50, N = 40 };
    int neighbours = test_size < 3 ? test_size - 1 : 2;
    struct microshmem_info before, after;
    double *d, out[N] = {0};

    microshmem_init_comm(MPI_COMM_WORLD);
    d = microshmem_malloc(2 * N * sizeof(*d));
    for (int k = 0; k < BARRIERS; k++) {
        int right = (test_rank + 1) % test_size;
        int left = (test_rank + test_size - 1) % test_size;

        microshmem_info(&before);
        messages = bytes = 0;
        microshmem_double_put(d, out, N, left);
        microshmem_double_put(d + N, out, N, right);
        microshmem_barrier_all();
        microshmem_info(&after);
        if (k == 0) /* the first barrier also announces neighbours */
            messages -= neighbours;
        EXPECT(messages == neighbours && after.neighbours == neighbours);
        EXPECT(after.messages - before.messages == messages);
        EXPECT(after.bytes - before.bytes == bytes);
        if (test_size > 2)
            EXPECT(bytes == 2 * (16 + N * 8));
    }
    microshmem_finalize();
}

/* If there are no puts, nothing is sent; a PE without neighbours sends
 * nothing. */
void case_quiet(void)
{
    long *l;

    microshmem_init_comm(MPI_COMM_WORLD);
    l = microshmem_malloc(sizeof(*l));
    if (test_rank == 0)
        microshmem_long_p(l, 1, test_size - 1);
    microshmem_barrier_all();
    messages = 0;
    for (int k = 0; k < 20; k++) {
        microshmem_long_p(l, -k, test_rank); /* sends no message */
        microshmem_barrier_all();
        EXPECT(*l == -k);
    }
    EXPECT(messages == 0);
    for (int k = 0; k < 20; k++) {
        if (test_rank == 0)
            microshmem_long_p(l, k, test_size - 1);
        microshmem_barrier_all();
        EXPECT(test_rank != test_size - 1 || *l == k);
    }
    EXPECT(messages ==
           (test_size > 1 && (test_rank == 0 || test_rank == test_size - 1)
                ? 20
                : 0));
    microshmem_finalize();
}
