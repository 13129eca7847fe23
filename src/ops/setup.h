/* setup.h: prepares the call of an operation for the launches of a pass. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_SETUP_H
#define OPS_SETUP_H

#include "ops/buffers.h"
#include "ops/op.h"

/* Sets a->call and a->run (NULL if the MPI library has no call for these
 * arguments). Returns why the operation cannot be measured with these
 * arguments, malloced, or NULL. The result is the same on all ranks if a->large
 * is. */
char *setup_call(const struct op *op, struct op_args *a);

/* Returns why the algorithm cannot be measured with these arguments, or NULL.
 * Call it after setup_call(). */
const char *setup_algo(const struct algo *algo, const struct op_args *a);

/* Sets a->edges, which are the operation's messages, and a->peer. Collective
 * over a->comm. Returns an MPI error code, with *cause malloced or NULL. */
int setup_edges(const struct op *op, struct op_args *a, char **cause);

/*
 * Calls the operation's open(), makes its requests (if persistent: one per
 * buffer slot), and starts the threads of --threads. Collective over a->comm.
 * Returns an MPI error code, with *cause malloced or NULL. Call setup_close(),
 * which ends and frees all this, even after an error.
 */
int setup_open(const struct op *op, struct op_args *a, struct buffers *b,
               char **cause);
void setup_close(const struct op *op, struct op_args *a,
                 const struct buffers *b);

/* Makes the types of blocks if the operation has the flag OP_PEER_TYPES
 *. Call it after layout_open(); call types_close(), which frees them,
 * before layout_close(). Returns an MPI error code. */
int types_open(struct op_args *a, const struct op *op);
void types_close(struct op_args *a);

/* Returns the length of an array of figures, which ends with a NULL name; 0 if
 * the array is NULL. */
static inline size_t figures_count(const struct figure *f)
{
    size_t n = 0;

    while (f != NULL && f[n].name != NULL)
        n++;
    return n;
}

/* Returns why the operation is not measured with this MPI library: the library
 * lacks the call, or the call is known to give wrong results or never to
 * return. NULL if it is measured. */
const char *op_missing(const struct op *op);

/* Returns what this release of the MPI library is known to do wrong with these
 * arguments, or NULL. */
const char *op_broken(const struct op *op, const struct op_args *a);

/* ---- threads of --threads: threads.c ------------------------------------- */

/*
 * Starts threads 1 to a->nthreads - 1, each with its own duplicate of a->comm
 * and its own requests. From then on a->run() runs the operation in all
 * threads; thread 0 is the one that calls it. An idle rank starts no threads.
 * Collective over a->comm. Returns an MPI error code, with *cause malloced or
 * NULL. Call threads_close() in any case.
 */
int threads_open(struct op_args *a, bool idle, char **cause);
void threads_close(struct op_args *a);

/* Returns the number of threads that run the operation; at least 1. */
static inline int threads_count(const struct op_args *a)
{
    return a->nthreads > 1 ? a->nthreads : 1;
}

/* Return the arguments of thread i. threads_beside() needs i > 0, and
 * threads_open() before it. */
struct op_args *threads_beside(struct op_args *a, int i);
static inline struct op_args *threads_args(struct op_args *a, int i)
{
    return i == 0 ? a : threads_beside(a, i);
}

#endif /* OPS_SETUP_H */
