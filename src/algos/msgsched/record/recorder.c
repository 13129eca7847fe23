/* recorder.c: calls of MPI become messages in sets, under one lock.
 *
 * A rank's set ends, as the paper's superstep does, when the rank has neither a
 * request nor a blocking call open. A send belongs to the set in which it is
 * posted, a receive to the one in which it completes. Costs a lock and a look
 * into two hash tables for each call.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "recorder.h"

#include <pthread.h>

#include "algos/type.h"
#include "finish.h"
#include "requests.h"

/* MPI has handles that are integers and handles that are pointers. */
#define HANDLE(handle) ((uint64_t)(uintptr_t)(handle))

/* An interposed function has no argument of ours: state of the process. */
static struct {
    pthread_once_t once;
    bool asked;           /* to record */
    pthread_mutex_t lock; /* of the rest */
    struct sets sets;
    struct requests requests, messages;
    struct tally tally;
    int64_t open; /* requests and blocking calls */
} state = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

static void read_settings(void)
{
    struct record_settings settings;

    record_settings_read(&settings, false); /* it is said at the end */
    state.asked = settings.prefix != NULL;
    state.sets.limit = settings.memory;
}

bool record_on(void)
{
    pthread_once(&state.once, read_settings);
    return state.asked;
}

static void lock(void)
{
    pthread_mutex_lock(&state.lock);
}

static void unlock(void)
{
    pthread_mutex_unlock(&state.lock);
}

/* ---- with the lock ------------------------------------------------------ */

/* One that was open is not any more. */
static void close_one(void)
{
    if (--state.open == 0)
        sets_end(&state.sets);
}

/* c may be NULL. False: the peer is not of this MPI_COMM_WORLD. */
static bool envelope_of(struct envelope *e, const struct comm *c, int peer,
                        int tag)
{
    e->peer = c != NULL ? comms_world_rank(c, peer) : -1;
    e->tag = tag;
    e->comm = c != NULL ? c->id : 0;
    return e->peer >= 0;
}

static void sent(const struct comm *c, int dest, int tag, int64_t bytes)
{
    struct envelope e;

    state.tally.sent++;
    state.tally.sent_bytes += bytes;
    if (envelope_of(&e, c, dest, tag)) {
        sets_send(&state.sets, &e, bytes);
    } else {
        state.tally.missed[MISSED_INTER]++;
        state.tally.missed_bytes[MISSED_INTER] += bytes;
    }
}

static void cancelled(const struct operation *op)
{
    struct envelope e;

    state.tally.sent--;
    state.tally.sent_bytes -= op->bytes;
    state.tally.calls[CALL_CANCELLED]++;
    if (envelope_of(&e, op->comm, op->dest, op->tag))
        sets_unsend(&state.sets, &e, op->bytes);
}

static void received(const struct comm *c, const MPI_Status *status)
{
    struct envelope e;

    if (envelope_of(&e, c, status->MPI_SOURCE, status->MPI_TAG))
        sets_receive(&state.sets, &e);
}

static void begin(struct operation *op)
{
    op->active = true;
    state.open++;
    if (op->send)
        sent(op->comm, op->dest, op->tag, op->bytes);
}

/* An active operation is over. */
static void finish(struct operation *op, const MPI_Status *status)
{
    int was_cancelled = 0;

    op->active = false;
    PMPI_Test_cancelled(status, &was_cancelled);
    if (op->send && was_cancelled)
        cancelled(op);
    if (op->receive && !was_cancelled)
        received(op->comm, status);
    close_one();
}

static void open_request(MPI_Request request, struct operation *op)
{
    if (!op->persistent)
        begin(op);
    if (requests_add(&state.requests, HANDLE(request), op))
        return;
    /* nobody will say when it is complete */
    if (op->active)
        close_one();
    comms_drop(op->comm);
}

/* What was taken goes. */
static void forget(struct requests *r, uint32_t item)
{
    comms_drop(requests_op(r, item)->comm);
    requests_drop(r, item);
}

/* What is held may be taken from the table, so that a new handle of the same
 * value is another one. */
static uint32_t take(struct requests *r, uint64_t handle)
{
    uint32_t item;

    lock();
    item = requests_take(r, handle);
    unlock();
    return item;
}

/* ---- blocking calls ----------------------------------------------------- */

/* An MPI library may be older than its header, and without it. */
extern __typeof__(AS_COUNT(PMPI_Type_size)) AS_COUNT(PMPI_Type_size)
    __attribute__((weak));

static int64_t bytes_of(MPI_Count count, MPI_Datatype type)
{
    MPI_Count large = 0;
    int size = 0;

    if (count <= 0 || type == MPI_DATATYPE_NULL)
        return 0;
    PMPI_Type_size(type, &size);
    if (size != MPI_UNDEFINED)
        large = size;
    else if (AS_COUNT(PMPI_Type_size) != NULL)
        AS_COUNT(PMPI_Type_size)(type, &large);
    return (int64_t)(count * large);
}

void record_enter(void)
{
    lock();
    state.open++;
    unlock();
}

int record_leave(int rc)
{
    lock();
    close_one();
    unlock();
    return rc;
}

void record_sent(MPI_Comm comm, int dest, int tag, MPI_Count count,
                 MPI_Datatype type)
{
    struct comm *c;

    if (dest == MPI_PROC_NULL)
        return;
    c = comms_find(comm);
    lock();
    sent(c, dest, tag, bytes_of(count, type));
    unlock();
    comms_drop(c);
}

int record_received(int rc, MPI_Comm comm, const MPI_Status *status)
{
    struct comm *c;

    if (rc == MPI_SUCCESS && status->MPI_SOURCE != MPI_PROC_NULL) {
        c = comms_find(comm);
        lock();
        received(c, status);
        unlock();
        comms_drop(c);
    }
    return record_leave(rc);
}

/* ---- requests ----------------------------------------------------------- */

void record_request(const MPI_Request *request, const struct record_what *what)
{
    struct operation op = {
        .send = (what->what & RECORD_SEND) && what->dest != MPI_PROC_NULL,
        .receive = what->what & RECORD_RECEIVE,
        .persistent = what->what & RECORD_PERSISTENT,
        .dest = what->dest,
        .tag = what->tag,
    };

    op.comm = comms_find(what->comm);
    if (op.send)
        op.bytes = bytes_of(what->count, what->type);
    lock();
    open_request(*request, &op);
    unlock();
}

void record_start(MPI_Request request)
{
    struct requests *r = &state.requests;
    uint32_t item;

    lock();
    item = requests_find(r, HANDLE(request));
    if (item != 0 && !requests_op(r, item)->active)
        begin(requests_op(r, item));
    unlock();
}

/* A handle of persistent requests stays theirs when they are complete. */
void record_hold(int n, const MPI_Request requests[], uint32_t held[])
{
    struct requests *r = &state.requests;

    lock();
    for (int i = 0; i < n; i++) {
        held[i] = requests_find(r, HANDLE(requests[i]));
        if (held[i] != 0 && !requests_op(r, held[i])->persistent)
            requests_take(r, HANDLE(requests[i]));
    }
    unlock();
}

void record_complete(uint32_t *held, const MPI_Status *status)
{
    struct requests *r = &state.requests;
    struct operation *op;

    if (*held == 0)
        return;
    lock();
    op = requests_op(r, *held);
    if (op->active)
        finish(op, status);
    if (!op->persistent)
        forget(r, *held);
    unlock();
    *held = 0;
}

void record_let_go(int n, const uint32_t held[])
{
    struct requests *r = &state.requests;

    lock();
    for (int i = 0; i < n; i++)
        if (held[i] != 0 && !requests_op(r, held[i])->persistent)
            requests_put(r, held[i]);
    unlock();
}

uint32_t record_hold_free(MPI_Request request)
{
    return take(&state.requests, HANDLE(request));
}

void record_request_free(uint32_t held, bool freed)
{
    struct requests *r = &state.requests;
    struct operation *op;

    if (held == 0)
        return;
    lock();
    op = requests_op(r, held);
    if (freed) {
        state.tally.calls[CALL_FREED] += op->active && op->receive;
        if (op->active)
            close_one();
        forget(r, held);
    } else {
        requests_put(r, held);
    }
    unlock();
}

/* ---- probed messages ---------------------------------------------------- */

int record_probed(int rc, bool found, const MPI_Message *message, MPI_Comm comm)
{
    struct operation op = {.receive = true};

    if (!found)
        return rc;
    op.comm = comms_find(comm);
    lock();
    if (!requests_add(&state.messages, HANDLE(*message), &op))
        comms_drop(op.comm);
    unlock();
    return rc;
}

uint32_t record_probed_hold(MPI_Message message)
{
    return take(&state.messages, HANDLE(message));
}

void record_probed_received(uint32_t held, const MPI_Status *status)
{
    struct requests *m = &state.messages;

    if (held == 0)
        return;
    lock();
    if (status != NULL) {
        received(requests_op(m, held)->comm, status);
        forget(m, held);
    } else {
        requests_put(m, held);
    }
    unlock();
}

void record_probed_request(uint32_t held, const MPI_Request *request)
{
    struct requests *m = &state.messages;
    struct operation op;

    if (held == 0)
        return;
    lock();
    if (request != NULL) {
        op = *requests_op(m, held);
        requests_drop(m, held);
        open_request(*request, &op);
    } else {
        requests_put(m, held);
    }
    unlock();
}

/* ---- the rest ----------------------------------------------------------- */

void record_call(enum other_call call)
{
    lock();
    state.tally.calls[call]++;
    unlock();
}

void record_everybody(MPI_Comm comm)
{
    struct comm *c = comms_find(comm);

    if (c == NULL)
        return;
    lock();
    if (c->everybody)
        sets_mark(&state.sets);
    unlock();
    comms_drop(c);
}

void record_take(struct sets *sets, struct tally *tally, int64_t *open)
{
    lock();
    sets_end(&state.sets);
    state.tally.missed[MISSED_MEMORY] = state.sets.dropped;
    state.tally.missed_bytes[MISSED_MEMORY] = state.sets.dropped_bytes;
    *sets = state.sets;
    *tally = state.tally;
    *open = state.open;
    state.sets = (struct sets){0};
    requests_free(&state.requests);
    requests_free(&state.messages);
    state.asked = false;
    unlock();
}
