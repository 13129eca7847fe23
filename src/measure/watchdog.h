/* watchdog.h: where a rank is that makes no progress, or that crashes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_WATCHDOG_H
#define MEASURE_WATCHDOG_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include "measure/case.h"

enum watchdog_place {
    PLACE_APART, /* not of the case's ranks: it may take as long as it likes */
    PLACE_OPENING, /* in create() or open() */
    PLACE_BEFORE,  /* on its way to a launch of the algorithm */
    PLACE_CALL,
    PLACE_AFTER, /* from the call's return on */
    PLACES,
    PLACE_MASK = 7,
};

enum { WATCHDOG_SIGNALS = 5, WATCHDOG_STACK = 64 << 10 };

/* One a process while it measures. */
struct watchdog {
    int rank;
    double period; /* seconds between two looks; 0: there is no thread */
    const char *op, *algo; /* under way; algo NULL: none of them */
    char where[160];       /* ", 2 ranks, 4096 bytes, pass 1: rank 1" */
    char limit[32];        /* "30 s" */
    /* The place, and above it a number that every step of the rank changes.
     * Stored by the rank alone; the thread loads it. */
    _Atomic uint64_t step;
    void (*stuck)(void *arg); /* what else is to be done before the end */
    void *arg;
    pthread_t thread;
    pthread_mutex_t lock; /* the thread's for good once it gives up */
    struct sigaction before[WATCHDOG_SIGNALS];
    stack_t stack;               /* for handlers, before */
    char memory[WATCHDOG_STACK]; /* of ours; that of a recursion is used up */
};

/* The seconds that --stuck-after and --max-time come to; 0: never. Pure. */
double watchdog_limit(double stuck_after, double max_time);

/*
 * From here on to watchdog_stop() a rank that makes no step within so many
 * seconds says where it is, and ends itself by SIGKILL once all others have had
 * the time to do the same; so launchers end the job. A rank that gets a signal
 * which a crash raises says so and gets it again. stuck(arg) is called in a
 * thread of its own, which calls no MPI.
 */
void watchdog_start(struct watchdog *w, int rank, double limit,
                    void (*stuck)(void *arg), void *arg);
void watchdog_stop(struct watchdog *w);

/* All that follow accept NULL: nobody watches. The rank takes a step. */
static inline void watchdog_step(struct watchdog *w, enum watchdog_place place)
{
    uint64_t step;

    if (w == NULL)
        return;
    /* paired with nothing: only a value that stays the same matters */
    step = atomic_load_explicit(&w->step, memory_order_relaxed);
    atomic_store_explicit(&w->step, (step | PLACE_MASK) + 1 + place,
                          memory_order_relaxed);
}

/* The same, with an algorithm, or NULL. Keeps the name. */
void watchdog_algo(struct watchdog *w, const char *algo,
                   enum watchdog_place place);
/* The same, with the next case. */
void watchdog_next(struct watchdog *w, const struct bench_case *c, long pass);

/* A pass has ended: a rank that comes here after it has been given up waits for
 * its end, since stuck() has closed what it would write to. */
void watchdog_gate(struct watchdog *w);

#endif /* MEASURE_WATCHDOG_H */
