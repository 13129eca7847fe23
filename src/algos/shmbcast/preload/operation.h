/* operation.h: the operations of MPI that the library replaces. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_OPERATION_H
#define PRELOAD_OPERATION_H

#include "algos/preload/fortran.h"
#include "algos/type.h"
#include "channel.h"
#include "mpi/library.h"

/* Arguments of a call from C or Fortran. */
struct call {
    const struct operation *what;
    bool large; /* the program called the function that ends in _c */
    const void *sendbuf;
    MPI_Count sendcount;
    MPI_Datatype sendtype;
    void *buf; /* of a broadcast, or for the result */
    MPI_Count count;
    MPI_Datatype type;
    MPI_Op op; /* MPI_OP_NULL unless the operation reduces */
    int root;
    MPI_Comm comm;
};

struct operation {
    enum operation_number number;
    /* calls of sizes at which the MPI library is faster are left to it. For
     * this, all ranks must know the size, even after an error of the program */
    bool chosen;
    /* false if the MPI library has to report the arguments; NULL if they are
     * always good */
    bool (*good)(const struct call *call, const struct channel *ch);
    /* by the MPI library; own: the call is ours, not the program's */
    int (*native)(const struct call *call, bool own);
    /* by shared memory, for the ranks of [h]; returns MPI_SUCCESS or an error
     * class */
    int (*inside)(struct shmbcast_auto *h, const struct call *call);
    /* the same on several nodes; NULL: left to the MPI library */
    int (*across)(const struct channel *ch, const struct call *call);
};

/* Calls the next tool's function, or the MPI library's. */
#define OPERATION_NEXT(name) (own ? PMPI_##name : next_mpi.name)
/* Defines an MPI function, and the one that ends in _c. */
#ifdef HAVE_MPI_LARGE_COUNTS
#define OPERATION_NATIVE(name, ...)                                            \
    (call->large ? OPERATION_NEXT(name##_c)(__VA_ARGS__)                       \
                 : OPERATION_NEXT(name)(__VA_ARGS__))
#define OPERATION_ENTRIES(ENTRY, name)                                         \
    ENTRY(MPI_##name, int, false) ENTRY(MPI_##name##_c, MPI_Count, true)
#else
#define OPERATION_NATIVE(name, ...) OPERATION_NEXT(name)(__VA_ARGS__)
#define OPERATION_ENTRIES(ENTRY, name) ENTRY(MPI_##name, int, false)
#endif
#define OPERATION_CALL(...) channel_call(&(struct call){__VA_ARGS__})

/* True if the MPI library reports short broadcasts and buffers that overlap, as
 * MPICH does. */
static inline bool mpi_is_strict(void)
{
    return mpi_running().mpi != openmpi;
}

/* True if a buffer is good. NULL may be MPI_BOTTOM, which is valid with types
 * that contain addresses. */
static inline bool operation_good(const void *buf, MPI_Count count,
                                  MPI_Datatype type)
{
    return count >= 0 && type != MPI_DATATYPE_NULL && buf != MPI_IN_PLACE &&
           (buf != NULL || count == 0 || !sb_type_named(type));
}

/* In channel.c. Makes the call by shared memory if possible, else by the MPI
 * library. Calls the error handler after an error. Returns what the MPI
 * function returns. */
int channel_call(const struct call *call);

/* A comparison with the MPI library. */
struct comparison {
    struct shmbcast_auto *h;
    const struct operation *what;
    enum shmbcast_auto_calibrate buffers; /* which ones are timed */
    unsigned first, n; /* entries of a table of sizes that are compared */
    double seconds;
    char *room; /* for results, during the comparison */
};

/* In compare.c. Sets what [p] finds for its entries in [c]. Returns false, the
 * same on all ranks, if the seconds were too few. Collective over the handle.
 */
bool compare_native(struct comparison *p, struct compared *c);

/* In compare.c. Finds out at which sizes the MPI library is faster than [what],
 * at least for the table's entry [place]. The first handle of a set of ranks
 * measures it. Collective over the channel's handle, which is not NULL. */
void compare_learn(struct channel *ch, const struct operation *what,
                   unsigned place);

#endif /* PRELOAD_OPERATION_H */
