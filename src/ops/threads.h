/* threads.h: --threads: the operation in several threads of a rank at once. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_THREADS_H
#define OPS_THREADS_H

#include "ops/op.h"

struct threads;

/*
 * Starts threads 1 to a->nthreads - 1, each with a duplicate of a->comm and
 * requests of its own; then a->run() runs the operation in all of them, the
 * caller's being thread 0. A rank without a peer starts none. Collective over
 * a->comm. MPI error code, with *cause malloced or NULL; threads_close() in any
 * case.
 */
int threads_open(struct op_args *a, char **cause);
void threads_close(struct op_args *a);

/* In how many threads the operation runs: 1 or more. */
static inline int threads_count(const struct op_args *a)
{
    return a->nthreads > 1 ? a->nthreads : 1;
}

/* The arguments of thread i, after threads_open() those beside the first. */
struct op_args *threads_beside(struct op_args *a, int i);
static inline struct op_args *threads_args(struct op_args *a, int i)
{
    return i == 0 ? a : threads_beside(a, i);
}

#endif /* OPS_THREADS_H */
