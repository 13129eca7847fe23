/* method.h: how the ranks are made to start a launch. One method a file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_METHOD_H
#define MPIPERF_METHOD_H

#include <mpi.h>
#include <stdbool.h>
#include "clocksync/model.h"
#include "lib/names.h"
#include "lib/params.h"

/* A barrier of method `barrier`. All but `native` consist of messages of no
 * bytes: in which order ranks leave is up to the algorithm alone. MPI error
 * code. */
typedef int barrier_fn(MPI_Comm comm, int rank, int size);

/* What a method knows of the current turn on this rank. Seconds; first_start
 * is on the global clock. */
struct schedule {
    const struct clock *clock;
    const struct clock_model *model;
    MPI_Comm control; /* the harness's own */
    int rank, size;
    barrier_fn *barrier; /* of method `barrier` */
    double first_start;  /* of the turn */
    double slot;         /* of one launch; 0: one follows the other */
    double lead;    /* of a start over the clock reading it was made from */
    double message; /* set by method `roundtime`: longest way of a start message
                       to this rank; 0 to begin with */
};

/*
 * begin() comes before launch i of a turn, on all ranks, and says when the
 * launch starts on the global clock; NAN: at once. end(), unless NULL, comes
 * after it. Both use the harness's own communicator and return an MPI error
 * code. Warm-up launches are started by `window`, whatever the method.
 */
struct method {
    const char *name;
    const char *help;
    bool scheduled;    /* launches have a start that a rank can be late for */
    bool slotted;      /* in slots, which launches can overrun */
    bool back_to_back; /* nothing at all is done between launches */
    /* What a case is measured by if no launch of one of its rows was on time;
     * NULL: there is nothing else. */
    const struct method *fallback;
    int (*begin)(struct schedule *s, int i, double *start);
    int (*end)(struct schedule *s);
};

extern const struct method method_window, method_roundtime, method_barrier,
    method_free;
extern const struct method *const method_table[]; /* NULL-terminated */

/* NULL: there is none of that name. */
static inline const struct method *method_find(const char *name)
{
    return names_row(method_table, name);
}

/* ---- the barriers of method `barrier` ----------------------------------- */

/* What -P barrier.NAME sets. */
struct barrier_config {
    int algorithm; /* index into barrier_table */
};
extern const struct param_table barrier_params;
extern barrier_fn *const barrier_table[];

#endif /* MPIPERF_METHOD_H */
