/* thread.h: counters of each thread of the program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_THREAD_H
#define PROFILE_THREAD_H

#include "profile/channel.h"
#include "profile/functions.h"
#include "profile/sums.h"

/* Totals of the calls of a function that are not logged. */
struct usage {
    int64_t calls, bytes, ticks;
};

struct thread {
    int depth; /* nesting depth of the calls that the thread is in */
    struct channel_cache cache;
    struct usage usage[FUNCTIONS];
    bool used;
    struct thread *next; /* in the list of all */
};

/* Returns the calling thread's counters; NULL if memory is exhausted. A new
 * thread reuses the counters of one that has ended. */
struct thread *thread_self(void);

/* Adds the counters of all threads to the functions' rows. Returns an MPI error
 * code. */
int thread_sum(struct sums *sums);

#endif /* PROFILE_THREAD_H */
