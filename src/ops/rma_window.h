/* rma_window.h: the window of a one-sided operation, open for a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_RMA_WINDOW_H
#define OPS_RMA_WINDOW_H

#include "ops/pairs.h"

enum rma_role { RMA_IDLE, RMA_ORIGIN, RMA_TARGET };

/* The state of such an operation. */
struct rma {
    enum rma_role role;
    MPI_Win win;
    MPI_Group peer;  /* the other rank alone; none where idle */
    MPI_Aint base;   /* displacement of the peer's slot 0 ... */
    MPI_Aint stride; /* ... and from one slot to the next */
    void *attached;  /* to a dynamic window; or NULL */
    void *allocated; /* by MPI_Win_allocate(); or NULL */
    bool locked;     /* MPI_Win_lock_all() until the end */
};

/* --param rma.window: how the window comes about. */
enum rma_window { RMA_CREATE, RMA_ALLOCATE, RMA_DYNAMIC };

struct rma_params {
    struct pair_params pair;
    int window; /* enum rma_window */
};
extern const struct param_table rma_params;

/*
 * Collective over a->comm: one window in which every target exposes the
 * memory of its receive buffers. rma_open_locked() then locks it, shared, for
 * as long as it is open. MPI error codes; rma_close() in any case.
 */
int rma_open(void **state, struct op_args *a, char **cause);
int rma_open_locked(void **state, struct op_args *a, char **cause);
void rma_close(void *state, struct op_args *a);

#endif /* OPS_RMA_WINDOW_H */
