/* thread.h: what each thread of the program counts for itself. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_THREAD_H
#define PROFILE_THREAD_H

#include "profile/channel.h"
#include "profile/functions.h"
#include "profile/sums.h"

/* All calls of a function that are not kept one by one. */
struct usage {
    int64_t calls, bytes, ticks;
};

struct thread {
    int depth; /* calls that the thread is in */
    struct channel_cache cache;
    struct usage usage[FUNCTIONS];
    bool used;
    struct thread *next; /* in the list of all */
};

/* Returns the calling thread's; NULL without memory. One that has ended leaves
 * its to a new one. */
struct thread *thread_self(void);

/* Adds the calls of all threads to the rows of their functions. Returns an MPI
 * error code. */
int thread_sum(struct sums *sums);

#endif /* PROFILE_THREAD_H */
