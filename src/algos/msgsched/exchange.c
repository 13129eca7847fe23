/* exchange.c: an exchange from its start to its end. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "flying.h"

enum ms_where ms_where(const struct msgsched_plan *plan, int peer)
{
    const struct ms_home *home = plan->home;

    return home->node[peer] == home->node[home->rank] ? MS_SAME_NODE
                                                      : MS_OTHER_NODE;
}

void ms_arrived(struct msgsched_plan *plan, const struct ms_wire *w)
{
    const struct ms_piece *p = plan->set->in.pieces + w->first;

    for (size_t i = 0; i < w->n; i++)
        plan->arrived[plan->narrived++] = p[i].index;
}

/* Is there memory of a device among the messages? Each side's first is looked
 * at: sets of both are not what this is to catch. */
static bool on_device(const struct msgsched_plan *plan, const void *sendbase,
                      const void *recvbase)
{
    return ms_on_device(plan->driver, &plan->set->out, sendbase) ||
           ms_on_device(plan->driver, &plan->set->in, recvbase);
}

/* Begins with what comes from nobody. */
static void take_off(struct msgsched_plan *plan, const void *sendbase,
                     void *recvbase)
{
    const struct ms_set *set = plan->set;

    plan->sendbase = sendbase;
    plan->recvbase = recvbase;
    plan->flying = true;
    plan->done = false;
    plan->unposted = false;
    plan->told = 0;
    plan->narrived = set->nabsent;
    if (set->nabsent > 0)
        memcpy(plan->arrived, set->absent,
               (size_t)set->nabsent * sizeof(*plan->arrived));
}

int msgsched_start(struct msgsched_plan *plan, const void *sendbase,
                   void *recvbase)
{
    int rc;

    if (plan == NULL)
        return MPI_ERR_ARG;
    if (plan->flying)
        return MPI_ERR_REQUEST;
    if (plan->error != MPI_SUCCESS)
        return plan->error;
    if (on_device(plan, sendbase, recvbase))
        return MPI_ERR_BUFFER;
    pthread_mutex_lock(&plan->lock);
    take_off(plan, sendbase, recvbase);
    ms_broken(plan, plan->set->engine->start(plan));
    rc = plan->error;
    plan->flying = rc == MPI_SUCCESS;
    pthread_mutex_unlock(&plan->lock);
    if (plan->flying)
        ms_flying_add(plan);
    return rc;
}

/* Has the exchange got as far as the caller waits for? */
static bool reached(const struct msgsched_plan *plan, enum ms_until until)
{
    size_t arrived = (size_t)(plan->narrived - plan->set->nabsent);

    return plan->done ||
           (until == MS_SOME &&
            (plan->narrived > plan->told || arrived == plan->set->in.npieces));
}

/* Asks and never sleeps while other exchanges have messages to post. */
static void progress(struct msgsched_plan *plan, enum ms_until until)
{
    if (until == MS_NOW)
        ms_progress(plan, until);
    while (until != MS_NOW && !reached(plan, until))
        ms_progress(plan, !ms_flying_push(plan) ? until
                          : until == MS_SOME    ? MS_LOOK
                                                : MS_NOW);
}

/* The caller knows that the exchange is over. */
static void land(struct msgsched_plan *plan)
{
    if (plan->flying)
        ms_flying_remove(plan);
    plan->flying = false;
}

int msgsched_test(struct msgsched_plan *plan, bool *done)
{
    int rc;

    if (plan == NULL || done == NULL)
        return MPI_ERR_ARG;
    pthread_mutex_lock(&plan->lock);
    if (plan->flying)
        progress(plan, MS_NOW);
    *done = !plan->flying || plan->done;
    rc = plan->error;
    pthread_mutex_unlock(&plan->lock);
    if (*done)
        land(plan);
    return rc;
}

int msgsched_wait(struct msgsched_plan *plan)
{
    if (plan == NULL)
        return MPI_ERR_ARG;
    pthread_mutex_lock(&plan->lock);
    if (plan->flying)
        progress(plan, MS_ALL);
    pthread_mutex_unlock(&plan->lock);
    land(plan);
    return plan->error;
}

int msgsched_waitsome(struct msgsched_plan *plan, int *n, int indices[])
{
    int rc;

    if (plan == NULL || n == NULL || indices == NULL)
        return MPI_ERR_ARG;
    pthread_mutex_lock(&plan->lock);
    if (plan->flying)
        progress(plan, MS_SOME);
    *n = plan->narrived - plan->told;
    if (*n > 0)
        memcpy(indices, plan->arrived + plan->told,
               (size_t)*n * sizeof(*indices));
    plan->told = plan->narrived;
    rc = plan->error;
    pthread_mutex_unlock(&plan->lock);
    return rc;
}
