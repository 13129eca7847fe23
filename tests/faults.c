/* faults.c: a plug-in whose algorithms make every operation's results wrong. */
/* SPDX-License-Identifier: BSD-3-Clause */
/* An algorithm lets the MPI library execute the operation and then damages the
 * received data: it flips a bit, undoes the receipt of a block, or swaps two
 * blocks. The code is the same for all operations, so new ones are covered,
 * too. */
#include <stdlib.h>
#include <string.h>
#include "ops/op.h"

/* A receive buffer, and what it contained before the call. */
struct received {
    const struct side *side;
    size_t extent; /* of an element */
    unsigned char *now, *before;
};

typedef void damage_fn(const struct received *r);

static size_t place(const struct received *r, int block)
{
    return (size_t)r->side->displs[block] * r->extent;
}

static size_t bytes(const struct received *r, int block)
{
    return (size_t)r->side->counts[block] * r->extent;
}

static void swap(unsigned char *p, unsigned char *q, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char x = p[i];

        p[i] = q[i];
        q[i] = x;
    }
}

/* Returns the first block that the call changed, or -1. */
static int arrived(const struct received *r)
{
    for (int b = 0; b < r->side->n; b++)
        if (memcmp(r->now + place(r, b), r->before + place(r, b),
                   bytes(r, b)) != 0)
            return b;
    return -1;
}

static void flip_bit(const struct received *r)
{
    int b = arrived(r);

    if (b >= 0)
        r->now[place(r, b) + bytes(r, b) / 2] ^= 1;
}

static void lose_block(const struct received *r)
{
    int b = arrived(r);

    if (b >= 0)
        memcpy(r->now + place(r, b), r->before + place(r, b), bytes(r, b));
}

/* Swaps the block that the call changed with a different block of the same
 * length; if there is none, swaps the two halves of it. */
static void swap_blocks(const struct received *r)
{
    int b = arrived(r);
    unsigned char *p = b >= 0 ? r->now + place(r, b) : NULL;

    for (int c = 0; b >= 0 && c < r->side->n; c++) {
        unsigned char *q = r->now + place(r, c);

        if (bytes(r, c) == bytes(r, b) && memcmp(p, q, bytes(r, b)) != 0) {
            swap(p, q, bytes(r, b));
            return;
        }
    }
    if (b >= 0)
        swap(p, p + bytes(r, b) - bytes(r, b) / 2, bytes(r, b) / 2);
}

/* Makes all ranks begin and end together: otherwise the target of a one-sided
 * operation does not know when its data has arrived. */
static int run_together(const struct op_args *a)
{
    int rc = MPI_Barrier(a->comm);

    if (rc == MPI_SUCCESS)
        rc = a->run(a->state, a);
    return rc != MPI_SUCCESS ? rc : MPI_Barrier(a->comm);
}

static int run(const struct op_args *a, damage_fn *damage)
{
    struct received r = {.side = &a->recv, .now = a->recvmem};
    MPI_Aint lb, extent;
    size_t span;
    int rc = MPI_Type_get_extent(a->type, &lb, &extent);

    if (rc != MPI_SUCCESS)
        return rc;
    r.extent = (size_t)extent;
    span = a->receives ? (size_t)a->recv.span * r.extent : 0;
    r.before = malloc(span + 1);
    if (r.before == NULL)
        return MPI_ERR_NO_MEM;
    memcpy(r.before, r.now, span);
    rc = run_together(a);
    if (rc == MPI_SUCCESS && span > 0)
        damage(&r);
    free(r.before);
    return rc;
}

static int run_byte(void *state, const struct op_args *a)
{
    (void)state;
    return run(a, flip_bit);
}

static int run_missing(void *state, const struct op_args *a)
{
    (void)state;
    return run(a, lose_block);
}

static int run_swapped(void *state, const struct op_args *a)
{
    (void)state;
    return run(a, swap_blocks);
}

static const struct algo fault_byte = {
    .name = "fault-byte",
    .help = "one bit of what a rank received is wrong",
    .run = run_byte,
};
static const struct algo fault_missing = {
    .name = "fault-missing",
    .help = "one block that a rank had to receive is missing",
    .run = run_missing,
};
static const struct algo fault_swapped = {
    .name = "fault-swapped",
    .help = "two blocks that a rank received, or halves of one, are swapped",
    .run = run_swapped,
};

static const struct algo *const algos[] = {
    &fault_byte, &fault_missing, &fault_swapped, NULL,
};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = algos,
};
