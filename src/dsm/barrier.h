/* barrier.h: dsm-barrier: an array of doubles. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef DSM_BARRIER_H
#define DSM_BARRIER_H

#include "dsm/case.h"
#include "dsm/pass.h"
#include "ops/op.h"

/*
 * dsm-barrier has an array of n doubles, divided into one section per rank. In
 * a launch each rank writes the elements that it changes, and then calls the
 * algorithm's barrier. After that every rank can read all elements written in
 * the pages that it has touched.
 *
 * An algorithm has a struct dsm for each pass: it calls dsm_open(), allocates
 * the memory, with all elements 0, and touches the pages; run() is
 * dsm_launch().
 */

struct dsm {
    struct dsm_pass pass;
    struct dsm_case c;
    int rank;
    size_t *changed;      /* what dsm_changed() returns for this rank */
    unsigned char *marks; /* bitmap of the elements that any rank changes; or
                             NULL */

    /* The algorithm sets these. */
    double *mirror;      /* this rank's view of the array */
    bool brings_nothing; /* the barrier transfers no data, so a rank checks only
                          * what it wrote itself */
};

/* Returns the operation's case; `set` is all zero if it has no parameters. */
struct dsm_case dsm_case_of(const struct op_args *a);

/* Sets all members except the algorithm's, and a->memory to d. The account
 * starts with the memory for a mirror of the whole array, and unknown costs of
 * sending. */
void dsm_open(struct dsm *d, struct op_args *a, void *state,
              int (*barrier)(void *state));
void dsm_close(struct dsm *d);

/* Returns how many pages of other ranks' sections this rank touches. */
size_t dsm_pages(const struct dsm *d);

/* Runs a launch on a->memory: the writes, then the barrier. Used as run(). */
int dsm_launch(void *state, const struct op_args *a);

/* Returns how many elements that this rank can read differ in any bit from the
 * expected result of the latest launch. With d->brings_nothing, checks only
 * elements that the rank changed itself. */
long dsm_wrong(struct dsm *d);

#endif /* DSM_BARRIER_H */
