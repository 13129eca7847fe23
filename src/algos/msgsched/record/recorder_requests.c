/* recorder_requests.c: messages of requests into sets, under the same lock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "state.h"

/* MPI has handles that are integers and handles that are pointers. */
#define HANDLE(handle) ((uint64_t)(uintptr_t)(handle))

/* ---- with the lock ------------------------------------------------------ */

static void unsend(const struct operation *op)
{
    struct envelope e = {.tag = op->tag};

    record_state.tally.sent--;
    record_state.tally.sent_bytes -= op->bytes;
    record_state.tally.calls[CALL_CANCELLED]++;
    e.peer = op->comm != NULL ? comms_world_rank(op->comm, op->dest) : -1;
    if (e.peer < 0)
        return;
    e.comm = op->comm->id;
    sets_unsend(&record_state.sets, &e, op->bytes);
}

static void begin(struct operation *op)
{
    op->active = true;
    record_state.open++;
    if (op->send)
        state_send(op->comm, op->dest, op->tag, op->bytes);
}

/* An active operation is over. */
static void finish(struct operation *op, const MPI_Status *status)
{
    int cancelled = 0;

    op->active = false;
    PMPI_Test_cancelled(status, &cancelled);
    if (op->send && cancelled)
        unsend(op);
    if (op->receive && !cancelled)
        state_receive(op->comm, status->MPI_SOURCE, status->MPI_TAG);
    state_close();
}

static void forget(struct requests *r, uint64_t handle)
{
    struct operation *op = requests_find(r, handle);

    if (op->comm != NULL)
        comms_drop(op->comm);
    requests_remove(r, handle);
}

/* ---- requests ----------------------------------------------------------- */

void record_request(MPI_Request request, const struct record_what *what)
{
    struct operation op = {
        .send = (what->what & RECORD_SEND) && what->dest != MPI_PROC_NULL,
        .receive = what->what & RECORD_RECEIVE,
        .persistent = what->what & RECORD_PERSISTENT,
        .comm = comms_find(what->comm),
        .dest = what->dest,
        .tag = what->tag,
    };

    if (op.send)
        op.bytes = state_bytes(what->count, what->type);
    pthread_mutex_lock(&record_state.lock);
    if (!op.persistent)
        begin(&op);
    if (!requests_add(&record_state.requests, HANDLE(request), &op)) {
        /* nobody will say when it is complete */
        if (op.active)
            state_close();
        if (op.comm != NULL)
            comms_drop(op.comm);
    }
    pthread_mutex_unlock(&record_state.lock);
}

void record_start(MPI_Request request)
{
    struct operation *op;

    pthread_mutex_lock(&record_state.lock);
    op = requests_find(&record_state.requests, HANDLE(request));
    if (op != NULL && !op->active)
        begin(op);
    pthread_mutex_unlock(&record_state.lock);
}

void record_complete(MPI_Request request, const MPI_Status *status)
{
    struct operation *op;

    pthread_mutex_lock(&record_state.lock);
    op = requests_find(&record_state.requests, HANDLE(request));
    if (op != NULL && op->active) {
        finish(op, status);
        if (!op->persistent)
            forget(&record_state.requests, HANDLE(request));
    }
    pthread_mutex_unlock(&record_state.lock);
}

void record_request_free(MPI_Request request)
{
    struct operation *op;

    pthread_mutex_lock(&record_state.lock);
    op = requests_find(&record_state.requests, HANDLE(request));
    if (op != NULL) {
        record_state.tally.calls[CALL_FREED] += op->active && op->receive;
        if (op->active)
            state_close();
        forget(&record_state.requests, HANDLE(request));
    }
    pthread_mutex_unlock(&record_state.lock);
}

/* ---- probed messages ---------------------------------------------------- */

void record_probed(MPI_Message message, MPI_Comm comm)
{
    struct operation op = {.receive = true, .comm = comms_find(comm)};

    pthread_mutex_lock(&record_state.lock);
    if (!requests_add(&record_state.messages, HANDLE(message), &op) &&
        op.comm != NULL)
        comms_drop(op.comm);
    pthread_mutex_unlock(&record_state.lock);
}

void record_probed_received(MPI_Message message, const MPI_Status *status)
{
    struct operation *op;

    pthread_mutex_lock(&record_state.lock);
    op = requests_find(&record_state.messages, HANDLE(message));
    if (op != NULL) {
        state_receive(op->comm, status->MPI_SOURCE, status->MPI_TAG);
        forget(&record_state.messages, HANDLE(message));
    }
    pthread_mutex_unlock(&record_state.lock);
}

void record_probed_request(MPI_Message message, MPI_Request request)
{
    struct operation *found, op;

    pthread_mutex_lock(&record_state.lock);
    found = requests_find(&record_state.messages, HANDLE(message));
    if (found != NULL) {
        op = *found;
        requests_remove(&record_state.messages, HANDLE(message));
        begin(&op);
        if (!requests_add(&record_state.requests, HANDLE(request), &op)) {
            state_close();
            if (op.comm != NULL)
                comms_drop(op.comm);
        }
    }
    pthread_mutex_unlock(&record_state.lock);
}
