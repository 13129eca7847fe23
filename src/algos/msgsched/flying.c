/* flying.c: exchanges of this process that have wire messages left to post. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "flying.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct msgsched_plan *first;

void ms_flying_add(struct msgsched_plan *plan)
{
    pthread_mutex_lock(&lock);
    plan->next = first;
    first = plan;
    pthread_mutex_unlock(&lock);
}

void ms_flying_remove(struct msgsched_plan *plan)
{
    struct msgsched_plan **at = &first;

    pthread_mutex_lock(&lock);
    while (*at != NULL && *at != plan)
        at = &(*at)->next;
    if (*at != NULL)
        *at = plan->next;
    pthread_mutex_unlock(&lock);
}

void ms_broken(struct msgsched_plan *plan, int rc)
{
    if (rc == MPI_SUCCESS)
        return;
    plan->error = ms_class(rc);
    plan->unposted = false;
    plan->done = true;
    plan->set->engine->drop(plan);
}

void ms_progress(struct msgsched_plan *plan, enum ms_until until)
{
    if (!plan->done)
        ms_broken(plan, plan->set->engine->progress(plan, until));
}

bool ms_flying_push(const struct msgsched_plan *self)
{
    bool more = false;

    pthread_mutex_lock(&lock);
    for (struct msgsched_plan *p = first; p != NULL; p = p->next) {
        if (p == self || pthread_mutex_trylock(&p->lock) != 0)
            continue;
        if (p->unposted)
            ms_progress(p, MS_NOW);
        more |= p->unposted;
        pthread_mutex_unlock(&p->lock);
    }
    pthread_mutex_unlock(&lock);
    return more;
}
