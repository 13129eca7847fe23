/* watchdog.h: reports where a rank is that makes no progress, crashes or is
 * interrupted. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_WATCHDOG_H
#define MEASURE_WATCHDOG_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>
#include "measure/case.h"

enum watchdog_place {
    PLACE_APART,   /* no time limit: not among the case's ranks, or rank 0 may
                      be writing output meanwhile */
    PLACE_WRITING, /* writes output: no time limit */
    PLACE_STEP,    /* in a step of the program outside cases */
    PLACE_OPENING, /* in create() or open() */
    PLACE_BEFORE,  /* before a launch of the algorithm */
    PLACE_CALL,
    PLACE_AFTER, /* after the call has returned */
    PLACES,
    PLACE_MASK = 7,
};

enum { WATCHDOG_CRASHES = 5, WATCHDOG_ENDS = 3, WATCHDOG_STACK = 64 << 10 };

/* Called in the watchdog's thread before it ends the process. signal: the one
 * that interrupted the process; 0: it is stuck. The main thread does not write
 * output meanwhile. */
typedef void watchdog_end_fn(void *arg, int signal);

/* One in each process, from MPI_Init to MPI_Finalize. */
struct watchdog {
    int rank;       /* -1: not known */
    pid_t launcher; /* the parent process while the launcher lives; 0: none */
    double period;  /* seconds between two checks; 0: there is no thread */
    long looks; /* number of checks without a step after which it is stuck */
    const char *op, *algo; /* in progress; algo NULL: no algorithm */
    char where[160];       /* ", 2 ranks, 4096 bytes, pass 1: rank 1" */
    char limit[32];        /* "30 s" */
    /* The place, and in the higher bits a number that every step of the rank
     * changes. Only the rank stores it; the watchdog's thread loads it. */
    _Atomic uint64_t step;
    watchdog_end_fn *end; /* NULL: nothing to do */
    void *arg;
    pthread_t thread;
    int wake[2]; /* a pipe: 0 in it ends the thread, a signal's number the
                    process */
    /* Held while the rank writes output or changes `end`; the thread keeps it
     * once it ends the process. */
    pthread_mutex_t lock;
    bool catches; /* signal handlers are installed */
    struct sigaction crashes[WATCHDOG_CRASHES],
        ends[WATCHDOG_ENDS];     /* before */
    stack_t stack;               /* the signal stack installed before */
    char memory[WATCHDOG_STACK]; /* stack for signal handlers: after a runaway
                                    recursion the normal one is full */
};

/* Returns the limit in seconds for --stuck-after and --max-time; 0: no limit.
 * Pure. */
double watchdog_limit(double stuck_after, double max_time);

/*
 * Starts watching, until watchdog_stop(). A rank that makes no step within
 * `limit` seconds (0: no limit) prints where it is, and ends itself by SIGKILL
 * after all others have had time to do the same; then launchers end the job. A
 * rank whose parent process is not `launcher` any more, unless that is 0, ends
 * itself within a second or two: nobody else would, and ranks wait for ever.
 */
void watchdog_start(struct watchdog *w, int rank, pid_t launcher, double limit);
/* Until watchdog_stop(), a rank that receives a signal of a crash prints where
 * it is and then receives the signal again; so does a rank that is interrupted
 * by SIGHUP, SIGINT or SIGTERM, after end(). Call it after MPI_Init, which may
 * install handlers. */
void watchdog_catch(struct watchdog *w);
void watchdog_stop(struct watchdog *w);
/* Sets what is called before the process ends; end NULL: nothing. */
void watchdog_at_end(struct watchdog *w, watchdog_end_fn *end, void *arg);

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

/* Marks the beginning of a step of the program outside cases, such as "opening
 * the outputs". Keeps the pointer. */
void watchdog_enter(struct watchdog *w, const char *step);

/*
 * Called on all ranks before and after rank 0 may write output, which takes as
 * long as the disk or the reader of a pipe does: ranks that wait for it are
 * not stuck. `writes`: this is the rank that writes. If the process is about to
 * end, does not return. watchdog_written() is called on the rank that writes;
 * other ranks are watched again from their next step on.
 */
void watchdog_write(struct watchdog *w, bool writes);
void watchdog_written(struct watchdog *w);

#endif /* MEASURE_WATCHDOG_H */
