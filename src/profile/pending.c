/* pending.c: finds uncompleted nonblocking collectives, and persistent ones, by
 * their request. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/pending.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "lib/digest.h"

enum { CHAINS = 1 << 10 };

/* Global, because interposed functions have MPI's arguments only. */
static struct {
    atomic_long n; /* number of entries added and not yet freed */
    pthread_mutex_t lock;
    struct pending *chain[CHAINS];
} process = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct pending **chain_of(uint64_t request)
{
    return &process.chain[scatter_pair(1, request) & (CHAINS - 1)];
}

bool pending_any(void)
{
    /* relaxed: a thread that completes a request has it from the thread that
     * added it */
    return atomic_load_explicit(&process.n, memory_order_relaxed) > 0;
}

void pending_put(struct pending *p)
{
    struct pending **first = chain_of(p->request);

    pthread_mutex_lock(&process.lock);
    p->next = *first;
    *first = p;
    pthread_mutex_unlock(&process.lock);
    /* relaxed: as above */
    atomic_fetch_add_explicit(&process.n, 1, memory_order_relaxed);
}

void pending_add(const struct pending *p)
{
    struct pending *copy = malloc(sizeof(*copy));

    if (copy == NULL)
        return;
    *copy = *p;
    pending_put(copy);
}

struct pending *pending_take(uint64_t request)
{
    struct pending **at = chain_of(request), *found;

    pthread_mutex_lock(&process.lock);
    while (*at != NULL && (*at)->request != request)
        at = &(*at)->next;
    found = *at;
    if (found != NULL)
        *at = found->next;
    pthread_mutex_unlock(&process.lock);
    if (found != NULL)
        /* relaxed: as above */
        atomic_fetch_sub_explicit(&process.n, 1, memory_order_relaxed);
    return found;
}
