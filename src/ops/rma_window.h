/* rma_window.h: windows of one-sided operations. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_RMA_WINDOW_H
#define OPS_RMA_WINDOW_H

#include "lib/params.h"
#include "ops/op.h"

/* State of a one-sided operation. */
struct rma {
    bool origin; /* this rank makes calls */
    bool target; /* its memory is accessed */
    MPI_Win win;
    MPI_Group peer;  /* the peer alone; MPI_GROUP_NULL on idle ranks */
    MPI_Aint base;   /* displacement of slot 0 in the peer's window */
    MPI_Aint stride; /* distance between two slots */
    void *attached;  /* memory attached to the dynamic window, or NULL */
    void *allocated; /* memory from MPI_Win_allocate(), or NULL */
    bool locked;     /* by MPI_Win_lock_all() */
};

extern const struct param_table rma_params;

/*
 * Functions for open() of a lifecycle. They create a window that exposes the
 * receive buffers of every target, and set *state to a struct rma. one: the
 * lower rank of a pair is the origin, the other the target; both: each rank is
 * origin and target. locked: the window is locked for shared access until
 * rma_close().
 */
int rma_open_one(void **state, struct op_args *a, char **cause);
int rma_open_both(void **state, struct op_args *a, char **cause);
int rma_locked_one(void **state, struct op_args *a, char **cause);
int rma_locked_both(void **state, struct op_args *a, char **cause);
void rma_close(void *state, struct op_args *a);

#endif /* OPS_RMA_WINDOW_H */
