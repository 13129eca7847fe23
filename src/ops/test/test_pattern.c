/* test_pattern.c: named sets of messages: both ends of each message agree, and
 * the messages are the pattern's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "ops/pattern.h"
#include "ops/registry.h"
#include "ops/test/world.h"

/* Makes the ranks of an exchange; elements have 1, 8 or 64 bytes. */
static struct world exchange_open(const char *text, int size, MPI_Count count,
                                  size_t type_size)
{
    struct world w;

    world_open(&w, &(struct world_spec){
                       .op = op_find("exchange"),
                       .size = size,
                       .count = count,
                       .pattern = text,
                       .dtype = dtype_find(type_size == 1   ? "byte"
                                           : type_size == 8 ? "int64"
                                                            : "vector")});
    return w;
}

enum { COUNT = 1000 };

/* Returns the k-th edge with this peer and tag. */
static const struct edge *kth(const struct edge *e, int n, int peer, int tag,
                              int k)
{
    for (int i = 0; i < n; i++)
        if (e[i].peer == peer && e[i].tag == tag && k-- == 0)
            return &e[i];
    return NULL;
}

/* Checks matching. MPI delivers the k-th message with a tag to the k-th
 * receive, so this must be the edge that `block` names. */
static int matched(const struct world *s, int rank)
{
    const struct edges *own = &s->a[rank].edges;
    int n = 0;

    for (int i = 0; i < own->nin; i++) {
        const struct edge *in = &own->in[i], *out;
        int k = 0;

        if (in->peer == MPI_PROC_NULL)
            continue;
        assert_in_range(in->peer, 0, s->spec.size - 1);
        while (kth(own->in, own->nin, in->peer, in->tag, k) != in)
            k++;
        out = kth(s->a[in->peer].edges.out, s->a[in->peer].edges.nout, rank,
                  in->tag, k);
        assert_non_null(out);
        assert_int_equal(out - s->a[in->peer].edges.out, in->block);
        assert_int_equal(out->count, in->count);
        n++;
    }
    return n;
}

static void check(const char *text, int size, MPI_Count count, size_t type_size)
{
    struct world s = exchange_open(text, size, count, type_size);
    int sent = 0, received = 0;

    for (int rank = 0; rank < size; rank++) {
        const struct edges *e = &s.a[rank].edges;

        received += matched(&s, rank);
        for (int i = 0; i < e->nout; i++) {
            sent += e->out[i].peer != MPI_PROC_NULL;
            assert_in_range(e->out[i].count, 0, count);
            assert_in_range(e->out[i].tag, 0, 32767);
        }
    }
    assert_int_equal(sent, received);
    world_close(&s);
}

UNIT_TEST(test_both_ends)
{
    static const char *const more[] = {"pair:9",   "shift:5",  "halo2d:3",
                                       "halo3d:2", "random:0", "random:7"};

    for (int size = 1; size <= WORLD_MAX; size += size < 12 ? 1 : 13) {
        for (const struct param_word *w = pattern_words; w->name != NULL; w++)
            if (w->value != PATTERN_PAIR || size > 1)
                check(w->name, size, COUNT, 1);
        for (size_t i = 0; i < LENGTH(more); i++)
            if (i > 0 || size > 1) {
                check(more[i], size, COUNT, 8);
                check(more[i], size, 1, 8);
                check(more[i], size, 0, 1);
            }
    }
}

UNIT_TEST(test_pair_needs_two)
{
    struct op_args a = {.size = 1, .count = 1, .type_size = 1};
    struct world w = exchange_open("pair", 2, 1, 1);
    char *cause = NULL;

    a.params = w.params;
    assert_int_equal(pattern_edges(&a, &a.edges, &cause), MPI_ERR_RANK);
    assert_string_equal(cause, "--pattern=pair: needs 2 ranks");
    free(cause);
    world_close(&w);
}

enum { EDGES = 26, NOBODY = MPI_PROC_NULL };

/* To which ranks a rank sends. It receives from the same ranks, unless `from`
 * is set. */
static const struct named {
    const char *text;
    int size, count, rank, n;
    int to[EDGES], from[EDGES];
    int counts[EDGES]; /* elements of 8 bytes; 0: `count` */
} named[] = {
    /* ranks 0 1 2 / 3 4 5 / 6 7 8 / 9 10 11: `count` elements to the sides, one
     * to the corners */
    {"halo2d", 12, 10, 4, 8, .to = {0, 1, 2, 3, 5, 6, 7, 8},
     .counts = {1, 0, 1, 0, 0, 1, 0, 1}},
    {"halo2d:2", 12, 10, 0, 16, /* wraps around in both dimensions; two
                                   fields */
     .to = {11, 9, 10, 2, 1, 5, 3, 4, 11, 9, 10, 2, 1, 5, 3, 4},
     .counts = {1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1}},
    /* each of 27 ranks neighbours all others: six faces, twelve edges of 8 *
     * sqrt(65536 / 8) bytes, eight corners */
    {"halo3d", 27, 8192, 13, 26,
     .to = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
            14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26},
     .counts = {1, 90, 1, 90, 0, 90, 1, 90, 1, 90, 0, 90, 0,
                0, 90, 0, 90, 1, 90, 1, 90, 0, 90, 1, 90, 1}},
    /* on 3 x 3 ranks: from both preceding neighbours, to both following ones */
    {"sweep", 9, 10, 4, 2, .to = {7, 5}, .from = {1, 3}},
    {"sweep", 9, 10, 8, 2, .to = {NOBODY, NOBODY}, .from = {5, 7}},
    {"sweep", 9, 10, 0, 2, .to = {3, 1}, .from = {NOBODY, NOBODY}},
    {"ring", 5, 10, 4, 2, .to = {0, 3}, .from = {3, 0}},
    {"graph", 5, 10, 1, 3, .to = {2, 3, 0}, .from = {0, 4, 2}},
    {"alltoall", 4, 10, 2, 3, .to = {3, 0, 1}, .from = {1, 0, 3}},
};

UNIT_TEST(test_named)
{
    for (size_t i = 0; i < LENGTH(named); i++) {
        const struct named *t = &named[i];
        struct world s = exchange_open(t->text, t->size, t->count, 8);
        const struct edges *e = &s.a[t->rank].edges;
        bool both = memcmp(t->from, (int[EDGES]){0}, sizeof(t->from)) == 0;

        print_message("# %s, rank %d of %d\n", t->text, t->rank, t->size);
        assert_int_equal(e->nout, t->n);
        assert_int_equal(e->nin, t->n);
        for (int k = 0; k < t->n; k++) {
            MPI_Count count = t->counts[k] > 0 ? t->counts[k] : t->count;

            assert_int_equal(e->out[k].peer, t->to[k]);
            assert_int_equal(e->in[k].peer, both ? t->to[k] : t->from[k]);
            assert_int_equal(e->out[k].count, count);
            assert_int_equal(e->in[k].count, count);
        }
        world_close(&s);
    }
}

static void star(const char *text, bool in)
{
    enum { SIZE = 5 };
    struct world s = exchange_open(text, SIZE, 10, 8);

    for (int rank = 0; rank < SIZE; rank++) {
        const struct edges *e = &s.a[rank].edges;
        const struct edge *edge = (rank == 0) == in ? e->in : e->out;
        int n = rank == 0 ? SIZE - 1 : 1;

        assert_int_equal((rank == 0) == in ? e->nin : e->nout, n);
        assert_int_equal((rank == 0) == in ? e->nout : e->nin, 0);
        for (int i = 0; i < n; i++) {
            assert_int_equal(edge[i].peer, rank == 0 ? i + 1 : 0);
            assert_int_equal(edge[i].count, 10);
        }
    }
    world_close(&s);
}

UNIT_TEST(test_incast_and_outcast)
{
    star("incast", true);
    star("outcast", false);
}

UNIT_TEST(test_dims)
{
    static const struct {
        int size, n, dims[DIMS_MOST];
    } table[] = {
        {1, 2, {1, 1}},      {7, 2, {7, 1}},          {12, 2, {4, 3}},
        {16, 2, {4, 4}},     {24, 2, {6, 4}},         {1, 3, {1, 1, 1}},
        {2, 3, {2, 1, 1}},   {4, 3, {2, 2, 1}},       {7, 3, {7, 1, 1}},
        {8, 3, {2, 2, 2}},   {12, 3, {3, 2, 2}},      {24, 3, {4, 3, 2}},
        {36, 3, {4, 3, 3}},  {64, 3, {4, 4, 4}},      {96, 3, {6, 4, 4}},
        {384, 3, {8, 8, 6}}, {1000, 3, {10, 10, 10}},
    };

    for (size_t i = 0; i < LENGTH(table); i++) {
        int dims[DIMS_MOST];

        dims_balanced(table[i].size, table[i].n, dims);
        assert_memory_equal(dims, table[i].dims,
                            (size_t)table[i].n * sizeof(int));
    }
}

/* Each rank has 16 peers, or all other ranks, without repetition. */
UNIT_TEST(test_random_peers)
{
    for (int size = 1; size <= WORLD_MAX; size++) {
        struct world s = exchange_open("random:3", size, COUNT, 1);
        int peers = size > 16 ? 16 : size - 1;

        for (int rank = 0; rank < size; rank++) {
            const struct edges *e = &s.a[rank].edges;
            bool seen[WORLD_MAX] = {false};

            seen[rank] = true;
            assert_int_equal(e->nout, peers);
            assert_int_equal(e->nin, peers);
            for (int i = 0; i < peers; i++) {
                assert_false(seen[e->out[i].peer]);
                seen[e->out[i].peer] = true;
            }
        }
        world_close(&s);
    }
}

static int differences(const struct world *s, const struct world *t)
{
    int n = 0;

    for (int rank = 0; rank < s->spec.size; rank++)
        for (int i = 0; i < s->a[rank].edges.nout; i++)
            n += s->a[rank].edges.out[i].peer != t->a[rank].edges.out[i].peer ||
                 s->a[rank].edges.out[i].count != t->a[rank].edges.out[i].count;
    return n;
}

UNIT_TEST(test_random_seeds)
{
    struct world s = exchange_open("random", 40, COUNT, 1),
                 t = exchange_open("random:1", 40, COUNT, 1);
    struct world u = exchange_open("random:2", 40, COUNT, 1);

    assert_int_equal(differences(&s, &t), 0);
    assert_true(differences(&s, &u) > 500); /* of 640 edges */
    world_close(&s);
    world_close(&t);
    world_close(&u);
}

/* 8 B to 8 KiB are ten octaves, and 1,024 sizes are drawn. In each octave 102.4
 * are expected; 30 is more than three standard deviations. An element of 64
 * bytes is enough for 8 B. */
UNIT_TEST(test_random_sizes)
{
    struct world s = exchange_open("random", WORLD_MAX, 8192, 1);
    int octaves[10] = {0};

    for (int rank = 0; rank < WORLD_MAX; rank++)
        for (int i = 0; i < 16; i++) {
            MPI_Count count = s.a[rank].edges.out[i].count;
            int octave = 0;

            assert_in_range(count, 8, 8192);
            while (octave < 9 && count >= 16 << octave)
                octave++;
            octaves[octave]++;
        }
    for (int i = 0; i < 10; i++)
        assert_in_range(octaves[i], 102 - 30, 102 + 31);
    world_close(&s);
    s = exchange_open("random", 20, 100, 64);
    for (int i = 0; i < 16; i++)
        assert_in_range(s.a[0].edges.out[i].count, 1, 100);
    world_close(&s);
    s = exchange_open("random", 20, 7, 1); /* less than LEAST_BYTES */
    for (int i = 0; i < 16; i++)
        assert_int_equal(s.a[0].edges.out[i].count, 7);
    world_close(&s);
}
