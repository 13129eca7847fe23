/* watchdog.h: if a rank is stuck, crashes or is interrupted, prints its
 * position in the program. */
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
    PLACE_APART,   /* no time limit: the rank is outside the case, or waits
                      while rank 0 writes output */
    PLACE_WRITING, /* writing output: no time limit */
    PLACE_STEP,    /* in a step of the program outside of cases */
    PLACE_OPENING, /* in create() or open() */
    PLACE_BEFORE,  /* before a launch of the algorithm */
    PLACE_CALL,
    PLACE_AFTER, /* after a launch */
    PLACES,
    PLACE_MASK = 7,
};

enum { WATCHDOG_CRASHES = 5, WATCHDOG_ENDS = 3, WATCHDOG_STACK = 64 << 10 };

/* Called in the watchdog's thread before it ends the process, while the main
 * thread writes no output. signal: the signal that interrupted the process, or
 * 0 if it is stuck. */
typedef void watchdog_end_fn(void *arg, int signal);

/* Each process has one, from MPI_Init to MPI_Finalize. */
struct watchdog {
    int rank;       /* -1 if unknown */
    pid_t launcher; /* parent process while the launcher lives, or 0 */
    double period;  /* seconds between two checks; 0: no thread */
    long looks;     /* a rank is stuck after so many checks without step */
    const char *op, *algo; /* the rank's current case; algo: NULL if none */
    char where[160];       /* ", 2 ranks, 4096 bytes, pass 1: rank 1" */
    char limit[32];        /* "30 s" */
    /* The lowest bits are the place; the others, a number that changes with
     * every step. Stored only by the rank, loaded by the watchdog's thread. */
    _Atomic uint64_t step;
    watchdog_end_fn *end; /* or NULL */
    void *arg;
    pthread_t thread;
    int wake[2]; /* a pipe: the byte 0 ends the thread; any other byte is a
                    signal that ends the process */
    /* Held by the rank while it writes output or changes `end`; by the thread,
     * once it has begun to end the process. */
    pthread_mutex_t lock;
    bool catches; /* signal handlers are installed */
    struct sigaction crashes[WATCHDOG_CRASHES],
        ends[WATCHDOG_ENDS];     /* previous actions */
    stack_t stack;               /* previous signal stack */
    char memory[WATCHDOG_STACK]; /* stack of our handlers: infinite recursion
                                    fills the normal one */
};

/* Returns the limit in seconds for these values of --stuck-after and
 * --max-time; 0 if unlimited. Pure. */
double watchdog_limit(double stuck_after, double max_time);

/*
 * Starts watching, until watchdog_stop(). A rank without a step for `limit`
 * seconds (0: unlimited) prints where it is and kills itself by SIGKILL, after
 * giving other ranks time to print, too; launchers then end the job. Unless
 * `launcher` is 0, a rank whose parent process is no longer `launcher` kills
 * itself within two seconds; otherwise it could wait forever.
 */
void watchdog_start(struct watchdog *w, int rank, pid_t launcher, double limit);
/* Until watchdog_stop(): a rank that gets the signal of a crash prints where it
 * is, and then gets the signal again. A rank interrupted by SIGHUP, SIGINT or
 * SIGTERM calls end() and then ends by that signal. Call this after MPI_Init,
 * which may install handlers itself. */
void watchdog_catch(struct watchdog *w);
void watchdog_stop(struct watchdog *w);
/* Sets the function to call before the process ends; NULL for none. */
void watchdog_at_end(struct watchdog *w, watchdog_end_fn *end, void *arg);

/* Records that the rank has made a step. w may be NULL, here and below; then
 * nothing happens. */
static inline void watchdog_step(struct watchdog *w, enum watchdog_place place)
{
    uint64_t step;

    if (w == NULL)
        return;
    /* relaxed: it orders no other data; the thread only compares the value with
     * the previous one */
    step = atomic_load_explicit(&w->step, memory_order_relaxed);
    atomic_store_explicit(&w->step, (step | PLACE_MASK) + 1 + place,
                          memory_order_relaxed);
}

/* Records a step and sets the current algorithm, or NULL. Keeps the pointer. */
void watchdog_algo(struct watchdog *w, const char *algo,
                   enum watchdog_place place);
/* Records a step and sets the current case. */
void watchdog_next(struct watchdog *w, const struct bench_case *c, long pass);

/* Records the start of a step outside of cases, such as "opening the outputs".
 * Keeps the pointer. */
void watchdog_enter(struct watchdog *w, const char *step);

/*
 * Call watchdog_write() on all ranks before rank 0 may write output. A slow
 * disk or reader of a pipe can delay the output, so ranks that wait for it are
 * not stuck. `writes`: this rank is the writer; it calls watchdog_written()
 * afterwards. The other ranks are watched again from their next step on. Does
 * not return if the process is about to end.
 */
void watchdog_write(struct watchdog *w, bool writes);
void watchdog_written(struct watchdog *w);

#endif /* MEASURE_WATCHDOG_H */
