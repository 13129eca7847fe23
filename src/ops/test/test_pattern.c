/* test_pattern.c: sets of messages by name: both ends of each agree, and they
 * are the ones that the name says. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "lib/test/unit.h"
#include "ops/layout.h"
#include "ops/pattern.h"

enum { PATTERN_WORLD_MOST = 64 };

struct pattern_world {
    int size;
    struct op_args a[PATTERN_WORLD_MOST];
};

/* What --pattern=TEXT comes to. */
static struct pattern_params pattern_parsed(const char *text)
{
    struct params given = {0};
    struct pattern_params p;
    char *cause = NULL;

    params_add(&given, PARAM_NO_OWNER, "pattern", text);
    if (params_read(&pattern_params, &given, &p, &cause) != 0)
        fail_msg("%s", cause);
    if (p.pattern.file != NULL)
        p.pattern.file = text;
    params_free(&given);
    return p;
}

/* The edges of all ranks. */
static struct pattern_world pattern_world_open(const char *text, int size,
                                               MPI_Count count,
                                               size_t type_size)
{
    struct pattern_params p = pattern_parsed(text);
    struct pattern_world w = {.size = size};
    char *cause = NULL;

    for (int rank = 0; rank < size; rank++) {
        struct op_args *a = &w.a[rank];

        *a = (struct op_args){.rank = rank,
                              .size = size,
                              .count = count,
                              .type_size = type_size,
                              .params = &p};
        if (pattern_edges(a, &a->edges, &cause) != MPI_SUCCESS)
            fail_msg("%s", cause);
        assert_null(a->edges.node);
    }
    return w;
}

static void pattern_world_close(struct pattern_world *w)
{
    for (int rank = 0; rank < w->size; rank++)
        edges_free(&w->a[rank].edges);
}

enum { COUNT = 1000 };

/* The k-th edge to that rank with that tag. */
static const struct edge *kth(const struct edge *e, int n, int peer, int tag,
                              int k)
{
    for (int i = 0; i < n; i++)
        if (e[i].peer == peer && e[i].tag == tag && k-- == 0)
            return &e[i];
    return NULL;
}

/* MPI gives the k-th message of a tag to the k-th receive: that has to be the
 * one whose block is told. */
static int matched(const struct pattern_world *s, int rank)
{
    const struct edges *own = &s->a[rank].edges;
    int n = 0;

    for (int i = 0; i < own->nin; i++) {
        const struct edge *in = &own->in[i], *out;
        int k = 0;

        if (in->peer == MPI_PROC_NULL)
            continue;
        assert_in_range(in->peer, 0, s->size - 1);
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
    struct pattern_world s = pattern_world_open(text, size, count, type_size);
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
    pattern_world_close(&s);
}

static void test_both_ends(void **state)
{
    static const char *const more[] = {"pair:9",   "shift:5",  "halo2d:3",
                                       "halo3d:2", "random:0", "random:7"};

    (void)state;
    for (int size = 1; size <= PATTERN_WORLD_MOST; size += size < 32 ? 1 : 8) {
        for (const struct param_word *w = pattern_words; w->name != NULL; w++)
            if (w->value != PATTERN_PAIR || size > 1)
                check(w->name, size, COUNT, 1);
        for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++)
            if (i > 0 || size > 1) {
                check(more[i], size, COUNT, 8);
                check(more[i], size, 1, 8);
                check(more[i], size, 0, 1);
            }
    }
}

/* ---- which ones --------------------------------------------------------- */

static void assert_edge(const struct edge *e, int peer, MPI_Count count)
{
    assert_int_equal(e->peer, peer);
    assert_int_equal(e->count, count);
}

static void test_pair_needs_two(void **state)
{
    struct pattern_params p = pattern_parsed("pair");
    struct op_args a = {.size = 1, .count = 1, .type_size = 1, .params = &p};
    char *cause = NULL;

    (void)state;
    assert_int_equal(pattern_edges(&a, &a.edges, &cause), MPI_ERR_RANK);
    assert_string_equal(cause, "--pattern=pair: needs 2 ranks");
    free(cause);
}

/* Ranks 0 1 2 / 3 4 5 / 6 7 8 / 9 10 11, and rank 4 in them. */
static void test_halo2d(void **state)
{
    static const int around[] = {0, 1, 2, 3, 5, 6, 7, 8};
    static const MPI_Count counts[] = {1, 10, 1, 10, 10, 1, 10, 1};
    struct pattern_world s = pattern_world_open("halo2d:2", 12, 10, 8);
    const struct edges *e = &s.a[4].edges;

    (void)state;
    assert_int_equal(e->nout, 16);
    assert_int_equal(e->nin, 16);
    for (int i = 0; i < 16; i++) {
        assert_edge(&e->out[i], around[i % 8], counts[i % 8]);
        assert_edge(&e->in[i], around[i % 8], counts[i % 8]);
        assert_int_equal(e->out[i].tag, i % 8);
    }
    assert_edge(&s.a[0].edges.out[0], 11, 1); /* round both ways */
    pattern_world_close(&s);
}

/* Of 27 ranks each has all others around it: six faces, twelve edges, eight
 * corners. */
static void test_halo3d(void **state)
{
    struct pattern_world s = pattern_world_open("halo3d", 27, 8192, 8);
    const struct edges *e = &s.a[13].edges;
    int faces = 0, edges = 0, corners = 0;

    (void)state;
    assert_int_equal(e->nout, 26);
    for (int i = 0; i < 26; i++) {
        assert_int_equal(e->out[i].peer, i < 13 ? i : i + 1);
        faces += e->out[i].count == 8192;
        edges += e->out[i].count == 90; /* 8 * sqrt(65536 / 8) / 8 */
        corners += e->out[i].count == 1;
    }
    assert_int_equal(faces, 6);
    assert_int_equal(edges, 12);
    assert_int_equal(corners, 8);
    assert_edge(&e->out[4], 4, 8192);
    assert_edge(&e->out[1], 1, 90);
    pattern_world_close(&s);
}

/* Rank 4 of 3 x 3 has both neighbours before it and both behind it; the last
 * rank sends nothing, and the first gets nothing. */
static void test_sweep(void **state)
{
    struct pattern_world s = pattern_world_open("sweep", 9, 10, 1);

    (void)state;
    assert_edge(&s.a[4].edges.out[0], 7, 10);
    assert_edge(&s.a[4].edges.out[1], 5, 10);
    assert_edge(&s.a[4].edges.in[0], 1, 10);
    assert_edge(&s.a[4].edges.in[1], 3, 10);
    for (int d = 0; d < 2; d++) {
        assert_int_equal(s.a[8].edges.out[d].peer, MPI_PROC_NULL);
        assert_int_equal(s.a[0].edges.in[d].peer, MPI_PROC_NULL);
    }
    pattern_world_close(&s);
}

/* ---- shapes of grids --------------------------------- */

static void test_dims(void **state)
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

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        int dims[DIMS_MOST];

        dims_balanced(table[i].size, table[i].n, dims);
        assert_memory_equal(dims, table[i].dims,
                            (size_t)table[i].n * sizeof(int));
    }
}

/* ---- random sets ----------------------------------------------------- */

/* Of each rank: 16 peers or all others, each once. */
static void check_peers(const struct pattern_world *s)
{
    int peers = s->size > 16 ? 16 : s->size - 1;

    for (int rank = 0; rank < s->size; rank++) {
        const struct edges *e = &s->a[rank].edges;
        bool seen[PATTERN_WORLD_MOST] = {false};

        assert_int_equal(e->nout, peers);
        assert_int_equal(e->nin, peers);
        for (int i = 0; i < peers; i++) {
            assert_int_not_equal(e->out[i].peer, rank);
            assert_false(seen[e->out[i].peer]);
            seen[e->out[i].peer] = true;
        }
    }
}

static void test_random_peers(void **state)
{
    (void)state;
    for (int size = 1; size <= PATTERN_WORLD_MOST; size++) {
        struct pattern_world s = pattern_world_open("random:3", size, COUNT, 1);

        check_peers(&s);
        pattern_world_close(&s);
    }
}

static int differences(const struct pattern_world *s,
                       const struct pattern_world *t)
{
    int n = 0;

    for (int rank = 0; rank < s->size; rank++)
        for (int i = 0; i < s->a[rank].edges.nout; i++)
            n += s->a[rank].edges.out[i].peer != t->a[rank].edges.out[i].peer ||
                 s->a[rank].edges.out[i].count != t->a[rank].edges.out[i].count;
    return n;
}

static void test_random_seeds(void **state)
{
    struct pattern_world s = pattern_world_open("random", 40, COUNT, 1),
                         t = pattern_world_open("random:1", 40, COUNT, 1);
    struct pattern_world u = pattern_world_open("random:2", 40, COUNT, 1);

    (void)state;
    assert_int_equal(differences(&s, &t), 0);
    assert_true(differences(&s, &u) > 500); /* of 640 */
    pattern_world_close(&s);
    pattern_world_close(&t);
    pattern_world_close(&u);
}

/* 8 B to 8 KiB are ten octaves, and 1,024 sizes were drawn: of 102.4 expected
 * in each 30 off is more than three standard deviations. Elements of 16 bytes
 * hold 8 B in one. */
static void test_random_sizes(void **state)
{
    struct pattern_world s =
        pattern_world_open("random", PATTERN_WORLD_MOST, 8192, 1);
    int octaves[10] = {0};

    (void)state;
    for (int rank = 0; rank < PATTERN_WORLD_MOST; rank++)
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
    pattern_world_close(&s);
    s = pattern_world_open("random", 20, 100, 16);
    for (int i = 0; i < 16; i++)
        assert_in_range(s.a[0].edges.out[i].count, 1, 100);
    pattern_world_close(&s);
    s = pattern_world_open("random", 20, 7, 1); /* less than the least */
    for (int i = 0; i < 16; i++)
        assert_int_equal(s.a[0].edges.out[i].count, 7);
    pattern_world_close(&s);
}

UNIT_GROUP(pattern)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_ends),
        cmocka_unit_test(test_pair_needs_two),
        cmocka_unit_test(test_halo2d),
        cmocka_unit_test(test_halo3d),
        cmocka_unit_test(test_sweep),
        cmocka_unit_test(test_dims),
        cmocka_unit_test(test_random_peers),
        cmocka_unit_test(test_random_seeds),
        cmocka_unit_test(test_random_sizes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
