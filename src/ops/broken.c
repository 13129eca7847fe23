/* broken.c: operations that the MPI library's release in use gets wrong. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An operation with results that --verify finds wrong, or that never returns,
 * must not be measured. Once the fault is known to be the library's, it gets a
 * row here, with the first release that has it fixed.
 */
#include "ops/setup.h"

#include <fnmatch.h>
#include <limits.h>
#include "ops/pairs.h"

/* The release of this library, 4.1.5 as 40105, and the name of its column
 * below. */
#if defined(MPICH_NUMVERSION)
enum { RELEASE = MPICH_NUMVERSION / 1000 };
#define BEFORE mpich
#elif defined(OMPI_MAJOR_VERSION)
enum {
    RELEASE = OMPI_MAJOR_VERSION * 10000 + OMPI_MINOR_VERSION * 100 +
              OMPI_RELEASE_VERSION
};
#define BEFORE openmpi
#else
enum { RELEASE = 0 };
#define BEFORE other
#endif

/* Returns the window of a one-sided operation. */
static enum rma_window window_of(const struct op_args *a)
{
    const struct rma_params *p = a->params;

    return p->window;
}

/* For 64 bits the library uses an address of the origin as the target's. */
static bool swaps_in_allocated(const struct op_args *a)
{
    return a->type_size == 8 && window_of(a) == RMA_ALLOCATE;
}

/* For one element the library uses atomic operations of shared memory, which
 * lack the logical operations. */
static bool is_logical(const struct op_args *a)
{
    return a->count == 1 && window_of(a) != RMA_ALLOCATE &&
           (a->op == MPI_LAND || a->op == MPI_LOR || a->op == MPI_LXOR);
}

/* In Open MPI 5, operations on one element of 64 bits combine the target's
 * value with itself. */
static bool is_bitwise(const struct op_args *a)
{
    return a->type_size == 8 && a->count == 1 && window_of(a) != RMA_ALLOCATE &&
           (a->op == MPI_BAND || a->op == MPI_BOR || a->op == MPI_BXOR);
}

static bool is_large(const struct op_args *a)
{
    return a->large;
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

static bool is_grouped(const struct op_args *a)
{
    return a->groups > 1;
}

static const struct {
    const char *op;            /* pattern of names, an extended glob of glibc */
    int since;                 /* first release with the fault */
    int mpich, openmpi, other; /* first release without the fault; 0: none has
                                  the fault */
    bool (*when)(const struct op_args *a); /* NULL: for all arguments */
    const char *cause;
} faults[] = {
    {"gather_init", .mpich = 40300,
     .cause = "started again it moves stale data (pmodels/mpich#7078)"},
    {"scatter_init", .mpich = 40300,
     .cause = "started again it moves stale data or hangs "
              "(see pmodels/mpich#7078)"},
    {"allgather_init", .mpich = 40200,
     .cause = "started again it loses data (see pmodels/mpich#6423)"},
    {"bsend_init", .openmpi = 60000,
     .cause = "started again it sends stale data (open-mpi/ompi#12797)"},
    {"*bsend*", .mpich = INT_MAX, .when = is_large_block,
     .cause = "buffered sends pass the count on as an int, up to 5.0 at "
              "least"},
    {"psend_init", .mpich = 40100, .when = is_large_block,
     .cause = "a partition over an int ends in a segmentation fault "
              "(pmodels/mpich#6125)"},
    {"psend_init", .openmpi = 60000,
     .cause = "data arrives before the receive is started, and hangs with 3 "
              "ranks (open-mpi/ompi#12969)"},
    {"@(ibcast|bcast_init|iscatter)", .mpich = 40100, .when = is_large_message,
     .cause = "messages of 2 GiB fail or arrive wrong: bytes counted in an "
              "int"},
    {"isendrecv*", .mpich = 40300, .when = is_derived,
     .cause = "a derived datatype is freed too early (pmodels/mpich#7106)"},
    {"compare_and_swap_*", .openmpi = 40105, .when = swaps_in_allocated,
     .cause = "64 bits in an allocated window end in a segmentation fault "
              "(open-mpi/ompi#10513)"},
    {"@(accumulate|get_accumulate|fetch_and_op)_*", .openmpi = 60000,
     .when = is_logical,
     .cause = "logical operations on one element never reach the target"},
    {"@(accumulate|get_accumulate|fetch_and_op)_*", .since = 50000,
     .openmpi = 60000, .when = is_bitwise,
     .cause = "band, bor and bxor of one element of 64 bits are wrong at the "
              "target"},
    {"@(win_allocate|*_@(fence|pscw|lock|flush))", .openmpi = 50000,
     .when = is_grouped,
     .cause = "windows that are made in two communicators at once share a file "
              "and fail"},
    {"@(put|get|accumulate|get_accumulate)_*", .mpich = 40100, .when = is_large,
     .cause = "counts over an int end in a segmentation fault or move too "
              "little (pmodels/mpich#6125)"},
};

/* Returns the cause of the first matching fault in this release, or NULL. If
 * `a` is NULL, only faults that do not depend on arguments match. */
static const char *fault_find(const struct op *op, const struct op_args *a)
{
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
        if (RELEASE >= faults[i].since && RELEASE < faults[i].BEFORE &&
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
