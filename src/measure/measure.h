/* measure.h: measures a function of an MPI program. Installed as
 * <mpiperf/measure.h>; link with `pkg-config --libs mpiperf-measure`. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MEASURE_H
#define MPIPERF_MEASURE_H

#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The function to measure. Called on every rank; returns an MPI error code.
 * `comm` is a duplicate of the caller's communicator, for this function
 * only. */
typedef int measure_fn(void *state, MPI_Comm comm);

/* Settings; must be equal on all ranks. A member that is 0 or NULL means its
 * default. */
struct measure_how {
    const char *method; /* how ranks start a launch: "window" (the default),
                           "roundtime", "barrier" or "free" */
    double max_rse;     /* stop at this relative standard error; default 0.01 */
    double max_time;    /* maximum duration in seconds; default 5 */
    long max_launches;  /* maximum number of launches; default 5000 */
    /* Called on rank 0 after each pass (a part of all launches) with the pass's
     * number and its mean in seconds. May be NULL. */
    void (*passed)(void *user, long pass, double mean);
    void *user; /* first argument of passed() */
};

/* Times of a launch on its slowest rank, seconds; NAN if unknown. Intervals are
 * 95 % confidence intervals from the passes of this run; other runs may differ
 * by more. */
struct measure_times {
    double mean, mean_lo, mean_hi; /* mean without the shortest and the longest
                                      quarter of launches, and its interval */
    double median, median_lo, median_hi;
    double min, max;
    long launches, valid; /* number of launches; of launches that all ranks
                             started on time */
    long passes;
};

/*
 * Measures f(state, ...) with synchronized clocks (window method of Averin,
 * Kurnosov and Moldovanova; doc/methods.md). Collective over comm, between
 * MPI_Init() and MPI_Finalize(). Returns 0 with the same *out on all ranks; or
 * -1 on all ranks, with an error message in why[], of `size` bytes, on rank 0.
 * Not thread-safe.
 */
int measure_function(MPI_Comm comm, measure_fn *f, void *state,
                     const struct measure_how *how, struct measure_times *out,
                     char *why, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* MPIPERF_MEASURE_H */
