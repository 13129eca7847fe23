/* thread.c: counters of each thread of the program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "profile/common_time.h"

/* Global, because interposed functions have MPI's arguments only. */
static struct {
    pthread_mutex_t lock; /* protects the fields below */
    bool ready;
    pthread_key_t key; /* its destructor is called at the end of a thread */
    struct thread *all;
} process = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local struct thread *self;

static void leave(void *thread)
{
    struct thread *t = thread;

    pthread_mutex_lock(&process.lock);
    t->used = false;
    pthread_mutex_unlock(&process.lock);
    self = NULL;
}

/* Returns an unused struct thread; the caller holds the lock. */
static struct thread *take(void)
{
    struct thread *t = process.all;

    while (t != NULL && t->used)
        t = t->next;
    if (t == NULL) {
        t = calloc(1, sizeof(*t));
        if (t == NULL)
            return NULL;
        t->next = process.all;
        process.all = t;
    }
    t->used = true;
    t->depth = 0;
    return t;
}

static struct thread *enter(void)
{
    struct thread *t = NULL;

    pthread_mutex_lock(&process.lock);
    if (!process.ready)
        process.ready = pthread_key_create(&process.key, leave) == 0;
    if (process.ready)
        t = take();
    pthread_mutex_unlock(&process.lock);
    if (t != NULL)
        pthread_setspecific(process.key, t);
    self = t;
    return t;
}

struct thread *thread_self(void)
{
    return self != NULL ? self : enter();
}

int thread_sum(struct sums *sums)
{
    struct key key;

    memset(&key, 0, sizeof(key));
    for (struct thread *t = process.all; t != NULL; t = t->next)
        for (int f = 0; f < FUNCTIONS; f++) {
            struct row *r;

            if (t->usage[f].calls == 0)
                continue;
            key.function = f;
            r = sums_row(sums, &key);
            if (r == NULL)
                return MPI_ERR_NO_MEM;
            r->calls += t->usage[f].calls;
            r->moved += (double)t->usage[f].bytes;
            r->seconds += time_seconds(t->usage[f].ticks);
        }
    return MPI_SUCCESS;
}
