/* method.h: methods that make all ranks start a launch together, and patterns
 * that make ranks arrive late on purpose. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_METHOD_H
#define MEASURE_METHOD_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include "lib/params.h"

/* A barrier of method `barrier`. All except `native` consist of empty messages,
 * so that the order in which ranks leave depends only on the algorithm. Returns
 * an MPI error code. */
typedef int barrier_fn(MPI_Comm comm, int rank, int size);

struct turn; /* turn.h */

/*
 * A method. Before launch i of a turn, begin() is called on all ranks and sets
 * *start to the time, by the global clock, at which the launch starts; NAN to
 * start immediately. end(), if not NULL, is called after the launch. Both use
 * the harness's communicator and return an MPI error code. Warm-up launches
 * always use `window`.
 */
struct method {
    const char *name;
    const char *help;
    bool scheduled;    /* launches have a start time, so ranks can be late */
    bool slotted;      /* launches have slots, so they can overrun them */
    bool back_to_back; /* ranks do nothing between launches */
    /* Method to use instead if no round has a launch on time in every row of
     * the case; or NULL. */
    const struct method *fallback;
    int (*begin)(struct turn *s, int i, double *start);
    int (*end)(struct turn *s);
};

extern const struct method method_window, method_roundtime, method_barrier,
    method_free;
extern const struct method *const method_table[]; /* NULL-terminated */

/* ---- the barriers of method `barrier` ------------------------------------ */

/* Set by -P barrier.NAME. */
struct barrier_config {
    int algorithm; /* index into barrier_table */
};
extern const struct param_table barrier_params;
extern barrier_fn *const barrier_table[];

/* ---- --arrival=PATTERN: late on purpose; pure -------------------------- */

/* share(): the rank's delay as a fraction (0 to 1) of the seconds of --arrival;
 * NULL if the case has a delay for each rank. */
struct arrival_pattern {
    const char *name;
    const char *help;
    double (*share)(int rank, int size, uint64_t launch);
};

extern const struct arrival_pattern arrival_program;
extern const struct arrival_pattern *const arrival_table[]; /* NULL at end */

struct arrival {
    const struct arrival_pattern *pattern; /* NULL: no rank is delayed */
    double seconds;                        /* the longest delay */
    const double *delay; /* delays of `program`: seconds, by rank */
};

/* Returns by how many seconds a rank delays a launch; equal arguments give
 * equal results. */
double arrival_delay(const struct arrival *a, int rank, int size,
                     uint64_t launch);

#endif /* MEASURE_METHOD_H */
