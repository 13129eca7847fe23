/* test_layout.c: rules of counts; contents of a receive buffer before the call;
 * sizes beyond int. (Counts and displacements of all operations:
 * tests/ops.bats.) */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "ops/registry.h"
#include "ops/test/world.h"

UNIT_TEST(test_rules)
{
    static const struct {
        const char *rule;
        MPI_Count mean;
        int n;
        MPI_Count counts[5];
    } t[] = {
        {"equal", 6, 4, {6, 6, 6, 6}},
        {"linear", 6, 4, {0, 4, 8, 12}},
        {"linear", 5, 3, {0, 5, 10}},
        {"linear", 1, 4, {0, 0, 1, 2}}, /* rounded down */
        {"linear", 5, 1, {5}},
        {"linear", 5, 2, {0, 10}},
        {"linear", (MPI_Count)1 << 61, 2, {0, (MPI_Count)1 << 62}},
        {"spike", 5, 4, {0, 0, 0, 20}},
        {"spike", 5, 1, {5}},
        {"equal", 0, 5, {0}},
        {"linear", 0, 5, {0}},
        {"spike", 0, 5, {0}},
        {"random", 0, 5, {0}},
    };

    for (size_t i = 0; i < LENGTH(t); i++)
        for (int b = 0; b < t[i].n; b++)
            assert_true(counts_find(t[i].rule)->count(t[i].mean, b, t[i].n,
                                                      1) == t[i].counts[b]);
    assert_null(counts_find("none"));
}

UNIT_TEST(test_random)
{
    const struct counts_rule *random = counts_find("random");
    MPI_Count total = 0, other = 0;

    assert_true(random->seeded);
    for (int b = 0; b < 1000; b++) {
        MPI_Count count = random->count(100, b, 1000, 1);

        assert_in_range(count, 0, 200);
        assert_true(count == random->count(100, b, 1000, 1));
        other += count != random->count(100, b, 1000, 2);
        total += count;
    }
    assert_in_range(total, 90000, 110000);
    assert_true(other > 900);
}

/* Returns how many blocks of its input rank r has in the receive buffer; sets
 * *count and *displ to those of the last one. */
static int held(const char *op, bool in_place, int r, MPI_Count *count,
                MPI_Count *displ)
{
    const struct world_spec spec = {
        .op = op_find(op),
        .size = 4,
        .root = 2,
        .count = 10,
        .counts = counts_find("linear"), /* counts 0, 6, 13, 20 */
        .in_place = in_place,
    };
    struct world w;
    int n = 0;

    *count = *displ = -1;
    world_open(&w, &spec);
    while (layout_inout(spec.op, &w.a[r], n, count, displ) == n)
        n++;
    world_close(&w);
    return n;
}

UNIT_TEST(test_held)
{
    static const struct {
        const char *op;
        bool in_place;
        int rank, n;
        MPI_Count count, displ;
    } t[] = {
        {"bcast", false, 2, 1, 10, 0},
        {"bcast", false, 1, 0, -1, -1},
        {"gatherv", false, 2, 0, -1, -1},
        {"gatherv", true, 2, 1, 13, 6}, /* in place at the root */
        {"gatherv", true, 3, 0, -1, -1},
        {"allgatherv", true, 3, 1, 20, 19},
        {"iallgatherv", true, 0, 1, 0, 0},
        {"scatterv", true, 2, 0, -1, -1}, /* its block stays in sendbuf */
        {"reduce", true, 2, 1, 10, 0},
        {"reduce", true, 0, 0, -1, -1},
        {"alltoallv", true, 1, 4, 0, 39}, /* 6, 13, 20, 0 to the ranks */
        {"reduce_scatter", true, 1, 4, 20, 19},
        {"alltoallv", false, 1, 0, -1, -1},
    };

    for (size_t i = 0; i < LENGTH(t); i++) {
        MPI_Count count, displ;

        print_message("# %s, rank %d\n", t[i].op, t[i].rank);
        assert_int_equal(
            held(t[i].op, t[i].in_place, t[i].rank, &count, &displ), t[i].n);
        assert_true(count == t[i].count && displ == t[i].displ);
    }
}

/* Sizes of the buffers. For in-place input the receive buffer is large enough,
 * even if the input is larger than the result. Ranks that may become the root
 * have buffers for that. */
UNIT_TEST(test_room)
{
    static const struct {
        const char *op;
        bool in_place, any_root;
        int rank;
        MPI_Count send, recv;
    } t[] = {
        {"reduce_scatter_block", false, false, 1, 15, 5},
        {"reduce_scatter_block", true, false, 1, 0, 15},
        {"gather", false, false, 0, 5, 0},
        {"gather", false, true, 0, 5, 15},
    };

    for (size_t i = 0; i < LENGTH(t); i++) {
        const struct world_spec spec = {.op = op_find(t[i].op),
                                        .size = 3,
                                        .count = 5,
                                        .root = 1,
                                        .in_place = t[i].in_place};
        MPI_Count send, recv;
        struct world w;

        world_open(&w, &spec);
        layout_elements(spec.op, &w.a[t[i].rank], t[i].any_root, &send, &recv);
        assert_true(send == t[i].send && recv == t[i].recv);
        world_close(&w);
    }
}

/* Opens a layout. Allocates no buffers. */
static int opened(const char *op, const char *type, MPI_Count count, int size,
                  struct op_args *a)
{
    *a = (struct op_args){.count = count, .size = size};
    return layout_open(a, op_find(op), &(struct counts){counts_table[0], 0},
                       dtype_find(type));
}

UNIT_TEST(test_large)
{
    static const struct {
        const char *op, *type;
        MPI_Count count;
        int size;
        bool large;
    } t[] = {
        {"bcast", "byte", INT_MAX, 2, false},
        {"bcast", "byte", (MPI_Count)INT_MAX + 1, 2, true},
        {"bcast", "vector", INT_MAX, 2, false},
        /* the third block begins beyond INT_MAX */
        {"allgather", "byte", INT_MAX, 2, false},
        {"allgather", "byte", INT_MAX, 3, true},
        {"alltoallv", "double", INT_MAX / 4, 2, false},
        /* displacements are in bytes */
        {"alltoallw", "double", INT_MAX / 8, 2, false},
        {"alltoallw", "double", INT_MAX / 8 + 1, 2, true},
        {"ialltoallw", "byte", INT_MAX, 3, true},
    };
    struct op_args a;

    for (size_t i = 0; i < LENGTH(t); i++) {
        print_message("# %s %lld %d\n", t[i].op, (long long)t[i].count,
                      t[i].size);
        assert_int_equal(opened(t[i].op, t[i].type, t[i].count, t[i].size, &a),
                         0);
        assert_int_equal(a.large, t[i].large);
        if (!t[i].large)
            assert_non_null(a.recv.icounts);
        layout_close(&a);
    }
}
