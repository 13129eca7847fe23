/* method.h: the methods by which ranks start a launch together, and starts that
 * are delayed on purpose. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_METHOD_H
#define MPIPERF_METHOD_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include "lib/params.h"

/* A barrier for method `barrier`. All but `native` consist of empty messages,
 * so that the order in which ranks leave depends only on the algorithm. Returns
 * an MPI error code. */
typedef int barrier_fn(MPI_Comm comm, int rank, int size);

struct turn; /* launch.h */

/*
 * A method. begin() is called on all ranks before launch i of a turn and sets
 * the time on the global clock at which the launch starts; NAN: immediately.
 * end(), unless NULL, is called after the launch. Both use the harness's own
 * communicator and return an MPI error code. Warm-up launches use `window`,
 * whatever the method.
 */
struct method {
    const char *name;
    const char *help;
    bool scheduled; /* launches have a start time, for which a rank can be late
                     */
    bool slotted;   /* launches have slots, which they can overrun */
    bool back_to_back; /* ranks do nothing between launches */
    /* Method used instead if in no round all rows of the case had a launch on
     * time; NULL: none. */
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

/* ---- ranks that arrive late on purpose: --arrival=PATTERN; pure ---------- */

/* share(): by which fraction (0 to 1) of the pattern's time a rank is late. */
struct arrival_pattern {
    const char *name;
    const char *help;
    double (*share)(int rank, int size, uint64_t launch);
};

extern const struct arrival_pattern *const arrival_table[]; /* NULL at end */

struct arrival {
    const struct arrival_pattern *pattern; /* NULL: all ranks arrive at once */
    double seconds;
};

/* Returns the delay in seconds with which a rank begins a launch; always the
 * same for the same arguments. */
double arrival_delay(const struct arrival *a, int rank, int size,
                     uint64_t launch);

#endif /* MPIPERF_METHOD_H */
