/* op.h: what can be measured: operations, and the algorithms for them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_OP_H
#define OPS_OP_H

#include <jansson.h>
#include <mpi.h>
#include "lib/params.h"
#include "ops/dtype.h"
#include "timers/timer.h"

/* Arguments of one call: the superset of the MPI signatures. */
struct op_args {
    void *sendbuf;
    void *recvbuf;   /* bcast: the only buffer */
    MPI_Count count; /* elements of `type` in one block */
    MPI_Datatype type;
    MPI_Op op; /* reductions */
    int root;  /* rooted operations */
    int rank, size;
    MPI_Comm comm;
    const struct clock *clock; /* for the operations that wait */
};

/* The call that gets measured; returns an MPI error code. The MPI library's
 * own operations ignore `state`. */
typedef int op_run_fn(void *state, const struct op_args *a);

/* How many blocks of `count` elements a buffer holds. */
enum extent { EXT_NONE, EXT_ONE, EXT_NPROCS };

enum op_flags {
    OP_ROOTED = 1 << 0,    /* has a root: --root applies */
    OP_REDUCTION = 1 << 1, /* has an MPI_Op: --op applies, double by default */
    OP_NODATA = 1 << 2,    /* no message: one case of 0 bytes */
};

/*
 * An operation owns neither buffers nor clocks: the harness allocates from
 * the extents, times the call and checks the answer.
 *
 * source() says which rank's which block has to stand in block `block` of
 * this rank's receive buffer afterwards (for reductions: which block of every
 * rank has been folded). NULL: nothing to verify.
 */
struct op {
    const char *name;
    const char *help;
    unsigned flags;
    enum extent sendext, recvext;
    op_run_fn *run;
    void (*source)(const struct op_args *a, int block, int *src_rank,
                   int *src_block);
};

extern const struct op *const op_table[]; /* NULL-terminated */

const struct op *op_find(const char *name);

/*
 * An algorithm: another implementation of an operation behind the same
 * function type. create() is collective over comm and never timed; it
 * returns 0 on every rank, or on every rank an MPI error code with *why set to
 * a malloced reason. Without create/destroy there is no state. A NULL run
 * means the operation's own (`native`).
 */
struct algo {
    const char *name;
    const char *op; /* operation it implements; NULL: all */
    const char *help;
    const struct param *params; /* NULL-terminated, or NULL */
    /* Pure check of what was given with --param; -1 with *cause malloced. */
    int (*check_params)(const struct params *given, char **cause);
    int (*create)(MPI_Comm comm, const struct params *given, void **state,
                  char **why);
    op_run_fn *run;
    /* What was used, for the record; rank 0 only. A new reference. */
    json_t *(*describe)(void *state);
    /* Lines for people, where a parameter asked for them: malloced, or NULL
     * when there is nothing to say; rank 0 only. */
    char *(*report)(void *state);
    void (*destroy)(void *state);
};

extern const struct algo *const algo_table[]; /* NULL-terminated */
extern const struct algo algo_native;

/* NULL when the operation has no algorithm of that name. */
const struct algo *algo_find(const struct op *op, const char *name);

#endif /* OPS_OP_H */
