/* flat.c: an exchange whose requests are all there at once. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "flat.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "pack.h"
#include "requests.h"

bool ms_flat_open(struct ms_flat *f, size_t nsend, size_t nrecv)
{
    size_t n = nsend + nrecv;

    *f = (struct ms_flat){.nsend = (int)nsend, .nrecv = (int)nrecv};
    if (n > INT_MAX)
        return false;
    f->request = malloc((n + 1) * sizeof(*f->request));
    f->done = malloc((n + 1) * sizeof(*f->done));
    f->landed = malloc((nrecv + 1) * sizeof(*f->landed));
    for (size_t i = 0; i < n && f->request != NULL; i++)
        f->request[i] = MPI_REQUEST_NULL;
    return f->request != NULL && f->done != NULL && f->landed != NULL;
}

void ms_flat_close(struct ms_flat *f)
{
    free(f->request);
    free(f->done);
    free(f->landed);
}

void ms_flat_begin(struct ms_flat *f)
{
    memset(f->landed, 0, (size_t)f->nrecv * sizeof(*f->landed));
}

static int wire_landed(struct msgsched_plan *plan, size_t k)
{
    const struct ms_side *in = &plan->set->in;
    const struct ms_wire *w = &in->wires[k];
    int rc = w->packed ? ms_unpack(in, w, plan->recvbase, plan->home->comm)
                       : MPI_SUCCESS;

    ms_arrived(plan, w);
    return rc;
}

/* Receive i is complete. */
static int landed(struct msgsched_plan *plan, struct ms_flat *f, int i)
{
    int rc = MPI_SUCCESS;

    f->landed[i] = true;
    if (!f->whole)
        return wire_landed(plan, (size_t)i);
    for (size_t k = 0; k < plan->set->in.nwires && rc == MPI_SUCCESS; k++)
        rc = wire_landed(plan, k);
    return rc;
}

static int some(struct msgsched_plan *plan, struct ms_flat *f, bool wait)
{
    int n, rc = ms_requests_some(f->nrecv, f->request + f->nsend, wait, &n,
                                 f->done);

    for (int i = 0; i < n && rc == MPI_SUCCESS; i++)
        rc = landed(plan, f, f->done[i]);
    return rc;
}

int ms_flat_progress(struct msgsched_plan *plan, enum ms_until until)
{
    struct ms_flat *f = plan->set->state;
    int n = f->nsend + f->nrecv, rc;
    bool all = true;

    if (until == MS_SOME || until == MS_LOOK)
        return some(plan, f, until == MS_SOME);
    rc = until == MS_ALL ? ms_requests_wait(n, f->request)
                         : ms_requests_test(n, f->request, &all);
    for (int i = 0; i < f->nrecv && all && rc == MPI_SUCCESS; i++)
        if (!f->landed[i])
            rc = landed(plan, f, i);
    plan->done = all;
    return rc;
}

/* Collectives cannot be cancelled. */
void ms_flat_drop(struct msgsched_plan *plan)
{
    struct ms_flat *f = plan->set->state;

    if (!f->whole)
        ms_requests_drop(f->nsend + f->nrecv, f->request);
}
