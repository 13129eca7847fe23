/* pass.h: common parts of a pass of all operations on distributed shared
 * memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef DSM_PASS_H
#define DSM_PASS_H

#include "timers/timer.h"

/* Costs of a launch on this rank, as mean over all launches; NAN if unknown or
 * not applicable. Only the algorithm's payload counts as sent, without
 * synchronization and what the MPI library adds. */
struct dsm_account {
    double memory;   /* bytes of mirrors, twins, windows; not of message
                        buffers */
    double compared; /* bytes of the array that were compared with a copy */
    double sent;     /* payload bytes */
    double messages; /* NAN if a collective sends them */
    double pages;    /* pages that the rank has touched in other ranks'
                        sections */
};

/* Each operation's struct begins with this one. */
struct dsm_pass {
    uint64_t launch; /* number of the latest launch begun; 0 before the first */
    ticks_t met;     /* when its barrier began */
    const struct clock *clock;

    /* The algorithm sets these. */
    void *state; /* argument of the functions below */
    int (*barrier)(void *state);
    struct dsm_account account; /* values known before the launches */
    /* updates `account`; may be NULL */
    void (*settle)(void *state, struct dsm_account *account);
};

/* Returns the account, updated after the last launch. */
static inline const struct dsm_account *dsm_settled(struct dsm_pass *p)
{
    if (p->settle != NULL)
        p->settle(p->state, &p->account);
    return &p->account;
}

/* Ends a launch, after its writes: runs the barrier. */
static inline int dsm_meet(struct dsm_pass *p)
{
    p->met = clock_read(p->clock);
    return p->barrier(p->state);
}

#endif /* DSM_PASS_H */
