/* agree.h: a step that fails on one rank fails on all, for the same reason. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AGREE_H
#define SHMBCAST_AGREE_H

#include "shmbcast.h"

/* Steps that can fail on one rank alone. */
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
    /* this rank's first failure since the last agreement: steps that need
     * nobody else can share one */
    enum sb_step step;
    int error;                   /* errno, 0: none */
    struct shmbcast_failure why; /* agreed */
};

/* Note that [step] ended with [error] (0: well) here. Returns whether this
 * rank is still well, so that the next step makes sense. */
int sb_note(struct sb_agree *a, enum sb_step step, int error);

/*
 * Collective. All ranks return MPI_SUCCESS, or all return the error class of
 * the lowest rank that noted a failure and have [why] filled in. A barrier.
 */
int sb_agree(struct sb_agree *a);

enum { SB_SAME_MOST = 64 };

/* Have all ranks noted nothing and the same [n] values, SB_SAME_MOST of them at
 * most? Collective. Minimum and maximum in one
 * reduction. */
int sb_agree_same(struct sb_agree *a, const long long *values, int n);

/* The smallest of all ranks' values. Collective. */
int sb_agree_least(struct sb_agree *a, int mine, int *least);

/* Rank 0's [n] values are everybody's. Collective. */
int sb_agree_first(struct sb_agree *a, uint64_t *values, int n);

/* The error class of [code]: the same on all ranks, as codes may not be. */
int sb_error_class(int code);

/* For a failure that all ranks see anyway: no communication. Returns the class
 * of [code], which may be MPI_SUCCESS. */
int sb_result(struct sb_agree *a, const char *step, int code);

#endif /* SHMBCAST_AGREE_H */
