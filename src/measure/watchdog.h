/* watchdog.h: reports where a rank is that makes no progress or crashes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_WATCHDOG_H
#define MEASURE_WATCHDOG_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>
#include "measure/case.h"

enum watchdog_place {
    PLACE_APART,   /* not among the case's ranks: no time limit */
    PLACE_OPENING, /* in create() or open() */
    PLACE_BEFORE,  /* before a launch of the algorithm */
    PLACE_CALL,
    PLACE_AFTER, /* after the call has returned */
    PLACES,
    PLACE_MASK = 7,
};

enum { WATCHDOG_SIGNALS = 5, WATCHDOG_STACK = 64 << 10 };

/* One in each process while it measures. */
struct watchdog {
    int rank;
    pid_t launcher; /* the parent process while the launcher lives; 0: none */
    double period;  /* seconds between two checks; 0: there is no thread */
    const char *op, *algo; /* in progress; algo NULL: no algorithm */
    char where[160];       /* ", 2 ranks, 4096 bytes, pass 1: rank 1" */
    char limit[32];        /* "30 s" */
    /* The place, and in the higher bits a number that every step of the rank
     * changes. Only the rank stores it; the watchdog's thread loads it. */
    _Atomic uint64_t step;
    void (*stuck)(void *arg); /* called before the process ends */
    void *arg;
    pthread_t thread;
    int stop[2];          /* a pipe: a byte in it ends the thread */
    pthread_mutex_t lock; /* the thread keeps it locked once it gives up */
    struct sigaction before[WATCHDOG_SIGNALS];
    stack_t stack;               /* the signal stack installed before */
    char memory[WATCHDOG_STACK]; /* stack for signal handlers: after a runaway
                                    recursion the normal one is full */
};

/* Returns the limit in seconds for --stuck-after and --max-time; 0: no limit.
 * Pure. */
double watchdog_limit(double stuck_after, double max_time);

/*
 * Starts watching, until watchdog_stop(). A rank that makes no step within
 * `limit` seconds prints where it is, and ends itself by SIGKILL after all
 * others have had time to do the same; then launchers end the job. A rank that
 * receives a signal of a crash prints so and then receives the signal again. A
 * rank whose parent process is not `launcher` any more, unless that is 0, ends
 * itself within limit / 4: nobody else would, and ranks wait for ever.
 * stuck(arg) is called in a separate thread, which makes no MPI calls.
 */
void watchdog_start(struct watchdog *w, int rank, pid_t launcher, double limit,
                    void (*stuck)(void *arg), void *arg);
void watchdog_stop(struct watchdog *w);

/* Marks a step of the rank. Does nothing if w is NULL, as all functions
 * below. */
static inline void watchdog_step(struct watchdog *w, enum watchdog_place place)
{
    uint64_t step;

    if (w == NULL)
        return;
    /* relaxed: nothing else is ordered by it; only changes of the value
     * matter */
    step = atomic_load_explicit(&w->step, memory_order_relaxed);
    atomic_store_explicit(&w->step, (step | PLACE_MASK) + 1 + place,
                          memory_order_relaxed);
}

/* Marks a step and sets the current algorithm, or NULL. Keeps the pointer. */
void watchdog_algo(struct watchdog *w, const char *algo,
                   enum watchdog_place place);
/* Marks a step and sets the current case. */
void watchdog_next(struct watchdog *w, const struct bench_case *c, long pass);

/* Called when a pass has ended: if the watchdog has given this rank up, waits
 * for the end of the process, since stuck() has closed the files that the rank
 * would write to. */
void watchdog_gate(struct watchdog *w);

#endif /* MEASURE_WATCHDOG_H */
