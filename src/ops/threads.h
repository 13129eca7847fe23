/* threads.h: --threads: runs the operation in several threads of a rank
 * concurrently. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_THREADS_H
#define OPS_THREADS_H

#include "ops/op.h"

struct threads;

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

#endif /* OPS_THREADS_H */
