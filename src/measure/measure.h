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

/* The measured function; called on every rank, returns an MPI error code.
 * `comm` is a duplicate of the caller's communicator, which nothing else uses
 * meanwhile. */
typedef int measure_fn(void *state, MPI_Comm comm);

/* Settings, the same on all ranks. A member that is 0 or NULL has its
 * default. */
struct measure_how {
    const char *method; /* how ranks start a launch: "window" (the default),
                           "roundtime", "barrier" or "free" */
    double max_rse;     /* stop at this relative standard error; default 0.01 */
    double max_time;    /* maximum duration in seconds; default 5 */
    long max_launches;  /* maximum number of launches; default 5000 */
    /* Called on rank 0 after each pass (a part of the launches), with the
     * number of the pass and its mean in seconds; or NULL. */
    void (*passed)(void *user, long pass, double mean);
    void *user; /* first argument of passed() */
};

/* Times of a launch on its slowest rank, seconds; NAN: not known. The intervals
 * are 95 % confidence intervals over the passes of this run. Other runs may
 * differ by more. */
struct measure_times {
    double mean, mean_lo, mean_hi; /* mean without the shortest and the longest
                                      quarter of launches, and its interval */
    double median, median_lo, median_hi;
    double min, max;
    long launches, valid; /* all launches; launches that all ranks began in
                             time */
    long passes;
};

/*
 * Measures f(state, ...) with synchronized clocks (window method of Averin,
 * Kurnosov and Moldovanova; doc/methods.md). Collective over comm, between
 * MPI_Init() and MPI_Finalize(). Returns 0 and the same *out on all ranks; or
 * -1 on all ranks, with an error message in why[] on rank 0, which has `size`
 * bytes. Not thread-safe.
 */
int measure_function(MPI_Comm comm, measure_fn *f, void *state,
                     const struct measure_how *how, struct measure_times *out,
                     char *why, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* MPIPERF_MEASURE_H */
