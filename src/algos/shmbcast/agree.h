/* agree.h: agreement of all ranks that a step failed on some rank, and why. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AGREE_H
#define SHMBCAST_AGREE_H

#include <stdbool.h>

#include "algos/type.h"
#include "shmbcast.h"

/* Steps that can fail on some ranks and succeed on others. */
enum sb_step {
    SB_ARGUMENT,
    SB_MACHINE,
    SB_MEMORY,
    SB_FILE,
    SB_OPEN,
    SB_MAP,
    SB_RESERVE
};

struct sb_agree {
    MPI_Comm comm;
    int rank;
    /* this rank's first failure since the last agreement; a single agreement
     * can cover several steps that do not communicate */
    enum sb_step step;
    int error;                   /* errno of that failure; 0 if none */
    struct shmbcast_failure why; /* the failure that all ranks agreed on */
};

/* Records that [step] ended with [error] on this rank; 0 is success. Returns 1
 * if no step has failed here so far, else 0. */
static inline int sb_note(struct sb_agree *a, enum sb_step step, int error)
{
    if (a->error == 0 && error != 0) {
        a->step = step;
        a->error = error;
    }
    return a->error == 0;
}

/* Collective. All ranks return MPI_SUCCESS, or all return the error class of
 * the lowest rank that recorded a failure and get its reason in [why]. Acts as
 * a barrier. */
int sb_agree_all(struct sb_agree *a);

/* Like sb_agree_all(), but never returns MPI_SUCCESS on a rank that recorded a
 * failure. */
static inline int sb_agree(struct sb_agree *a)
{
    bool failed = a->error != 0;
    int rc = sb_agree_all(a);

    return failed && rc == MPI_SUCCESS ? MPI_ERR_OTHER : rc;
}

enum { SB_SAME_MOST = 64 };

/* Like sb_agree(), and also fails with MPI_ERR_ARG unless the [n] values, at
 * most SB_SAME_MOST, are the same on all ranks. Collective. */
int sb_agree_same(struct sb_agree *a, const long long *values, int n);

/* Stores the minimum of all ranks' values in [least]. Collective. */
int sb_agree_least(struct sb_agree *a, int mine, int *least);

/* Copies rank 0's [n] values to all ranks. Collective. */
int sb_agree_first(struct sb_agree *a, uint64_t *values, int n);

/* Fills in [why] for a failure that occurs on all ranks, without communication.
 * Returns the error class of [code], which may be MPI_SUCCESS. */
int sb_result(struct sb_agree *a, const char *step, int code);

#endif /* SHMBCAST_AGREE_H */
