/* measure.h: measure a function of your own, without the program. Installed as
 * <mpiperf/measure.h>; link with `pkg-config --libs mpiperf-measure`. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MEASURE_H
#define MPIPERF_MEASURE_H

#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is measured, on every rank: an MPI error code. `comm` is a duplicate of
 * the caller's that nothing else uses while the function runs. */
typedef int measure_fn(void *state, MPI_Comm comm);

/* How. What is 0 or NULL has its default; the same on all ranks. */
struct measure_how {
    const char *method; /* how ranks start a launch: "window" (the default),
                           "roundtime", "barrier" or "free" */
    double max_rse;     /* relative standard error to stop at: 0.01 */
    double max_time;    /* seconds: 5 */
    long max_launches;  /* 5000 */
    /* On rank 0, after each pass: a part of the launches, with a mean, in
     * seconds. NULL: nothing is told. */
    void (*passed)(void *user, long pass, double mean);
    void *user; /* its first argument */
};

/* Seconds that a launch takes its slowest rank; NAN: not known. The intervals
 * are of 95 %, over the passes of this run; other runs differ by more. */
struct measure_times {
    double mean, mean_lo,
        mean_hi; /* without a quarter of launches at each end */
    double median, median_lo, median_hi;
    double min, max;
    long launches, valid; /* made; that started in time on all ranks */
    long passes;
};

/*
 * Measures f(state, ...) by synchronized clocks (Averin, Kurnosov, Moldovanova:
 * window method; doc/methods.md). Collective over comm, after MPI_Init(); all
 * ranks get the same times. 0, or -1 on all ranks, with why[] on rank 0, of
 * `size` bytes. Not thread-safe.
 */
int measure_function(MPI_Comm comm, measure_fn *f, void *state,
                     const struct measure_how *how, struct measure_times *out,
                     char *why, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* MPIPERF_MEASURE_H */
