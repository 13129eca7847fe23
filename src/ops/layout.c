/* layout.c: computes counts and displacements of a call's blocks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/layout.h"

#include <limits.h>
#include <stdlib.h>
#include "lib/digest.h"
#include "lib/xmalloc.h"
#include "ops/setup.h"

static enum extent extent_of(const struct op *op, bool sends)
{
    return sends ? op->send.extent : op->recv.extent;
}

static int blocks(const struct op *op, const struct op_args *a, bool sends)
{
    const int n[] = {
        [EXT_NONE] = 0,
        [EXT_ONE] = 1,
        [EXT_TWO_EDGES] = 2 * a->edges.nout,
        [EXT_NPROCS] = a->size,
        [EXT_EDGES] = sends ? a->edges.nout : a->edges.nin,
    };

    return n[extent_of(op, sends)];
}

/*
 * Returns the number of elements of a block; sender and receiver must get the
 * same. With --counts it depends on the sender, on the receiver or, if each
 * pair of ranks has a block, on the sum of both, which gives each rank blocks
 * of all sizes.
 */
static MPI_Count block_count(const struct op *op, const struct counts *counts,
                             const struct op_args *a, bool sends, int block)
{
    const struct edge *edges = sends ? a->edges.out : a->edges.in;
    enum extent extent = extent_of(op, sends);
    int other = extent == EXT_EDGES    ? edges[block].peer
                : extent == EXT_NPROCS ? block
                                       : MPI_PROC_NULL;
    int sender = sends ? a->rank : other;
    int receiver = sends ? other : a->rank;
    int index = op->varies == VARY_SENDER     ? sender
                : op->varies == VARY_RECEIVER ? receiver
                                              : sender + receiver;

    if (op->varies == VARY_NOT && extent == EXT_EDGES)
        return edges[block].count;
    if (op->varies == VARY_NOT || index < 0) /* there is no neighbour */
        return a->count;
    return counts->rule->count(a->count, index % a->size, a->size,
                               counts->seed);
}

static void side_alloc(struct side *s, int n, MPI_Datatype type)
{
    size_t room = n > 0 ? (size_t)n : 1;

    s->n = n;
    s->counts = xcalloc(room, sizeof(*s->counts));
    s->displs = xcalloc(room, sizeof(*s->displs));
    s->adispls = xcalloc(room, sizeof(*s->adispls));
    s->abytes = xcalloc(room, sizeof(*s->abytes));
    s->types = xcalloc(room, sizeof(*s->types));
    s->times = xcalloc(room, sizeof(*s->times));
    for (int i = 0; i < n; i++)
        s->types[i] = type;
}

static void side_free(struct side *s)
{
    free(s->counts);
    free(s->displs);
    free(s->icounts);
    free(s->idispls);
    free(s->ibytes);
    free(s->adispls);
    free(s->abytes);
    free(s->types);
    free(s->times);
    free(s->itimes);
    *s = (struct side){0};
}

/* Copies counts and displacements into arrays of int, if all values fit; else
 * frees these arrays and returns false. */
static bool side_fits_int(struct side *s, bool byte_displs)
{
    size_t room = s->n > 0 ? (size_t)s->n : 1;

    for (int i = 0; i < s->n; i++)
        if (s->counts[i] > INT_MAX || s->displs[i] > INT_MAX ||
            (byte_displs && s->abytes[i] > INT_MAX))
            return false;
    s->icounts = xcalloc(room, sizeof(*s->icounts));
    s->idispls = xcalloc(room, sizeof(*s->idispls));
    s->ibytes = xcalloc(room, sizeof(*s->ibytes));
    s->itimes = xcalloc(room, sizeof(*s->itimes));
    for (int i = 0; i < s->n; i++) {
        s->icounts[i] = s->itimes[i] = (int)s->counts[i];
        s->idispls[i] = (int)s->displs[i];
        s->ibytes[i] = byte_displs ? (int)s->abytes[i] : 0;
    }
    return true;
}

/* Places the blocks one after the other. */
static int side_fill(struct side *s, const struct op *op,
                     const struct counts *counts, const struct dtype *dtype,
                     const struct op_args *a, bool sends)
{
    MPI_Count element = (MPI_Count)dtype->extent, end = 0, bytes;
    MPI_Count gap = extent_of(op, sends) == EXT_EDGES
                        ? (a->edges.gap + element - 1) / element
                        : 0;

    side_alloc(s, blocks(op, a, sends), a->type);
    for (int i = 0; i < s->n; i++) {
        s->counts[i] = s->times[i] = block_count(op, counts, a, sends, i);
        if (i > 0 && __builtin_add_overflow(end, gap, &end))
            return -1;
        if (__builtin_mul_overflow(end, element, &bytes))
            return -1;
        s->displs[i] = end;
        s->adispls[i] = (MPI_Aint)end;
        s->abytes[i] = (MPI_Aint)bytes;
        if (__builtin_add_overflow(end, s->counts[i], &end))
            return -1;
    }
    s->span = end;
    return __builtin_mul_overflow(end, element, &bytes) ? -1 : 0;
}

int layout_open(struct op_args *a, const struct op *op,
                const struct counts *counts, const struct dtype *dtype)
{
    bool byte_displs = op->flags & OP_BYTE_DISPLS, fits;

    a->send = a->recv = (struct side){0};
    if (side_fill(&a->send, op, counts, dtype, a, true) != 0 ||
        side_fill(&a->recv, op, counts, dtype, a, false) != 0)
        return -1;
    fits = side_fits_int(&a->send, byte_displs);
    fits = side_fits_int(&a->recv, byte_displs) && fits;
    /* an operation without its own call does not pass a->count */
    a->large = !fits || (a->count > INT_MAX && !op_sends_messages(op));
    return 0;
}

void layout_close(struct op_args *a)
{
    side_free(&a->send);
    side_free(&a->recv);
}

void edges_alloc(struct edges *e, int nin, int nout)
{
    *e = (struct edges){.nin = nin, .nout = nout};
    e->in = xcalloc((size_t)nin + 1, sizeof(*e->in));
    e->out = xcalloc((size_t)nout + 1, sizeof(*e->out));
}

void edges_free(struct edges *e)
{
    free(e->in);
    free(e->out);
    free(e->node);
    *e = (struct edges){0};
}

void edges_fill(struct edge *e, int n, int peer, MPI_Count count)
{
    for (int i = 0; i < n; i++)
        e[i] = (struct edge){.peer = peer, .count = count, .block = i};
}

/* ---- which rank has which data ------------------------------------------- */

bool layout_at(enum op_ranks ranks, const struct op_args *a)
{
    const bool is[] = {
        [AT_NONE] = false,
        [AT_ALL] = true,
        [AT_ROOT] = a->rank == a->root,
        [AT_ORIGIN] = op_is_origin(a),
        [AT_TARGET] = a->peer >= 0 && !op_is_origin(a),
        [AT_PAIR] = a->peer >= 0,
    };

    return is[ranks];
}

/* The ranks that both send and receive pass MPI_IN_PLACE: all ranks, or only
 * the root. */
bool layout_in_place(const struct op *op, const struct op_args *a)
{
    return a->in_place && layout_at(op->send.at, a) &&
           layout_at(op->recv.at, a);
}

bool layout_sends(const struct op *op, const struct op_args *a)
{
    return layout_at(op->send.at, a) &&
           (!layout_in_place(op, a) || op->in_place == IN_PLACE_STAYS);
}

bool layout_receives(const struct op *op, const struct op_args *a)
{
    return layout_at(op->recv.at, a) &&
           (!layout_in_place(op, a) || op->in_place != IN_PLACE_STAYS);
}

void layout_elements(const struct op *op, const struct op_args *a,
                     bool any_root, MPI_Count *send, MPI_Count *recv)
{
    struct op_args other = *a;
    bool sends, receives;

    sends = layout_sends(op, a);
    receives = layout_receives(op, a);
    for (int root = 0; any_root && root < a->size; root++) {
        other.root = root;
        sends = sends || layout_sends(op, &other);
        receives = receives || layout_receives(op, &other);
    }
    *send = sends ? a->send.span : 0;
    *recv = receives ? a->recv.span : 0;
    if (a->in_place && receives && op->in_place == IN_PLACE_WHOLE &&
        a->send.span > *recv)
        *recv = a->send.span;
}

int layout_inout(const struct op *op, const struct op_args *a, int i,
                 MPI_Count *count, MPI_Count *displ)
{
    const struct side *s = &a->recv;
    int at = i;

    if (layout_in_place(op, a) && op->in_place == IN_PLACE_WHOLE) {
        s = &a->send;
    } else if (layout_in_place(op, a) && op->in_place == IN_PLACE_OWN) {
        if (i > 0)
            return -1;
        at = a->rank;
    } else if (!layout_at(op->inout, a)) {
        return -1;
    }
    if (at >= s->n)
        return -1;
    *count = s->counts[at];
    *displ = s->displs[at];
    return i;
}

static MPI_Count equal(MPI_Count mean, int index, int n, uint64_t seed)
{
    (void)index, (void)n, (void)seed;
    return mean;
}

/* Sizes that grow linearly from 0 to twice the mean. */
static MPI_Count linear(MPI_Count mean, int index, int n, uint64_t seed)
{
    (void)seed;
    return n > 1 ? (MPI_Count)((__int128)2 * mean * index / (n - 1)) : mean;
}

static MPI_Count spike(MPI_Count mean, int index, int n, uint64_t seed)
{
    (void)seed;
    return index == n - 1 ? mean * n : 0;
}

/* Sizes that are uniformly distributed from 0 to twice the mean. */
static MPI_Count random_count(MPI_Count mean, int index, int n, uint64_t seed)
{
    uint64_t x = scatter_mix((seed + 1) * SCATTER_STEP + (uint64_t)index);

    (void)n;
    return (MPI_Count)(x % (2 * (uint64_t)mean + 1));
}

const struct counts_rule *const counts_table[] = {
    &(const struct counts_rule){"equal", "blocks of equal size", false, equal},
    &(const struct counts_rule){"linear",
                                "sizes grow from 0 to twice the size of --size",
                                false, linear},
    &(const struct counts_rule){
        "spike", "all data in the last block, the others empty", false, spike},
    &(const struct counts_rule){"random",
                                "random:SEED: up to twice the size of --size",
                                true, random_count},
    NULL,
};

/* ---- contents after the call, and traffic -------------------------------- */

/* Defines source_NAME(), which returns the source of the data in `block`: first
 * rank, step between ranks, number of ranks, and their block. */
#define SOURCE(name, first, step, n, from)                                     \
    struct source source_##name(const struct op_args *a, int block)            \
    {                                                                          \
        (void)a, (void)block;                                                  \
        return (struct source){first, step, n, from};                          \
    }
SOURCE(root, a->root, 0, 1, block)
SOURCE(gather, block, 0, 1, 0)
SOURCE(scatter, a->root, 0, 1, a->rank)
SOURCE(alltoall, block, 0, 1, a->rank)
SOURCE(neighbor, a->edges.in[block].peer, 0, a->edges.in[block].peer >= 0, 0)
SOURCE(peer, a->peer, 0, a->peer >= 0, block)
SOURCE(fold, 0, 1, a->size, block)
SOURCE(fold_own, 0, 1, a->size, a->rank)
SOURCE(fold_upto, 0, 1, a->rank + 1, block)
SOURCE(fold_below, 0, 1, a->rank > 0 ? a->rank : -1, block)

static struct traffic traffic_of(const struct op_args *a, double n,
                                 double elements)
{
    return (struct traffic){n, elements * (double)a->type_size};
}

struct traffic traffic_of_edges(const struct op_args *a)
{
    double n = 0, elements = 0;

    for (int i = 0; i < a->edges.nout; i++)
        if (a->edges.out[i].peer != MPI_PROC_NULL) {
            n++;
            elements += (double)a->edges.out[i].count;
        }
    return traffic_of(a, n, elements);
}

struct traffic traffic_of_one(const struct op_args *a)
{
    return traffic_of(a, 1, (double)a->count);
}

struct traffic traffic_of_origin(const struct op_args *a)
{
    return op_is_origin(a) ? traffic_of_one(a) : (struct traffic){0, 0};
}

bool op_has_call(const struct op *op)
{
    return op->call.run != NULL || op->call.start != NULL ||
           op->call.init != NULL;
}

bool op_sends_messages(const struct op *op)
{
    return !op_has_call(op) && op->edges != NULL && op->missing == NULL;
}
