/* test_verify.c: --verify accepts correct results, and detects one changed bit
 * anywhere, for all operations, which are executed from their descriptors. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "ops/registry.h"
#include "ops/test/world.h"

enum { MOST = 5, COUNT = 20 };

static long wrong(const struct world *w)
{
    long n = 0;

    for (int r = 0; r < w->spec.size; r++)
        n += verify_check(&w->v, &w->a[r]);
    return n;
}

static void expect(const struct world *w, bool right, const char *what)
{
    const struct world_spec *s = &w->spec;

    if ((wrong(w) == 0) != right)
        fail_msg("%s%s, %d ranks, %s, %s: %s is %s", s->op->name,
                 s->in_place ? " in place" : "", s->size, w->v.dtype->name,
                 s->counts != NULL ? s->counts->name : "equal", what,
                 right ? "refused" : "not seen");
}

static void right(struct world *w, const struct before *b)
{
    execute(w, b, RIGHT);
    expect(w, true, "the right result");
}

/* Moves data of every type; reduces with every operation and every type for
 * which it is defined. */
UNIT_TEST(test_types)
{
    static const char *const ops[] = {
        "bcast",     "alltoallv", "neighbor_allgather",
        "allreduce", "exscan",    "reduce_scatter"};

    for (size_t i = 0; i < LENGTH(ops); i++)
        for (size_t t = 0; dtype_table[t] != NULL; t++)
            for (size_t r = 0; redop_table[r] != NULL; r++) {
                struct world_spec s = {
                    .op = op_find(ops[i]),
                    .size = 3,
                    .count = 600,
                    .dtype = dtype_table[t],
                    .redop = redop_table[r],
                };

                if (s.op->flags & OP_REDUCTION
                        ? s.redop->kinds >> s.dtype->kind & 1 &&
                              s.dtype->create == NULL
                        : r == 0)
                    world_try(&s, right);
            }
}

/* True if the block is the rank's own input and is there from the start, so
 * that it is correct without being moved. */
static bool stands_still(const struct world *w, int rank, struct source o,
                         int block)
{
    MPI_Count count, displ;

    if (o.n == 0)
        return true;
    for (int i = 0; o.n == 1 && o.first == rank; i++) {
        if (layout_inout(w->spec.op, &w->a[rank], i, &count, &displ) < 0)
            break;
        if (i == o.block && displ == w->a[rank].recv.displs[block])
            return true;
    }
    return false;
}

/* Changes a block of the result in several ways, and restores it each time. */
static void block_faults(struct world *w, const struct before *b, int r, int k)
{
    size_t bytes = (size_t)w->a[r].recv.counts[k] * w->v.dtype->extent;
    struct source o = w->spec.op->source(&w->a[r], k);
    unsigned char *p = result(w, r, k), *old;
    size_t offset = (size_t)(p - (unsigned char *)w->a[r].recvmem);

    if (bytes == 0 || o.n < 0)
        return;
    old = copy_of(p, bytes);
    for (size_t i = 0; i < bytes; i++) {
        p[i] ^= 0x10;
        expect(w, false, "a flipped bit");
        p[i] ^= 0x10;
    }
    if (!stands_still(w, r, o, k)) {
        memcpy(p, b->recv[r] + offset, bytes);
        expect(w, false, "a missing block");
    }
    memcpy(p, old + bytes / 2, bytes - bytes / 2);
    memcpy(p + bytes - bytes / 2, old, bytes / 2);
    expect(w, false, "a block with its halves swapped");
    memcpy(p, old, bytes);
    free(old);
}

/* Swaps two blocks, unless they are copies of the same block. */
static void swap_faults(struct world *w, int r, int j, int k)
{
    const struct op_args *a = &w->a[r];
    struct source x = w->spec.op->source(a, j), y = w->spec.op->source(a, k);
    size_t bytes = (size_t)a->recv.counts[j] * w->v.dtype->extent;
    unsigned char *p = result(w, r, j), *q = result(w, r, k), *old;

    if (bytes == 0 || a->recv.counts[j] != a->recv.counts[k] ||
        (x.first == y.first && x.block == y.block))
        return;
    old = copy_of(p, bytes);
    memcpy(p, q, bytes);
    memcpy(q, old, bytes);
    expect(w, false, "two swapped blocks");
    memcpy(q, p, bytes);
    memcpy(p, old, bytes);
    free(old);
}

/* Changes the guards after the buffers, and the input. */
static void outside_faults(struct world *w, int r)
{
    unsigned char *recv = w->a[r].recvmem, *send = w->a[r].sendmem;

    recv[memory_bytes(w, r, true) - 1] ^= 1;
    expect(w, false, "a byte behind the result");
    recv[memory_bytes(w, r, true) - 1] ^= 1;
    if (!layout_sends(w->spec.op, &w->a[r]) || w->a[r].send.span == 0)
        return;
    send[memory_bytes(w, r, false) - 1] ^= 1;
    expect(w, false, "a byte behind the input");
    send[memory_bytes(w, r, false) - 1] ^= 1;
    send[0] ^= 1;
    expect(w, false, "overwritten input");
    send[0] ^= 1;
}

static void faults(struct world *w, const struct before *b)
{
    const struct op *op = w->spec.op;

    execute(w, b, RIGHT);
    for (int r = 0; r < w->spec.size; r++) {
        outside_faults(w, r);
        for (int k = 0; layout_receives(op, &w->a[r]) && k < w->a[r].recv.n;
             k++) {
            block_faults(w, b, r, k);
            for (int j = 0; j < k; j++)
                swap_faults(w, r, j, k);
        }
    }
    expect(w, true, "what was put back");
}

UNIT_TEST(test_faults)
{
    world_all(3, 16, faults); /* half a block is a whole number of words */
    world_all(1, 3, faults);
}

/* True if a block comes from another rank, so that blocks may be confused. */
static bool moves(const struct world *w)
{
    bool any = false;

    for (int r = 0; r < w->spec.size; r++)
        for (int k = 0;
             layout_receives(w->spec.op, &w->a[r]) && k < w->a[r].recv.n; k++)
            any |= w->spec.op->source(&w->a[r], k).n > 0 &&
                   w->a[r].recv.counts[k] > 0;
    return any;
}

/* True if every rank has input, so that another rank's may be used by
 * mistake. */
static bool all_have_input(struct world *w)
{
    MPI_Count count;

    for (int r = 0; r < w->spec.size; r++)
        if (world_input(w, r, 0, &count) == NULL)
            return false;
    return true;
}

static void from_another_rank(struct world *w, const struct before *b)
{
    const struct counts_rule *rule = w->spec.counts;

    if (w->spec.size < 2 || !moves(w) || !all_have_input(w) ||
        rule != counts_find("equal"))
        return;
    execute(w, b, OTHER_RANK);
    expect(w, false, "data of another rank");
}

static char first[VERIFY_TEXT];

static void flip_first(struct world *w, const struct before *b)
{
    const struct dtype *t = w->v.dtype;
    size_t element = 3 * t->extent + (t->npieces > 1 ? t->pieces[1].offset : 0);
    unsigned char *p;

    execute(w, b, RIGHT);
    w->v.first = first;
    *first = '\0';
    assert_int_equal(verify_check(&w->v, &w->a[1]), 0);
    assert_string_equal(first, "");
    p = result(w, 1, w->a[1].recv.n - 1);
    if (t->kind == DTYPE_BYTES)
        p[element] ^= 0xff;
    else
        element_store(t, -5, p + element);
    p[element + 2 * t->extent] ^= 0xff;
    assert_int_equal(verify_check(&w->v, &w->a[1]), 1);
}

/* Only the first difference is described, as numbers of the type. */
UNIT_TEST(test_first)
{
    static const struct {
        const char *op, *type, *text;
    } t[] = {
        {"alltoall", "byte", "receive block 2, element 3: expected 0x"},
        {"bcast", "vector", "receive block 0, element 3, byte 8: expected 0x"},
        {"bcast", "int32", "receive block 0, element 3: expected "},
        {"allreduce", "double", "receive block 0, element 3: expected "},
        {"allreduce", "float", "receive block 0, element 3: expected "},
        {"reduce", "int64", "receive block 0, element 3: expected "},
    };

    for (size_t i = 0; i < LENGTH(t); i++) {
        const struct world_spec spec = {.op = op_find(t[i].op),
                                        .size = 3,
                                        .root = 1,
                                        .count = 9,
                                        .dtype = dtype_find(t[i].type)};
        bool number = dtype_find(t[i].type)->kind != DTYPE_BYTES;

        print_message("# %s of %s\n", t[i].op, t[i].type);
        world_try(&spec, flip_first);
        assert_memory_equal(first, t[i].text, strlen(t[i].text));
        assert_non_null(strstr(first, number ? ", found -5" : ", found 0x"));
    }
}

UNIT_TEST(test_other_rank)
{
    world_all(MOST, COUNT, from_another_rank);
}

static void in_order(struct world *w, const struct before *b)
{
    execute(w, b, BACKWARDS);
    expect(w, false, "the reverse order");
    execute(w, b, RIGHT);
    expect(w, true, "the right order");
}

UNIT_TEST(test_order)
{
    static const char *const ops[] = {"reduce", "allreduce", "iscan",
                                      "reduce_scatter", "exscan_init"};

    for (size_t i = 0; i < LENGTH(ops); i++)
        world_try(&(struct world_spec){.op = op_find(ops[i]),
                                       .size = 4,
                                       .count = 100,
                                       .dtype = dtype_find("int64"),
                                       .redop = redop_find("user-affine")},
                  in_order);
}

/* A result that was correct for another call is wrong for this one. */
static void from_another_call(struct world *w, const struct before *b)
{
    const struct world_spec *spec = &w->spec;

    execute(w, b, RIGHT);
    if (moves(w)) {
        w->v.launch++;
        expect(w, false, "data of the launch before");
        w->v.launch--;
    }
    for (int r = 0; r < spec->size; r++)
        w->a[r].root = (spec->root + 1) % spec->size;
    if (spec->op->flags & OP_ROOTED && moves(w) && spec->size > 1)
        expect(w, false, "data of another root");
}

UNIT_TEST(test_other_call)
{
    world_all(MOST, COUNT, from_another_call);
}

/* True if this byte of the receive buffer is part of the rank's input. */
static bool is_input(const struct world *w, int rank, size_t at)
{
    size_t extent = w->v.dtype->extent;
    MPI_Count count, displ;

    for (int i = 0;
         layout_inout(w->spec.op, &w->a[rank], i, &count, &displ) >= 0; i++)
        if (at >= (size_t)displ * extent &&
            at < (size_t)(displ + count) * extent)
            return true;
    return false;
}

/* Writes only the data that the next launch sends. */
static void rewritten(struct world *w, const struct before *b)
{
    struct before input, all;

    w->v.launch++;
    for (int r = 0; r < w->spec.size; r++) {
        verify_input(&w->v, &w->a[r]);
        input.send[r] = copy_of(w->a[r].sendmem, memory_bytes(w, r, false));
        input.recv[r] = copy_of(w->a[r].recvmem, memory_bytes(w, r, true));
    }
    before_open(&all, w);
    for (int r = 0; r < w->spec.size; r++) {
        assert_memory_equal(input.send[r], all.send[r],
                            memory_bytes(w, r, false));
        for (size_t i = 0; i < memory_bytes(w, r, true); i++)
            assert_int_equal(input.recv[r][i], is_input(w, r, i)
                                                   ? all.recv[r][i]
                                                   : b->recv[r][i]);
    }
    before_close(&input, w);
    before_close(&all, w);
}

UNIT_TEST(test_rewritten)
{
    world_all(MOST, COUNT, rewritten);
}

/* Changes a random byte (with a seed): payload, gap, memory between blocks, or
 * guard. */
static void seeded_faults(struct world *w, const struct before *b)
{
    size_t bytes = memory_bytes(w, 1, true);
    unsigned char *p = w->a[1].recvmem;

    execute(w, b, RIGHT);
    for (size_t i = 0; i < bytes; i += 1 + bytes / 97) {
        p[i] ^= 1;
        assert_int_equal(wrong(w), 1);
        p[i] ^= 1;
    }
    assert_int_equal(wrong(w), 0);
}

UNIT_TEST(test_every_byte)
{
    /* one long block, and several blocks with gaps between them */
    static const struct {
        const char *op;
        MPI_Count count;
    } rows[] = {{"bcast", 5000}, {"exchange", 40}};

    for (size_t i = 0; i < LENGTH(rows); i++)
        for (size_t t = 0; dtype_table[t] != NULL; t++)
            world_try(&(struct world_spec){.op = op_find(rows[i].op),
                                           .size = 2,
                                           .count = rows[i].count,
                                           .dtype = dtype_table[t]},
                      seeded_faults);
}
