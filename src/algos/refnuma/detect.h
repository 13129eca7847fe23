/* detect.h: is it cheaper to compare all twins or to watch for writes? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_DETECT_H
#define REFNUMA_DETECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "algos/refnuma/uffd.h"

/* In seconds. */
struct rn_costs {
    double compare; /* of a page with its twin */
    double range;   /* to ask the kernel about a range of pages */
    double page;    /* ... for each page in it */
    double written; /* ... and for one that was written, with its fault */
};

/* Measured on memory of its own, in about a millisecond. 0 or a negative errno.
 */
int rn_costs_measure(const struct rn_uffd *u, size_t page,
                     struct rn_costs *costs);

/* Of an array at a rank, or what else is compared and watched as one. Starts
 * with costs and zeros. Functions are pure. */
struct rn_detect {
    struct rn_costs costs;
    bool watching;  /* userfaultfd does; else all twins are compared */
    double balance; /* seconds that watching would have saved of late */
};

/*
 * After a barrier in which `dirty` of `pages` in `ranges` were found written:
 * does it pay to find them by the other method? Then `watching` has changed. It
 * does so when the other method would have saved more in the barriers before
 * than the change costs. What is remembered is bounded by what one barrier can
 * lose by watching, so single barriers change nothing for long, and a program
 * that goes on to something else is followed.
 */
bool rn_detect_change(struct rn_detect *d, uint64_t ranges, uint64_t pages,
                      uint64_t dirty);

/* What comparing takes in earnest: from memory, where pages are many. */
void rn_detect_learn(struct rn_detect *d, uint64_t pages, double seconds);

#endif /* REFNUMA_DETECT_H */
