/* calls.c: calls of MPI, in C and in Fortran, are made and recorded.
 *
 * The program's own function makes the call; the recorder hears what that sent,
 * received or made. Arguments are numbered as in the standard: a message is
 * buffer, count, type, peer and tag; others are counted from the last one.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stdlib.h>

#include "call.h"
#include "comms.h"
#include "finish.h"
#include "recorder.h"

enum { COUNT = 2, TYPE, PEER, TAG };

/* ---- arguments ------------------------------------------------------------
 */

/* The addresses that stand for statuses nobody wants. */
#ifdef OPEN_MPI
extern MPI_Fint mpi_fortran_status_ignore_ __attribute__((weak));
extern MPI_Fint mpi_fortran_statuses_ignore_ __attribute__((weak));
#define STATUS_IGNORE_F &mpi_fortran_status_ignore_
#define STATUSES_IGNORE_F &mpi_fortran_statuses_ignore_
#else
/* Only programs of Fortran have these in every version. */
#pragma weak MPI_F08_STATUS_IGNORE
#pragma weak MPI_F08_STATUSES_IGNORE
#define STATUS_IGNORE_F                                                        \
    (&MPI_F08_STATUS_IGNORE != NULL ? (void *)MPI_F08_STATUS_IGNORE : NULL)
#define STATUSES_IGNORE_F                                                      \
    (&MPI_F08_STATUSES_IGNORE != NULL ? (void *)MPI_F08_STATUSES_IGNORE : NULL)
#endif

static bool is_fortran(const struct record_call *c)
{
    return c->form == FORM_FORTRAN;
}

/* What the k-th argument points to, in Fortran or as an output of C. */
static int *pointed(const struct record_call *c, int k)
{
    _Static_assert(sizeof(MPI_Fint) == sizeof(int), "integers of Fortran");
    return (int *)c->arg[k];
}

static int integer(const struct record_call *c, int k)
{
    return is_fortran(c) ? *pointed(c, k) : (int)c->arg[k];
}

static MPI_Count count(const struct record_call *c)
{
    return c->form == FORM_LARGE ? (MPI_Count)c->arg[COUNT] : integer(c, COUNT);
}

static MPI_Comm comm_of(const struct record_call *c, int k)
{
    return is_fortran(c) ? PMPI_Comm_f2c(*pointed(c, k)) : (MPI_Comm)c->arg[k];
}

static MPI_Datatype type_of(const struct record_call *c)
{
    return is_fortran(c) ? PMPI_Type_f2c(*pointed(c, TYPE))
                         : (MPI_Datatype)c->arg[TYPE];
}

/* The i-th of the handles that the k-th argument points to. */
#define HANDLES(type, c, k, i)                                                 \
    (is_fortran(c) ? PMPI_##type##_f2c(pointed(c, k)[i])                       \
                   : ((MPI_##type *)c->arg[k])[i])

static MPI_Request request_of(const struct record_call *c, int k, int i)
{
    return HANDLES(Request, c, k, i);
}

/* Is the last argument, the address of a status or of several, one of those? */
static bool no_status(const struct record_call *c)
{
    const void *status = (const void *)c->arg[c->n];

    if (!is_fortran(c))
        return status == (void *)MPI_STATUS_IGNORE ||
               status == (void *)MPI_STATUSES_IGNORE;
    return status == (void *)STATUS_IGNORE_F ||
           status == (void *)STATUSES_IGNORE_F;
}

/* [own] becomes the last argument if the program wants no status. */
static void want_status(struct record_call *c, MPI_Status *own)
{
    if (no_status(c))
        c->arg[c->n] = (word)own;
}

static MPI_Status status_of(const struct record_call *c, int i)
{
    const size_t size = sizeof(MPI_Status) / sizeof(MPI_Fint);
    MPI_Status s;

    if (!is_fortran(c))
        return ((MPI_Status *)c->arg[c->n])[i];
    PMPI_Status_f2c(pointed(c, c->n) + (size_t)i * size, &s);
    return s;
}

/* Makes the call; in mpi_f08 the error code is optional. */
static int make(struct record_call *c)
{
    MPI_Fint error = MPI_SUCCESS;
    int rc;

    if (is_fortran(c) && c->arg[c->n + 1] == 0)
        c->arg[c->n + 1] = (word)&error;
    rc = record_call_own(c);
    return is_fortran(c) ? *pointed(c, c->n + 1) : rc;
}

/* ---- blocking -------------------------------------------------------------
 */

static void sends(const struct record_call *c, MPI_Comm comm)
{
    record_sent(comm, integer(c, PEER), integer(c, TAG), count(c), type_of(c));
}

static int send(struct record_call *c)
{
    record_enter();
    sends(c, comm_of(c, c->n));
    return record_leave(make(c));
}

static int receive(struct record_call *c)
{
    MPI_Comm comm = comm_of(c, c->n - 1);
    MPI_Status own = {0}, status;
    int rc;

    want_status(c, &own);
    record_enter();
    if (c->shape == SHAPE_SENDRECV)
        sends(c, comm);
    rc = make(c);
    status = status_of(c, 0);
    return record_received(rc, comm, &status);
}

/* A message that was probed belongs to one caller. */
static int probe(struct record_call *c, bool always)
{
    MPI_Message message = MPI_MESSAGE_NULL;
    int rc = make(c);
    bool found = rc == MPI_SUCCESS && (always || *pointed(c, c->n - 2) != 0);

    if (found)
        message = HANDLES(Message, c, c->n - 1, 0);
    return record_probed(rc, found, &message, comm_of(c, 3));
}

static int mrecv(struct record_call *c)
{
    uint32_t held = record_probed_hold(HANDLES(Message, c, c->n - 1, 0));
    MPI_Status own = {0}, status;
    int rc;

    want_status(c, &own);
    record_enter();
    rc = make(c);
    status = status_of(c, 0);
    record_probed_received(held, rc == MPI_SUCCESS ? &status : NULL);
    return record_leave(rc);
}

/* ---- requests -------------------------------------------------------------
 */

static int imrecv(struct record_call *c)
{
    uint32_t held = record_probed_hold(HANDLES(Message, c, c->n - 1, 0));
    int rc = make(c);
    MPI_Request request = MPI_REQUEST_NULL;

    if (rc == MPI_SUCCESS)
        request = request_of(c, c->n, 0);
    record_probed_request(held, rc == MPI_SUCCESS ? &request : NULL);
    return rc;
}

static int request(struct record_call *c, int what)
{
    MPI_Comm comm = comm_of(c, c->n - 1);
    const int peer = integer(c, PEER);
    MPI_Request made;
    int rc = make(c);

    if (rc != MPI_SUCCESS)
        return rc;
    made = request_of(c, c->n, 0);
    /* MPICH's status of a receive from MPI_PROC_NULL may not say so */
    if (!(what & RECORD_SEND) && peer == MPI_PROC_NULL)
        comm = MPI_COMM_NULL;
    record_request(&made,
                   &(struct record_what){what, comm, peer, integer(c, TAG),
                                         count(c), type_of(c)});
    return rc;
}

/* Of [n], from the last argument. */
static int start(struct record_call *c, int n)
{
    int rc = make(c);

    for (int i = 0; rc == MPI_SUCCESS && i < n; i++)
        record_start(request_of(c, c->n, i));
    return rc;
}

static int request_free(struct record_call *c)
{
    uint32_t held = record_hold_free(request_of(c, 1, 0));
    int rc = make(c);

    record_request_free(held, rc == MPI_SUCCESS);
    return rc;
}

/* ---- calls that complete requests -----------------------------------------
 *
 * Their requests are held before the call, as MPI may give the handle of one
 * that is complete to another thread before the call returns.
 */

enum { SOME = 16 };

/* Requests as they were before the call, which sets them to MPI_REQUEST_NULL:
 * handles and numbers, and room for what became of them. */
struct seen {
    struct record_call *c;
    int n, at; /* the argument that they are */
    MPI_Request *before, some[SOME];
    uint32_t *held, some_held[SOME];
    MPI_Status *statuses, some_statuses[SOME];
};

static void let_go(struct seen *s)
{
    record_let_go(s->n, s->held);
    if (s->before == s->some)
        return;
    free(s->before);
    free(s->held);
    free(s->statuses);
}

/* False: not recorded. To be ended by let_go(). */
static bool hold(struct seen *s)
{
    const size_t n = (size_t)s->n;

    if (s->n <= 0)
        return false;
    s->before = s->some;
    s->held = s->some_held;
    s->statuses = s->some_statuses;
    if (n > SOME) {
        s->before = calloc(n, sizeof(*s->before));
        s->held = calloc(n, sizeof(*s->held));
        s->statuses = calloc(n, sizeof(*s->statuses));
    }
    if (s->before == NULL || s->held == NULL || s->statuses == NULL) {
        s->n = 0;
        let_go(s);
        return false;
    }
    for (int i = 0; i < s->n; i++)
        s->before[i] = request_of(s->c, s->at, i);
    record_hold(s->n, s->before, s->held);
    want_status(s->c, s->statuses);
    return true;
}

/* Request i is complete, as the k-th status says. */
static void complete(struct seen *s, int i, int k)
{
    MPI_Status status = status_of(s->c, k);

    record_complete(&s->held[i], &status);
}

/* All are complete, or after an error those that are gone. */
static void complete_all(struct seen *s, int rc)
{
    for (int i = 0; i < s->n; i++)
        if (rc == MPI_SUCCESS || request_of(s->c, s->at, i) != s->before[i])
            complete(s, i, i);
}

/* One index or a list of them says which are. */
static bool has_index(const struct record_call *c)
{
    return c->shape == SHAPE_WAITANY || c->shape == SHAPE_TESTANY;
}

static bool has_list(const struct record_call *c)
{
    return c->shape == SHAPE_WAITSOME || c->shape == SHAPE_TESTSOME;
}

static void complete_listed(struct seen *s, int n, const int indices[])
{
    const int first = is_fortran(s->c) ? 1 : 0;

    for (int i = 0; i < n && n != MPI_UNDEFINED; i++)
        if (indices[i] != MPI_UNDEFINED)
            complete(s, indices[i] - first, i);
}

/* Calls that test have a flag before the last argument. */
static int complete_by(struct record_call *c)
{
    const bool one = c->shape == SHAPE_WAIT || c->shape == SHAPE_TEST;
    const bool test = c->shape == SHAPE_TEST || c->shape == SHAPE_TESTALL ||
                      c->shape == SHAPE_TESTANY;
    struct seen s = {.c = c, .n = one ? 1 : integer(c, 1), .at = one ? 1 : 2};
    bool done;
    int rc;

    if (!hold(&s))
        return make(c);
    rc = make(c);
    done = !test || rc != MPI_SUCCESS || *pointed(c, c->n - 1) != 0;
    if (has_list(c)) {
        if (rc == MPI_SUCCESS && done)
            complete_listed(&s, *pointed(c, 3), pointed(c, 4));
    } else if (has_index(c)) {
        complete_listed(&s, rc == MPI_SUCCESS && done, pointed(c, 3));
    } else if (done) {
        complete_all(&s, rc);
    }
    let_go(&s);
    return rc;
}

#ifdef OPEN_MPI
#define complete_by_index complete_by
#else
/* In MPICH 4.0 those of mpi_f08 count from 0, others do not: those of C are
 * called, whose handles and statuses are the same. */
static int complete_by_index(struct record_call *c)
{
    static front_fn *const functions[] = {
        [SHAPE_WAITANY] = (front_fn *)PMPI_Waitany,
        [SHAPE_TESTANY] = (front_fn *)PMPI_Testany,
        [SHAPE_WAITSOME] = (front_fn *)PMPI_Waitsome,
        [SHAPE_TESTSOME] = (front_fn *)PMPI_Testsome,
    };
    struct record_call in_c = *c;
    int rc, n, *indices;

    if (!is_fortran(c))
        return complete_by(c);
    in_c.form = FORM_C;
    in_c.own = functions[c->shape];
    in_c.arg[1] = (word)integer(c, 1);
    if (no_status(c))
        in_c.arg[c->n] = (word)MPI_STATUSES_IGNORE;
    rc = complete_by(&in_c);
    n = has_list(c) ? *pointed(c, 3) : 1;
    indices = pointed(c, has_list(c) ? 4 : 3);
    for (int i = 0; rc == MPI_SUCCESS && i < n; i++)
        if (indices[i] != MPI_UNDEFINED)
            indices[i]++;
    if (c->arg[c->n + 1] != 0)
        *pointed(c, c->n + 1) = rc;
    return rc;
}
#endif

/* ---- the rest -------------------------------------------------------------
 */

static int makes_comm(struct record_call *c)
{
    MPI_Comm parent = comm_of(c, 1);
    int rc = make(c);

    if (rc == MPI_SUCCESS)
        comms_made(parent, HANDLES(Comm, c, c->n, 0));
    return rc;
}

static int counted(struct record_call *c, enum other_call call)
{
    record_call(call);
    if (c->shape == SHAPE_EVERYBODY)
        record_everybody(comm_of(c, c->n));
    return make(c);
}

static int finalize(struct record_call *c)
{
    record_finish();
    return make(c);
}

int msgsched_record_call(struct record_call *c)
{
    if (c->shape != SHAPE_FINALIZE && !record_on())
        return make(c);
    switch (c->shape) {
    case SHAPE_SEND:
        return send(c);
    case SHAPE_RECV:
    case SHAPE_SENDRECV:
        return receive(c);
    case SHAPE_ISEND:
        return request(c, RECORD_SEND);
    case SHAPE_IRECV:
        return request(c, RECORD_RECEIVE);
    case SHAPE_ISENDRECV:
        return request(c, RECORD_SEND | RECORD_RECEIVE);
    case SHAPE_SEND_INIT:
        return request(c, RECORD_SEND | RECORD_PERSISTENT);
    case SHAPE_RECV_INIT:
        return request(c, RECORD_RECEIVE | RECORD_PERSISTENT);
    case SHAPE_PROBE:
        return probe(c, true);
    case SHAPE_IPROBE:
        return probe(c, false);
    case SHAPE_MRECV:
        return mrecv(c);
    case SHAPE_IMRECV:
        return imrecv(c);
    case SHAPE_START:
        return start(c, 1);
    case SHAPE_STARTALL:
        return start(c, integer(c, 1));
    case SHAPE_FREE:
        return request_free(c);
    case SHAPE_WAIT:
    case SHAPE_TEST:
    case SHAPE_WAITALL:
    case SHAPE_TESTALL:
        return complete_by(c);
    case SHAPE_WAITANY:
    case SHAPE_TESTANY:
    case SHAPE_WAITSOME:
    case SHAPE_TESTSOME:
        return complete_by_index(c);
    case SHAPE_FINALIZE:
        return finalize(c);
    case SHAPE_MAKES:
        return makes_comm(c);
    case SHAPE_EVERYBODY:
    case SHAPE_COLLECTIVE:
        return counted(c, CALL_COLLECTIVE);
    case SHAPE_ONE_SIDED:
        return counted(c, CALL_ONE_SIDED);
    case SHAPE_PARTITIONED:
        return counted(c, CALL_PARTITIONED);
    }
    return make(c);
}
