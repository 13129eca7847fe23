/* setup.h: an operation set up for the launches of a pass of a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_SETUP_H
#define OPS_SETUP_H

#include "ops/buffers.h"
#include "ops/op.h"

/* Epochs are closed and messages sent whatever failed, since another rank may
 * wait for it; the first failure counts. */
static inline int first_of(int rc, int later)
{
    return rc != MPI_SUCCESS ? rc : later;
}

/* Has the operation a call of its own? Without one, does it send and receive
 * the messages that its edges are: MPI_Irecv of each, MPI_Isend, MPI_Waitall?
 */
bool op_has_call(const struct op *op);
bool op_sends_messages(const struct op *op);

/* Sets a->call and a->run, NULL when the MPI library has no call for these
 * arguments. Returns the cause why the operation can't be run with them,
 * malloced, or NULL. The same on all ranks when a->large is. */
char *setup_call(const struct op *op, struct op_args *a);

/* After that: the cause why this algorithm can't be run, or NULL. */
const char *setup_algo(const struct algo *algo, const struct op_args *a);

/* The operation's messages, a->edges and a->peer. Collective over a->comm; an
 * MPI error code, with *cause malloced or NULL. */
int setup_edges(const struct op *op, struct op_args *a, char **cause);

/*
 * Makes persistent requests, one a slot, and what the operation itself opens.
 * Collective over a->comm; an MPI error code with *cause malloced or NULL,
 * setup_close() in any case: it ends what either made.
 */
int setup_open(const struct op *op, struct op_args *a, struct buffers *b,
               char **cause);
void setup_close(const struct op *op, struct op_args *a,
                 const struct buffers *b);

/* Rows of a table of figures, which may be NULL. */
static inline size_t figures_count(const struct figure *f)
{
    size_t n = 0;

    while (f != NULL && f[n].name != NULL)
        n++;
    return n;
}

/* Why the operation can't be had from this MPI library, or NULL: it lacks the
 * call, or the call is known to give wrong results or never to return. */
const char *op_missing(const struct op *op);

/* What this release gets wrong with these arguments; NULL: nothing known. */
const char *op_broken(const struct op *op, const struct op_args *a);

#endif /* OPS_SETUP_H */
