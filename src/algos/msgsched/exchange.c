/* exchange.c: an exchange from its start to its end. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "device.h"
#include "plan.h"

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
    return ms_on_device(&plan->set->out, sendbase) ||
           ms_on_device(&plan->set->in, recvbase);
}

int msgsched_start(struct msgsched_plan *plan, const void *sendbase,
                   void *recvbase)
{
    const struct ms_set *set;

    if (plan == NULL)
        return MPI_ERR_ARG;
    if (plan->flying)
        return MPI_ERR_REQUEST;
    if (on_device(plan, sendbase, recvbase))
        return MPI_ERR_BUFFER;
    set = plan->set;
    plan->sendbase = sendbase;
    plan->recvbase = recvbase;
    plan->flying = true;
    plan->done = false;
    plan->told = 0;
    plan->narrived = set->nabsent;
    if (set->nabsent > 0)
        memcpy(plan->arrived, set->absent,
               (size_t)set->nabsent * sizeof(*plan->arrived));
    return ms_class(set->engine->start(plan));
}

static int progress(struct msgsched_plan *plan, enum ms_until until)
{
    if (!plan->flying || plan->done)
        return MPI_SUCCESS;
    return ms_class(plan->set->engine->progress(plan, until));
}

int msgsched_test(struct msgsched_plan *plan, bool *done)
{
    int rc;

    if (plan == NULL || done == NULL)
        return MPI_ERR_ARG;
    rc = progress(plan, MS_NOW);
    *done = !plan->flying || plan->done;
    plan->flying = !*done;
    return rc;
}

int msgsched_wait(struct msgsched_plan *plan)
{
    int rc;

    if (plan == NULL)
        return MPI_ERR_ARG;
    rc = progress(plan, MS_ALL);
    plan->flying = false;
    return rc;
}

int msgsched_waitsome(struct msgsched_plan *plan, int *n, int indices[])
{
    int rc = MPI_SUCCESS;

    if (plan == NULL || n == NULL || indices == NULL)
        return MPI_ERR_ARG;
    if (plan->flying && plan->narrived == plan->told)
        rc = progress(plan, MS_SOME);
    *n = plan->narrived - plan->told;
    if (*n > 0)
        memcpy(indices, plan->arrived + plan->told,
               (size_t)*n * sizeof(*indices));
    plan->told = plan->narrived;
    return rc;
}
