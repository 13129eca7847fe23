/* wrap_complete.c: functions that complete requests.
 *
 * Their requests are held before the call, as MPI may give the handle of one
 * that is complete to another thread before the call returns.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "recorder.h"

enum { SOME = 16 };

/* Requests as they were before the call, which sets them to MPI_REQUEST_NULL:
 * handles and numbers, and room for what became of them. */
struct seen {
    MPI_Request *before, some[SOME];
    uint32_t *held, some_held[SOME];
    MPI_Status *statuses, some_statuses[SOME];
    int n;
};

static void let_go(struct seen *s, const MPI_Status *statuses)
{
    record_let_go(s->n, s->held);
    if (s->before == s->some)
        return;
    free(s->before);
    free(s->held);
    if (statuses == MPI_STATUSES_IGNORE)
        free(s->statuses);
}

/* False: not recorded. To be ended by let_go(). */
static bool hold(struct seen *s, int n, const MPI_Request requests[],
                 MPI_Status *statuses)
{
    const bool ours = statuses == MPI_STATUSES_IGNORE;

    if (n <= 0 || !record_on())
        return false;
    s->n = n;
    s->before = s->some;
    s->held = s->some_held;
    s->statuses = ours ? s->some_statuses : statuses;
    if (n > SOME) {
        s->before = calloc((size_t)n, sizeof(*s->before));
        s->held = calloc((size_t)n, sizeof(*s->held));
        if (ours)
            s->statuses = calloc((size_t)n, sizeof(*s->statuses));
    }
    if (s->before == NULL || s->held == NULL || s->statuses == NULL) {
        s->n = 0;
        let_go(s, statuses);
        return false;
    }
    memcpy(s->before, requests, (size_t)n * sizeof(*requests));
    record_hold(n, requests, s->held);
    return true;
}

/* All are complete, or after an error those that are gone. */
static void all(struct seen *s, const MPI_Request requests[], int rc)
{
    for (int i = 0; i < s->n; i++)
        if (rc == MPI_SUCCESS || requests[i] != s->before[i])
            record_complete(&s->held[i], &s->statuses[i]);
}

/* Those of a list are. */
static void listed(struct seen *s, int n, const int indices[])
{
    for (int i = 0; i < n; i++)
        record_complete(&s->held[indices[i]], &s->statuses[i]);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    struct seen s;
    int rc;

    if (!hold(&s, 1, request, status))
        return PMPI_Wait(request, status);
    rc = PMPI_Wait(request, s.statuses);
    all(&s, request, rc);
    let_go(&s, status);
    return rc;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    struct seen s;
    int rc;

    if (!hold(&s, 1, request, status))
        return PMPI_Test(request, flag, status);
    rc = PMPI_Test(request, flag, s.statuses);
    if (rc != MPI_SUCCESS || *flag)
        all(&s, request, rc);
    let_go(&s, status);
    return rc;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
    struct seen s;
    int rc;

    if (!hold(&s, count, requests, statuses))
        return PMPI_Waitall(count, requests, statuses);
    rc = PMPI_Waitall(count, requests, s.statuses);
    all(&s, requests, rc);
    let_go(&s, statuses);
    return rc;
}

int MPI_Testall(int count, MPI_Request requests[], int *flag,
                MPI_Status statuses[])
{
    struct seen s;
    int rc;

    if (!hold(&s, count, requests, statuses))
        return PMPI_Testall(count, requests, flag, statuses);
    rc = PMPI_Testall(count, requests, flag, s.statuses);
    if (rc != MPI_SUCCESS || *flag)
        all(&s, requests, rc);
    let_go(&s, statuses);
    return rc;
}

/* MPI_Waitany(), or MPI_Testany() where there is a flag. */
static int any_done(int count, MPI_Request requests[], int *index, int *flag,
                    MPI_Status *status)
{
    return flag == NULL ? PMPI_Waitany(count, requests, index, status)
                        : PMPI_Testany(count, requests, index, flag, status);
}

static int any(int count, MPI_Request requests[], int *index, int *flag,
               MPI_Status *status)
{
    MPI_Status own;
    struct seen s;
    int rc;

    if (status == MPI_STATUS_IGNORE)
        status = &own;
    if (!hold(&s, count, requests, status))
        return any_done(count, requests, index, flag, status);
    rc = any_done(count, requests, index, flag, status);
    if (rc == MPI_SUCCESS && (flag == NULL || *flag) && *index != MPI_UNDEFINED)
        record_complete(&s.held[*index], status);
    let_go(&s, status);
    return rc;
}

int MPI_Waitany(int count, MPI_Request requests[], int *index,
                MPI_Status *status)
{
    return any(count, requests, index, NULL, status);
}

int MPI_Testany(int count, MPI_Request requests[], int *index, int *flag,
                MPI_Status *status)
{
    return any(count, requests, index, flag, status);
}

/* MPI_Waitsome() and MPI_Testsome() differ in whether they wait. */
typedef int some_fn(int incount, MPI_Request requests[], int *outcount,
                    int indices[], MPI_Status statuses[]);

static int some(some_fn *call, int incount, MPI_Request requests[],
                int *outcount, int indices[], MPI_Status statuses[])
{
    struct seen s;
    int rc;

    if (!hold(&s, incount, requests, statuses))
        return call(incount, requests, outcount, indices, statuses);
    rc = call(incount, requests, outcount, indices, s.statuses);
    if (rc == MPI_SUCCESS && *outcount != MPI_UNDEFINED)
        listed(&s, *outcount, indices);
    let_go(&s, statuses);
    return rc;
}

int MPI_Waitsome(int incount, MPI_Request requests[], int *outcount,
                 int indices[], MPI_Status statuses[])
{
    return some(PMPI_Waitsome, incount, requests, outcount, indices, statuses);
}

int MPI_Testsome(int incount, MPI_Request requests[], int *outcount,
                 int indices[], MPI_Status statuses[])
{
    return some(PMPI_Testsome, incount, requests, outcount, indices, statuses);
}
