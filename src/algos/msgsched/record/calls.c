/* calls.c: makes and records MPI calls, from C and Fortran.
 *
 * The program's own function makes the call; then the recorder notes what the
 * call sent, received or created. Arguments are numbered from 1. Calls with
 * messages begin with buffer, count, type, peer and tag; arguments after these
 * are counted from the last one.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stdlib.h>

#include "algos/preload/arguments.h"
#include "call.h"
#include "finish.h"
#include "mpi/library.h"
#include "recorder.h"

enum { COUNT = 2, TYPE, PEER, TAG };

/* Variants of a function (call.h). ONE: handles one request. FLAG: outputs a
 * flag, before the last argument. INDEX, LIST: outputs the index of one
 * completed request, or a list of indices. */
enum { ONE = 1, FLAG = 2, INDEX = 4, LIST = 8 };

/* ---- arguments ----------------------------------------------------------- */

/* Addresses that mean "no status" in Fortran: Open MPI's, and pointers to those
 * of MPICH's mpi_f08, with some versions only in Fortran programs. */
extern MPI_Fint mpi_fortran_status_ignore_ __attribute__((weak));
extern MPI_Fint mpi_fortran_statuses_ignore_ __attribute__((weak));
extern const void *status_ignore_f08 __asm__("MPI_F08_STATUS_IGNORE")
    __attribute__((weak));
extern const void *statuses_ignore_f08 __asm__("MPI_F08_STATUSES_IGNORE")
    __attribute__((weak));

/* Returns the bytes of the message that the call sends. */
static int64_t bytes(const struct preload_call *c)
{
    return bytes_of(count_of(c, COUNT), type_of(c, TYPE));
}

static uint64_t request_of(const struct preload_call *c, int k, int i)
{
    return HANDLE(HANDLES(Request, c, k, i));
}

static uint64_t message_of(const struct preload_call *c)
{
    return HANDLE(HANDLES(Message, c, c->n - 1, 0));
}

/* True if the last argument, an address of statuses, means "no status". */
static bool no_status(const struct preload_call *c)
{
    const void *status = (const void *)c->arg[c->n];

    if (!is_fortran(c))
        return status == (void *)MPI_STATUS_IGNORE ||
               status == (void *)MPI_STATUSES_IGNORE;
    return status == &mpi_fortran_status_ignore_ ||
           status == &mpi_fortran_statuses_ignore_ ||
           (&status_ignore_f08 != NULL && status == status_ignore_f08) ||
           (&statuses_ignore_f08 != NULL && status == statuses_ignore_f08);
}

/* If the program ignores statuses, makes the call store them in [own]. */
static void want_status(struct preload_call *c, MPI_Status *own)
{
    if (no_status(c))
        c->arg[c->n] = (word)own;
}

static MPI_Status status_of(const struct preload_call *c, int i)
{
    /* that of Fortran is an array with the same members */
    return ((MPI_Status *)c->arg[c->n])[i];
}

/* Makes the call without holding the lock. */
static int make(struct preload_call *c)
{
    int rc;

    record_unlock();
    rc = call_make(c);
    record_lock();
    return rc;
}

/* ---- messages ------------------------------------------------------------ */

static int blocking(struct preload_call *c)
{
    MPI_Comm comm = comm_of(c, c->how & RECORD_RECEIVE ? c->n - 1 : c->n);
    MPI_Status own = {0}, status;
    int rc;

    record_enter();
    if (c->how & RECORD_SEND)
        record_sent(comm, integer(c, PEER), integer(c, TAG), bytes(c));
    if (c->how & RECORD_RECEIVE)
        want_status(c, &own);
    rc = make(c);
    if (rc == MPI_SUCCESS && (c->how & RECORD_RECEIVE)) {
        status = status_of(c, 0);
        record_received(comm, &status);
    }
    record_leave();
    return rc;
}

/* Records a matched probe. Only the thread that probed can receive the
 * message. */
static int probe(struct preload_call *c)
{
    int rc = make(c);

    if (rc == MPI_SUCCESS && (!(c->how & FLAG) || *pointed(c, c->n - 2) != 0))
        record_message(message_of(c), comm_of(c, 3));
    return rc;
}

static int mrecv(struct preload_call *c)
{
    struct operation *message = record_take(message_of(c));
    MPI_Status own = {0}, status;
    int rc;

    want_status(c, &own);
    record_enter();
    rc = make(c);
    if (rc == MPI_SUCCESS && message != NULL) {
        status = status_of(c, 0);
        record_complete(message, &status);
    } else {
        record_leave();
    }
    record_give_back(message);
    return rc;
}

/* Turns the probed message into a request. */
static int imrecv(struct preload_call *c)
{
    struct operation *message = record_take(message_of(c));
    int rc = make(c);

    if (rc == MPI_SUCCESS && message != NULL) {
        record_enter();
        message->handle = request_of(c, c->n, 0);
    }
    record_give_back(message);
    return rc;
}

/* ---- requests ------------------------------------------------------------ */

static int request(struct preload_call *c)
{
    MPI_Comm comm = comm_of(c, c->n - 1);
    const int peer = integer(c, PEER);
    int rc = make(c);

    if (rc != MPI_SUCCESS)
        return rc;
    /* MPICH may leave out the source if it is MPI_PROC_NULL */
    if (!(c->how & RECORD_SEND) && peer == MPI_PROC_NULL)
        comm = MPI_COMM_NULL;
    record_request(request_of(c, c->n, 0), c->how, comm, peer, integer(c, TAG),
                   c->how & RECORD_SEND ? bytes(c) : 0);
    return rc;
}

static int start(struct preload_call *c)
{
    const int n = c->how & ONE ? 1 : integer(c, 1);
    int rc = make(c);

    for (int i = 0; rc == MPI_SUCCESS && i < n; i++)
        record_start(request_of(c, c->n, i));
    return rc;
}

static int request_free(struct preload_call *c)
{
    struct operation *op = record_take(request_of(c, 1, 0));
    int rc = make(c);

    if (rc == MPI_SUCCESS && op != NULL)
        record_freed(op);
    record_give_back(op);
    return rc;
}

/* ---- calls that complete requests ---------------------------------------- */

/* Records which of the [n] requests of argument [at] have completed. They were
 * taken out of the table before the call. After an error, a changed handle
 * means that its request has completed. */
static void completed(const struct preload_call *c, int n, int at,
                      struct operation *taken[], int rc)
{
    const int first = is_fortran(c) ? 1 : 0;
    const bool some = c->how & (INDEX | LIST), ok = rc == MPI_SUCCESS;
    const int *indices = some ? pointed(c, c->how & LIST ? 4 : 3) : NULL;

    if (ok && (c->how & FLAG) && *pointed(c, c->n - 1) == 0)
        return;
    if (some)
        n = !ok ? 0 : c->how & LIST ? *pointed(c, 3) : 1;
    for (int k = 0; k < n; k++) {
        int i = some ? indices[k] - first : k; /* MPI_UNDEFINED is negative */
        MPI_Status status;

        if (i < 0 || taken[i] == NULL ||
            (!ok && request_of(c, at, i) == taken[i]->handle))
            continue;
        status = status_of(c, k);
        record_complete(taken[i], &status);
    }
}

static int complete(struct preload_call *c)
{
    const int n = c->how & ONE ? 1 : integer(c, 1), at = c->how & ONE ? 1 : 2;
    const size_t room = n > 0 ? (size_t)n : 0;
    struct operation **taken = calloc(room + 1, sizeof(*taken));
    MPI_Status *statuses = calloc(room + 1, sizeof(*statuses));
    int rc;

    if (taken == NULL || statuses == NULL) {
        free(taken);
        free(statuses);
        return make(c);
    }
    for (int i = 0; i < n; i++)
        taken[i] = record_take(request_of(c, at, i));
    want_status(c, statuses);
    rc = make(c);
    completed(c, n, at, taken, rc);
    for (int i = 0; i < n; i++)
        record_give_back(taken[i]);
    free(taken);
    free(statuses);
    return rc;
}

/* MPICH 4.0 counts indices from 0 in mpi_f08 and from 1 in other Fortran. So
 * this calls the C functions, which have the same handles and statuses. */
static int complete_by_index(struct preload_call *c)
{
    static front_fn *const functions[] = {
        [KIND_WAITANY] = (front_fn *)PMPI_Waitany,
        [KIND_TESTANY] = (front_fn *)PMPI_Testany,
        [KIND_WAITSOME] = (front_fn *)PMPI_Waitsome,
        [KIND_TESTSOME] = (front_fn *)PMPI_Testsome,
    };
    struct preload_call in_c = *c;
    int rc, n, *indices;

    if (!is_fortran(c) || mpi_running().mpi == openmpi)
        return complete(c);
    in_c.form = FORM_C;
    in_c.own = functions[c->kind];
    in_c.arg[1] = (word)integer(c, 1);
    if (no_status(c))
        in_c.arg[c->n] = (word)MPI_STATUSES_IGNORE;
    rc = complete(&in_c);
    n = c->how & LIST ? *pointed(c, 3) : 1;
    indices = pointed(c, c->how & LIST ? 4 : 3);
    for (int i = 0; rc == MPI_SUCCESS && i < n; i++)
        if (indices[i] != MPI_UNDEFINED)
            indices[i]++;
    if (c->arg[c->n + 1] != 0)
        *pointed(c, c->n + 1) = rc;
    return rc;
}

/* ---- other calls --------------------------------------------------------- */

static int makes_comm(struct preload_call *c)
{
    MPI_Comm parent = comm_of(c, 1);
    int rc = make(c);

    if (rc == MPI_SUCCESS)
        comms_made(parent, HANDLES(Comm, c, c->n, 0));
    return rc;
}

static int counted(struct preload_call *c)
{
    record_call((enum number_of)c->how);
    if (c->kind == KIND_EVERYBODY)
        record_everybody(comm_of(c, c->n));
    return make(c);
}

/* Runs without the lock, because the MPI functions called here may call
 * callbacks of the program. */
static int finalize(struct preload_call *c)
{
    record_unlock();
    record_finish();
    record_lock();
    return make(c);
}

int msgsched_record_call(struct preload_call *c)
{
    static const struct {
        preload_call_fn *run;
        int how;
    } kinds[] = {
#define KIND(name, function, how) [KIND_##name] = {function, how},
        RECORD_KINDS(KIND)
#undef KIND
    };
    int rc;

    if (c->kind != KIND_FINALIZE && !record_on())
        return preload_call_own(c);
    c->how = kinds[c->kind].how;
    record_lock();
    rc = kinds[c->kind].run(c);
    record_unlock();
    return rc;
}
