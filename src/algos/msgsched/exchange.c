/* exchange.c: starts, progresses and completes exchanges.
 *
 * There is no progress in the background, only in calls for a plan. Calls that
 * wait also post messages of all other plans in flight. Otherwise ranks that
 * wait for several exchanges in different orders would deadlock. Cost: each
 * waiting call walks through a list of the plans in flight.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "engine.h"

/* ---- plans in flight ----------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct msgsched_plan *first;

static void flight_add(struct msgsched_plan *plan)
{
    pthread_mutex_lock(&lock);
    plan->next = first;
    first = plan;
    pthread_mutex_unlock(&lock);
}

static void flight_remove(struct msgsched_plan *plan)
{
    struct msgsched_plan **at = &first;

    pthread_mutex_lock(&lock);
    while (*at != NULL && *at != plan)
        at = &(*at)->next;
    if (*at != NULL)
        *at = plan->next;
    pthread_mutex_unlock(&lock);
}

/* If rc is an error, ends the exchange and cancels the posted requests. */
static void check(struct msgsched_plan *plan, int rc)
{
    if (rc == MPI_SUCCESS)
        return;
    plan->error = al_error_class(rc);
    plan->unposted = false;
    plan->done = true;
    plan->set->engine->drop(plan);
}

/* Makes progress on a plan whose lock the caller holds. */
static void step(struct msgsched_plan *plan, enum ms_until until)
{
    if (!plan->done)
        check(plan, plan->set->engine->progress(plan, until));
}

/* Makes progress on the plans in flight, except `self`, whose lock the caller
 * holds, and plans that another thread is using. Returns true if one of them
 * still has messages to post. */
static bool others_post(const struct msgsched_plan *self)
{
    bool more = false;

    pthread_mutex_lock(&lock);
    for (struct msgsched_plan *p = first; p != NULL; p = p->next) {
        if (p == self || pthread_mutex_trylock(&p->lock) != 0)
            continue;
        if (p->unposted)
            step(p, MS_NOW);
        more |= p->unposted;
        pthread_mutex_unlock(&p->lock);
    }
    pthread_mutex_unlock(&lock);
    return more;
}

/* ---- one exchange -------------------------------------------------------- */

int ms_arrived(struct msgsched_plan *plan, const struct ms_side *in,
               const struct ms_wire *w)
{
    const struct ms_piece *p = in->pieces + w->first;
    int rc = w->packed ? ms_unpack(in, w, plan->recvbase, plan->comm->comm)
                       : MPI_SUCCESS;

    for (size_t i = 0; i < w->n; i++)
        plan->arrived[plan->narrived++] = p[i].index;
    return rc;
}

/* True if a buffer is in device memory. Checks only the first message sent and
 * the first received, so a mixture of device and host memory goes
 * undetected. */
static bool on_device(const struct msgsched_plan *plan, const void *sendbase,
                      const void *recvbase)
{
    return ms_on_device(plan->driver, &plan->set->out, sendbase) ||
           ms_on_device(plan->driver, &plan->set->in, recvbase);
}

/* Resets the plan for an exchange. Receives from MPI_PROC_NULL complete at
 * once. */
static void begin(struct msgsched_plan *plan, const void *sendbase,
                  void *recvbase)
{
    const struct ms_set *set = plan->set;

    plan->sendbase = sendbase;
    plan->recvbase = recvbase;
    plan->in_flight = true;
    plan->done = false;
    plan->unposted = false;
    plan->reported = 0;
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
    if (plan->in_flight)
        return MPI_ERR_REQUEST;
    if (plan->error != MPI_SUCCESS)
        return plan->error;
    if (on_device(plan, sendbase, recvbase))
        return MPI_ERR_BUFFER;
    pthread_mutex_lock(&plan->lock);
    begin(plan, sendbase, recvbase);
    check(plan, plan->set->engine->start(plan));
    rc = plan->error;
    plan->in_flight = rc == MPI_SUCCESS;
    pthread_mutex_unlock(&plan->lock);
    if (plan->in_flight)
        flight_add(plan);
    return rc;
}

/* True if what the caller waits for has happened. */
static bool reached(const struct msgsched_plan *plan, enum ms_until until)
{
    size_t arrived = (size_t)(plan->narrived - plan->set->nabsent);

    return plan->done ||
           (until == MS_SOME && (plan->narrived > plan->reported ||
                                 arrived == plan->set->in.npieces));
}

/* Makes progress until `until` has happened. Polls instead of waiting while
 * other exchanges have messages to post. */
static void progress(struct msgsched_plan *plan, enum ms_until until)
{
    if (until == MS_NOW)
        step(plan, until);
    while (until != MS_NOW && !reached(plan, until))
        step(plan, !others_post(plan) ? until
                   : until == MS_SOME ? MS_NOTE
                                      : MS_NOW);
}

/* Removes the plan from the list when the caller learns that the exchange is
 * over. */
static void end(struct msgsched_plan *plan)
{
    if (plan->in_flight)
        flight_remove(plan);
    plan->in_flight = false;
}

int msgsched_test(struct msgsched_plan *plan, bool *done)
{
    int rc;

    if (plan == NULL || done == NULL)
        return MPI_ERR_ARG;
    pthread_mutex_lock(&plan->lock);
    if (plan->in_flight)
        progress(plan, MS_NOW);
    *done = !plan->in_flight || plan->done;
    rc = plan->error;
    pthread_mutex_unlock(&plan->lock);
    if (*done)
        end(plan);
    return rc;
}

int msgsched_wait(struct msgsched_plan *plan)
{
    if (plan == NULL)
        return MPI_ERR_ARG;
    pthread_mutex_lock(&plan->lock);
    if (plan->in_flight)
        progress(plan, MS_ALL);
    pthread_mutex_unlock(&plan->lock);
    end(plan);
    return plan->error;
}

int msgsched_waitsome(struct msgsched_plan *plan, int *n, int indices[])
{
    int rc;

    if (plan == NULL || n == NULL || indices == NULL)
        return MPI_ERR_ARG;
    pthread_mutex_lock(&plan->lock);
    if (plan->in_flight)
        progress(plan, MS_SOME);
    *n = plan->narrived - plan->reported;
    if (*n > 0)
        memcpy(indices, plan->arrived + plan->reported,
               (size_t)*n * sizeof(*indices));
    plan->reported = plan->narrived;
    rc = plan->error;
    pthread_mutex_unlock(&plan->lock);
    return rc;
}
