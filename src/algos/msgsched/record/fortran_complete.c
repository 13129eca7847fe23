/* fortran_complete.c: requests of Open MPI's Fortran start and become complete.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "fortran.h"

/* Fortran's requests in C, and room for what becomes of them. */
struct list {
    int n;
    MPI_Request *c;
    MPI_Status *statuses;
    int *indices;
};

static int open_list(struct list *l, int n, const MPI_Fint *requests)
{
    const size_t room = n > 0 ? (size_t)n : 1;

    l->n = n;
    l->c = calloc(room, sizeof(*l->c));
    l->statuses = calloc(room, sizeof(*l->statuses));
    l->indices = calloc(room, sizeof(*l->indices));
    if (l->c == NULL || l->statuses == NULL || l->indices == NULL)
        return MPI_ERR_NO_MEM;
    for (int i = 0; i < n; i++)
        l->c[i] = PMPI_Request_f2c(requests[i]);
    return MPI_SUCCESS;
}

static void close_list(struct list *l, MPI_Fint *requests)
{
    for (int i = 0; l->c != NULL && i < l->n; i++)
        requests[i] = PMPI_Request_c2f(l->c[i]);
    free(l->c);
    free(l->statuses);
    free(l->indices);
}

static void give_statuses(MPI_Fint *to, const struct list *l, int n)
{
    const size_t size = sizeof(MPI_Status) / sizeof(*to);

    for (int i = 0; !no_statuses(to) && i < n; i++)
        PMPI_Status_c2f(&l->statuses[i], to + (size_t)i * size);
}

/* Fortran counts from 1. */
static MPI_Fint index_of(int index)
{
    return index == MPI_UNDEFINED ? index : index + 1;
}

ENTRY(start, START, (MPI_Fint * request, MPI_Fint *ierror))
{
    MPI_Request r = PMPI_Request_f2c(*request);
    int rc = MPI_Start(&r);

    give_request(request, rc, r);
    give_error(ierror, rc);
}

ENTRY(startall, STARTALL, (fint count, MPI_Fint *requests, MPI_Fint *ierror))
{
    struct list l;
    int rc = open_list(&l, *count, requests);

    if (rc == MPI_SUCCESS)
        rc = MPI_Startall(l.n, l.c);
    close_list(&l, requests);
    give_error(ierror, rc);
}

ENTRY(request_free, REQUEST_FREE, (MPI_Fint * request, MPI_Fint *ierror))
{
    MPI_Request r = PMPI_Request_f2c(*request);
    int rc = MPI_Request_free(&r);

    give_request(request, rc, r);
    give_error(ierror, rc);
}

ENTRY(wait, WAIT, (MPI_Fint * request, MPI_Fint *status, MPI_Fint *ierror))
{
    MPI_Request r = PMPI_Request_f2c(*request);
    MPI_Status s = {0};
    int rc = MPI_Wait(&r, &s);

    give_request(request, rc, r);
    give_status(status, &s);
    give_error(ierror, rc);
}

ENTRY(test, TEST,
      (MPI_Fint * request, MPI_Fint *flag, MPI_Fint *status, MPI_Fint *ierror))
{
    MPI_Request r = PMPI_Request_f2c(*request);
    MPI_Status s = {0};
    int done = 0, rc = MPI_Test(&r, &done, &s);

    give_request(request, rc, r);
    *flag = done != 0;
    if (done)
        give_status(status, &s);
    give_error(ierror, rc);
}

ENTRY(waitall, WAITALL,
      (fint count, MPI_Fint *requests, MPI_Fint *statuses, MPI_Fint *ierror))
{
    struct list l;
    int rc = open_list(&l, *count, requests);

    if (rc == MPI_SUCCESS) {
        rc = MPI_Waitall(l.n, l.c, l.statuses);
        give_statuses(statuses, &l, l.n);
    }
    close_list(&l, requests);
    give_error(ierror, rc);
}

ENTRY(testall, TESTALL,
      (fint count, MPI_Fint *requests, MPI_Fint *flag, MPI_Fint *statuses,
       MPI_Fint *ierror))
{
    struct list l;
    int done = 0, rc = open_list(&l, *count, requests);

    if (rc == MPI_SUCCESS) {
        rc = MPI_Testall(l.n, l.c, &done, l.statuses);
        give_statuses(statuses, &l, done ? l.n : 0);
    }
    *flag = done != 0;
    close_list(&l, requests);
    give_error(ierror, rc);
}

ENTRY(waitany, WAITANY,
      (fint count, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *status,
       MPI_Fint *ierror))
{
    struct list l;
    int at = MPI_UNDEFINED, rc = open_list(&l, *count, requests);

    if (rc == MPI_SUCCESS) {
        rc = MPI_Waitany(l.n, l.c, &at, l.statuses);
        give_status(status, l.statuses);
    }
    *index = index_of(at);
    close_list(&l, requests);
    give_error(ierror, rc);
}

ENTRY(testany, TESTANY,
      (fint count, MPI_Fint *requests, MPI_Fint *index, MPI_Fint *flag,
       MPI_Fint *status, MPI_Fint *ierror))
{
    struct list l;
    int at = MPI_UNDEFINED, done = 0, rc = open_list(&l, *count, requests);

    if (rc == MPI_SUCCESS)
        rc = MPI_Testany(l.n, l.c, &at, &done, l.statuses);
    if (done)
        give_status(status, l.statuses);
    *index = index_of(at);
    *flag = done != 0;
    close_list(&l, requests);
    give_error(ierror, rc);
}

/* MPI_Waitsome or MPI_Testsome. */
static void some(int call(int, MPI_Request[], int *, int[], MPI_Status[]),
                 int count, MPI_Fint *requests, MPI_Fint *outcount,
                 MPI_Fint *indices, MPI_Fint *statuses, MPI_Fint *ierror)
{
    struct list l;
    int n = 0, rc = open_list(&l, count, requests);

    if (rc == MPI_SUCCESS) {
        rc = call(l.n, l.c, &n, l.indices, l.statuses);
        for (int i = 0; i < n && n != MPI_UNDEFINED; i++)
            indices[i] = index_of(l.indices[i]);
        give_statuses(statuses, &l, n != MPI_UNDEFINED ? n : 0);
    }
    *outcount = n;
    close_list(&l, requests);
    give_error(ierror, rc);
}

ENTRY(waitsome, WAITSOME,
      (fint incount, MPI_Fint *requests, MPI_Fint *outcount, MPI_Fint *indices,
       MPI_Fint *statuses, MPI_Fint *ierror))
{
    some(MPI_Waitsome, *incount, requests, outcount, indices, statuses, ierror);
}

ENTRY(testsome, TESTSOME,
      (fint incount, MPI_Fint *requests, MPI_Fint *outcount, MPI_Fint *indices,
       MPI_Fint *statuses, MPI_Fint *ierror))
{
    some(MPI_Testsome, *incount, requests, outcount, indices, statuses, ierror);
}

ENTRY(mprobe, MPROBE,
      (fint source, fint tag, fint comm, MPI_Fint *message, MPI_Fint *status,
       MPI_Fint *ierror))
{
    MPI_Status s = {0};
    MPI_Message m;
    int rc = MPI_Mprobe(*source, *tag, PMPI_Comm_f2c(*comm), &m, &s);

    if (rc == MPI_SUCCESS)
        *message = PMPI_Message_c2f(m);
    give_status(status, &s);
    give_error(ierror, rc);
}

ENTRY(improbe, IMPROBE,
      (fint source, fint tag, fint comm, MPI_Fint *flag, MPI_Fint *message,
       MPI_Fint *status, MPI_Fint *ierror))
{
    MPI_Status s = {0};
    MPI_Message m;
    int found, rc;

    rc = MPI_Improbe(*source, *tag, PMPI_Comm_f2c(*comm), &found, &m, &s);
    if (rc == MPI_SUCCESS) {
        *flag = found;
        if (found) {
            *message = PMPI_Message_c2f(m);
            give_status(status, &s);
        }
    }
    give_error(ierror, rc);
}

ENTRY(finalize, FINALIZE, (MPI_Fint * ierror))
{
    give_error(ierror, MPI_Finalize());
}
