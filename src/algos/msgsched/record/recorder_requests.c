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

static void open_request(MPI_Request request, struct operation *op)
{
    if (!op->persistent)
        begin(op);
    if (requests_add(&record_state.requests, HANDLE(request), op))
        return;
    /* nobody will say when it is complete */
    if (op->active)
        state_close();
    if (op->comm != NULL)
        comms_drop(op->comm);
}

/* What was taken goes. */
static void forget(struct requests *r, uint32_t item)
{
    struct comm *comm = requests_op(r, item)->comm;

    if (comm != NULL)
        comms_drop(comm);
    requests_drop(r, item);
}

/* A handle of persistent requests stays theirs when they are complete. */
static uint32_t hold(struct requests *r, uint64_t handle)
{
    uint32_t item = requests_find(r, handle);

    return item != 0 && requests_op(r, item)->persistent
               ? item
               : requests_take(r, handle);
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
    open_request(request, &op);
    pthread_mutex_unlock(&record_state.lock);
}

void record_start(MPI_Request request)
{
    struct requests *r = &record_state.requests;
    uint32_t item;

    pthread_mutex_lock(&record_state.lock);
    item = requests_find(r, HANDLE(request));
    if (item != 0 && !requests_op(r, item)->active)
        begin(requests_op(r, item));
    pthread_mutex_unlock(&record_state.lock);
}

void record_hold(int n, const MPI_Request requests[], uint32_t held[])
{
    pthread_mutex_lock(&record_state.lock);
    for (int i = 0; i < n; i++)
        held[i] = hold(&record_state.requests, HANDLE(requests[i]));
    pthread_mutex_unlock(&record_state.lock);
}

void record_complete(uint32_t *held, const MPI_Status *status)
{
    struct requests *r = &record_state.requests;
    struct operation *op;

    if (*held == 0)
        return;
    pthread_mutex_lock(&record_state.lock);
    op = requests_op(r, *held);
    if (op->active)
        finish(op, status);
    if (!op->persistent)
        forget(r, *held);
    pthread_mutex_unlock(&record_state.lock);
    *held = 0;
}

void record_let_go(int n, const uint32_t held[])
{
    struct requests *r = &record_state.requests;

    pthread_mutex_lock(&record_state.lock);
    for (int i = 0; i < n; i++)
        if (held[i] != 0 && !requests_op(r, held[i])->persistent)
            requests_put(r, held[i]);
    pthread_mutex_unlock(&record_state.lock);
}

uint32_t record_hold_free(MPI_Request request)
{
    uint32_t item;

    pthread_mutex_lock(&record_state.lock);
    item = requests_take(&record_state.requests, HANDLE(request));
    pthread_mutex_unlock(&record_state.lock);
    return item;
}

void record_request_free(uint32_t held, bool freed)
{
    struct requests *r = &record_state.requests;
    struct operation *op;

    if (held == 0)
        return;
    pthread_mutex_lock(&record_state.lock);
    op = requests_op(r, held);
    if (freed) {
        record_state.tally.calls[CALL_FREED] += op->active && op->receive;
        if (op->active)
            state_close();
        forget(r, held);
    } else {
        requests_put(r, held);
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

uint32_t record_probed_hold(MPI_Message message)
{
    uint32_t item;

    pthread_mutex_lock(&record_state.lock);
    item = requests_take(&record_state.messages, HANDLE(message));
    pthread_mutex_unlock(&record_state.lock);
    return item;
}

void record_probed_received(uint32_t held, const MPI_Status *status)
{
    struct requests *m = &record_state.messages;

    if (held == 0)
        return;
    pthread_mutex_lock(&record_state.lock);
    if (status != NULL) {
        state_receive(requests_op(m, held)->comm, status->MPI_SOURCE,
                      status->MPI_TAG);
        forget(m, held);
    } else {
        requests_put(m, held);
    }
    pthread_mutex_unlock(&record_state.lock);
}

void record_probed_request(uint32_t held, const MPI_Request *request)
{
    struct requests *m = &record_state.messages;
    struct operation op;

    if (held == 0)
        return;
    pthread_mutex_lock(&record_state.lock);
    if (request != NULL) {
        op = *requests_op(m, held);
        requests_drop(m, held);
        open_request(*request, &op);
    } else {
        requests_put(m, held);
    }
    pthread_mutex_unlock(&record_state.lock);
}
