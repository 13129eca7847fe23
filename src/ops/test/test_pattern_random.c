/* test_pattern_random.c: random sets: how many peers, which sizes, by which
 * seed.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "ops/test/pattern_world.h"

enum { COUNT = 1000 };

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

UNIT_GROUP(pattern_random)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_peers),
        cmocka_unit_test(test_random_seeds),
        cmocka_unit_test(test_random_sizes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
