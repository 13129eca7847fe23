/* method.h: how the ranks are made to start a launch: methods, and starts that
 * are moved on purpose. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_METHOD_H
#define MPIPERF_METHOD_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include "lib/params.h"

/* A barrier of method `barrier`. All but `native` consist of messages of no
 * bytes: in which order ranks leave is up to the algorithm alone. MPI error
 * code. */
typedef int barrier_fn(MPI_Comm comm, int rank, int size);

struct turn; /* launch.h */

/*
 * begin() is called before launch i of a turn, on all ranks, and sets the time
 * at which the launch starts on the global clock; NAN: at once. end(), unless
 * NULL, is called after the launch. Both use the harness's own communicator and
 * return an MPI error code. Warm-up launches are started by `window`, whatever
 * the method.
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
    int (*begin)(struct turn *s, int i, double *start);
    int (*end)(struct turn *s);
};

extern const struct method method_window, method_roundtime, method_barrier,
    method_free;
extern const struct method *const method_table[]; /* NULL-terminated */

/* ---- the barriers of method `barrier` ----------------------------------- */

/* What -P barrier.NAME sets. */
struct barrier_config {
    int algorithm; /* index into barrier_table */
};
extern const struct param_table barrier_params;
extern barrier_fn *const barrier_table[];

/* ---- ranks that come late on purpose: --arrival=PATTERN; pure --------------
 */

/* Which part, 0 to 1, of the pattern's time a rank comes late. */
struct arrival_pattern {
    const char *name;
    const char *help;
    double (*share)(int rank, int size, uint64_t launch);
};

extern const struct arrival_pattern *const arrival_table[]; /* NULL at end */

struct arrival {
    const struct arrival_pattern *pattern; /* NULL: all at once */
    double seconds;
};

/* `none`, or PATTERN:MICROSECONDS. 0, or -1 with *cause malloced. */
int arrival_parse(struct arrival *a, const char *arg, char **cause);

/* Seconds after the launch's start at which that rank begins it; the same
 * whenever it is asked. */
double arrival_delay(const struct arrival *a, int rank, int size,
                     uint64_t launch);

/*
 * Seconds by which the starts of that launch are moved on all ranks: 0 to
 * START_DITHER steps of the clock. A start that always falls on the same place
 * between two steps would make times all alike that are not.
 */
enum { START_DITHER = 2 };
double start_dither(double step, uint64_t launch);

#endif /* MPIPERF_METHOD_H */
