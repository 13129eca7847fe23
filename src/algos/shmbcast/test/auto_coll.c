/* auto_coll.c: barrier, allreduce, reduce and allgather give what the MPI
 * library gives, mixed with each other and with broadcasts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "../auto/handle.h"
#include "../shmbcast_coll.h"
#include "engine_auto.h"
#include "lib/now.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whole numbers, so that sums are exact in any order. */
enum { MOST = 40000 };

static double mine[MOST + 8], *got, *want;

/* Sizes around the limits of a line, a slot, a piece and a small ring. */
static const int counts[] = {1,   2,   7,    8,    9,    63,   512,
                             513, 600, 2048, 2049, 8192, 20000};
enum { NCOUNTS = sizeof(counts) / sizeof(counts[0]) };

/* Products of 2 x 2 matrices, which do not commute. */
static void product(void *in, void *inout, int *n, MPI_Datatype *type)
{
    double *a = in, *b = inout;

    (void)type;
    for (int i = 0; i < *n; i++, a += 4, b += 4) {
        const double r[4] = {
            a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3],
            a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3]};

        memcpy(b, r, sizeof(r));
    }
}

/* A call of this size: of the library under test into got[], and of the MPI
 * library into want[]. Both begin with equal contents. */
struct call {
    struct shmbcast_auto *h;
    int n, root;
    MPI_Op matrices;
    MPI_Datatype matrix, gaps; /* 4 doubles; 4 of 5 doubles, with a gap */
};

static int call_sum(const struct call *c)
{
    MPI_Allreduce(mine, want, c->n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return shmbcast_auto_allreduce(mine, got, c->n, MPI_DOUBLE, MPI_SUM, c->h);
}

/* Types and operations for which the library has loops of its own. */
static int call_loops(const struct call *c)
{
    const MPI_Datatype types[] = {MPI_DOUBLE, MPI_FLOAT, MPI_INT, MPI_LONG};
    const MPI_Op ops[] = {MPI_SUM, MPI_MIN, MPI_MAX};
    MPI_Datatype type = types[c->n % 4];
    MPI_Op op = ops[c->root % 3];

    for (int i = 0; i < c->n; i++)
        if (type == MPI_FLOAT)
            ((float *)mine)[i] = (float)(i % 9 - test_rank);
        else if (type == MPI_INT)
            ((int *)mine)[i] = i % 9 - test_rank;
        else if (type == MPI_LONG)
            ((long *)mine)[i] = i % 9 - test_rank;
    MPI_Allreduce(mine, want, c->n, type, op, MPI_COMM_WORLD);
    return shmbcast_auto_allreduce(mine, got, c->n, type, op, c->h);
}

static int call_in_place(const struct call *c)
{
    memcpy(got, mine, sizeof(mine));
    memcpy(want, mine, sizeof(mine));
    MPI_Allreduce(MPI_IN_PLACE, want, c->n, MPI_DOUBLE, MPI_MAX,
                  MPI_COMM_WORLD);
    return shmbcast_auto_allreduce(MPI_IN_PLACE, got, c->n, MPI_DOUBLE, MPI_MAX,
                                   c->h);
}

static int call_matrices(const struct call *c)
{
    int n = (c->n + 3) / 4;

    MPI_Allreduce(mine, want, n, c->matrix, c->matrices, MPI_COMM_WORLD);
    return shmbcast_auto_allreduce(mine, got, n, c->matrix, c->matrices, c->h);
}

/* A type with a gap of 4 bytes between its elements. */
static int call_least(const struct call *c)
{
    struct {
        double value;
        int at;
    } *pairs = (void *)mine;
    int n = (c->n + 1) / 2;

    for (int i = 0; i < n; i++) {
        pairs[i].value = (i * 7 + test_rank * 5) % 11;
        pairs[i].at = test_rank;
    }
    MPI_Allreduce(mine, want, n, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
    return shmbcast_auto_allreduce(mine, got, n, MPI_DOUBLE_INT, MPI_MINLOC,
                                   c->h);
}

static int call_reduce(const struct call *c)
{
    MPI_Reduce(mine, want, c->n, MPI_DOUBLE, MPI_SUM, c->root, MPI_COMM_WORLD);
    return shmbcast_auto_reduce(mine, got, c->n, MPI_DOUBLE, MPI_SUM, c->root,
                                c->h);
}

static int call_reduce_in_place(const struct call *c)
{
    bool root = test_rank == c->root;

    memcpy(got, mine, sizeof(mine));
    memcpy(want, mine, sizeof(mine));
    /* not in place: MPICH 4.0 crashes in that if the root is not rank 0 */
    MPI_Reduce(mine, want, c->n, MPI_DOUBLE, MPI_MIN, c->root, MPI_COMM_WORLD);
    return shmbcast_auto_reduce(root ? MPI_IN_PLACE : mine, got, c->n,
                                MPI_DOUBLE, MPI_MIN, c->root, c->h);
}

static int call_allgather(const struct call *c)
{
    MPI_Allgather(mine, c->n, MPI_DOUBLE, want, c->n, MPI_DOUBLE,
                  MPI_COMM_WORLD);
    return shmbcast_auto_allgather(mine, c->n, MPI_DOUBLE, got, c->n,
                                   MPI_DOUBLE, c->h);
}

/* Rank 0 sends and receives data without gaps, the others data with gaps. */
static int call_allgather_gaps(const struct call *c)
{
    int k = (c->n + 3) / 4;
    bool dense = test_rank == 0;
    MPI_Datatype type = dense ? MPI_DOUBLE : c->gaps;
    int n = dense ? 4 * k : k;

    MPI_Allgather(mine, n, type, want, n, type, MPI_COMM_WORLD);
    return shmbcast_auto_allgather(mine, n, type, got, n, type, c->h);
}

static int call_allgather_in_place(const struct call *c)
{
    size_t at = (size_t)test_rank * (size_t)c->n;

    memcpy(got + at, mine, (size_t)c->n * sizeof(*mine));
    memcpy(want + at, mine, (size_t)c->n * sizeof(*mine));
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, want, c->n, MPI_DOUBLE,
                  MPI_COMM_WORLD);
    return shmbcast_auto_allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, got,
                                   c->n, MPI_DOUBLE, c->h);
}

static int call_bcast(const struct call *c)
{
    memcpy(want, mine, sizeof(mine));
    memcpy(got, mine, sizeof(mine));
    MPI_Bcast(want, c->n, MPI_DOUBLE, c->root, MPI_COMM_WORLD);
    return shmbcast_auto_bcast(got, c->n, MPI_DOUBLE, c->root, c->h);
}

static int call_barrier(const struct call *c)
{
    return shmbcast_auto_barrier(c->h);
}

static int (*const calls[])(const struct call *) = {
    call_sum,       call_in_place,       call_matrices,
    call_least,     call_reduce,         call_reduce_in_place,
    call_allgather, call_allgather_gaps, call_allgather_in_place,
    call_bcast,     call_barrier,        call_loops,
};
enum { NCALLS = sizeof(calls) / sizeof(calls[0]) };

/* Makes one rank late, so that others are ahead of it. */
static void be_late(unsigned seed)
{
    bool me = rand_r(&seed) % test_size == test_rank;
    double end = now() + 1e-6 * (rand_r(&seed) % 200);

    while (me && now() < end)
        ;
}

static void once(const struct call *c, int which, unsigned seed)
{
    size_t bytes = (size_t)(MOST + 8) * (size_t)test_size * sizeof(*got);

    for (int i = 0; i < MOST; i++)
        mine[i] = (i * 3 + test_rank * 7 + (int)seed) % 5;
    memset(got, 0x5a, bytes);
    memset(want, 0x5a, bytes);
    be_late(seed);
    EXPECT(calls[which](c) == MPI_SUCCESS);
    if (memcmp(got, want, bytes) != 0) {
        char what[80];

        snprintf(what, sizeof(what),
                 "call %d of %d elements, root %d: a wrong result", which, c->n,
                 c->root);
        test_fail(__FILE__, __LINE__, what);
    }
}

/* Lets all collectives use this way, whatever would be faster. */
static void force(struct shmbcast_auto *h, unsigned way)
{
    const enum sb_algorithm ways[][2] = {{SB_SLOT, SB_RING},
                                         {SB_SLOT, SB_RING_PART},
                                         {SB_SLOT_PAST, SB_RING_PAST},
                                         {SB_SLOT, SB_LIBRARY},
                                         {SB_SLOT, SB_PULL}};
    const enum sb_algorithm *to = ways[way % (h->can_pull ? 5 : 4)];

    for (unsigned i = 0; i < SB_COLLS; i++)
        for (unsigned place = 0; place < SHMBCAST_AUTO_SIZES; place++)
            h->colls[i][0][place] =
                (unsigned char)to[sb_size_at(place) > SB_SHORT_MAX];
}

/* All calls in all sizes as measured, then random ones by each way in turn. */
void case_coll(struct engine *e)
{
    struct call c = {.h = engine_auto(e)};
    MPI_Datatype part;
    unsigned same = 7; /* the same on all ranks */

    got = malloc((size_t)(MOST + 8) * (size_t)test_size * sizeof(*got));
    want = malloc((size_t)(MOST + 8) * (size_t)test_size * sizeof(*want));
    MPI_Op_create(product, 0, &c.matrices);
    MPI_Type_contiguous(4, MPI_DOUBLE, &c.matrix);
    MPI_Type_commit(&c.matrix);
    MPI_Type_contiguous(4, MPI_DOUBLE, &part);
    MPI_Type_create_resized(part, 0, 5 * sizeof(double), &c.gaps);
    MPI_Type_commit(&c.gaps);
    for (int i = 0; i < NCOUNTS * NCALLS; i++) {
        c.n = counts[i / NCALLS];
        c.root = i % test_size;
        once(&c, i % NCALLS, (unsigned)i);
    }
    for (unsigned i = 0; i < 150; i++) {
        force(c.h, i);
        c.n = counts[rand_r(&same) % NCOUNTS];
        c.root = rand_r(&same) % test_size;
        once(&c, rand_r(&same) % NCALLS, rand_r(&same));
    }
    MPI_Op_free(&c.matrices);
    MPI_Type_free(&c.matrix);
    MPI_Type_free(&part);
    MPI_Type_free(&c.gaps);
    free(got);
    free(want);
}
