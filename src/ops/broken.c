/* broken.c: operations that do not work in this release of the MPI library. */
/* SPDX-License-Identifier: BSD-3-Clause */
/* An operation that never returns, or whose results --verify finds wrong, must
 * not be measured. When the fault is known to be the library's, it gets a row
 * in defects.def, with the first release without it. */
#include "ops/setup.h"

#include <fnmatch.h>
#include <limits.h>
#include "mpi/library.h"
#include "ops/pairs.h"

/* Returns the window of a one-sided operation. */
static enum rma_window window_of(const struct op_args *a)
{
    const struct rma_params *p = a->params;

    return p->window;
}

/* With 64 bits, the library uses an address of the origin at the target. */
static bool swaps_in_allocated(const struct op_args *a)
{
    return a->type_size == 8 && window_of(a) == RMA_ALLOCATE;
}

/* For one element, the library uses atomic operations on shared memory, among
 * which there are no logical ones. */
static bool is_logical(const struct op_args *a)
{
    return a->count == 1 && window_of(a) != RMA_ALLOCATE &&
           (a->op == MPI_LAND || a->op == MPI_LOR || a->op == MPI_LXOR);
}

/* In Open MPI 5, operations on one 64-bit element combine the target's value
 * with itself. */
static bool is_bitwise(const struct op_args *a)
{
    return a->type_size == 8 && a->count == 1 && window_of(a) != RMA_ALLOCATE &&
           (a->op == MPI_BAND || a->op == MPI_BOR || a->op == MPI_BXOR);
}

static bool is_large_block(const struct op_args *a)
{
    return a->count > INT_MAX;
}

static bool is_large_message(const struct op_args *a)
{
    return a->count > INT_MAX / (MPI_Count)a->type_size;
}

static bool is_derived(const struct op_args *a)
{
    int ints, addresses, types, combiner = MPI_COMBINER_NAMED;

    MPI_Type_get_envelope(a->type, &ints, &addresses, &types, &combiner);
    return combiner != MPI_COMBINER_NAMED;
}

static bool is_in_place(const struct op_args *a)
{
    return a->in_place;
}

/* True if a root other than rank 0 reduces in place more than MPICH's
 * MPIR_CVAR_REDUCE_SHORT_MSG_SIZE. */
static bool is_in_place_elsewhere(const struct op_args *a)
{
    return a->in_place && a->root != 0 &&
           (uint64_t)a->count * a->type_size > 2048;
}

static bool is_grouped(const struct op_args *a)
{
    return a->groups > 1;
}

/* True if two messages go to the same peer. In a periodic dimension of one or
 * two ranks, both neighbours are the same rank. Then a message to the neighbour
 * on one side must arrive in the block of the other side (MPI 4.1, section
 * 8.6). */
static bool has_double_edges(const struct op_args *a)
{
    const struct edge *out = a->edges.out;

    for (int i = 1; i < a->edges.nout; i++)
        for (int j = 0; j < i; j++)
            if (out[i].peer == out[j].peer && out[i].peer != MPI_PROC_NULL)
                return true;
    return false;
}

static bool has_own_edges(const struct op_args *a)
{
    return a->size == 1 && has_double_edges(a);
}

#define REPORT(id) " (" id ")"
#define LIKE(id) " (see " id ")"
#define UNREPORTED ""
#define BROKEN(op, library, since, before, when, what, report, proof)          \
    {op, library, since, before, when, what report},
#define DEFECT(...)

static const struct {
    const char *op; /* pattern of names: an extended glob of glibc */
    enum mpi_name mpi;
    int since, before; /* first release with the fault; first one without */
    bool (*when)(const struct op_args *a); /* NULL: all arguments */
    const char *cause;
} faults[] = {
#include "ops/defects.def"
};

/* Returns the first matching fault of this release, or NULL. If `a` is NULL,
 * only faults for all arguments match. */
static const char *fault_find(const struct op *op, const struct op_args *a)
{
    const struct mpi_release running = mpi_running();

    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        if (faults[i].mpi == running.mpi &&
            running.release >= faults[i].since &&
            running.release < faults[i].before &&
            fnmatch(faults[i].op, op->name, FNM_EXTMATCH) == 0 &&
            (faults[i].when == NULL || (a != NULL && faults[i].when(a))))
            return faults[i].cause;
    return NULL;
}

const char *op_missing(const struct op *op)
{
    return op->missing != NULL ? op->missing : fault_find(op, NULL);
}

const char *op_broken(const struct op *op, const struct op_args *a)
{
    return fault_find(op, a);
}
