/* recorder.c: calls into messages of sets, under one lock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "recorder.h"

#include <pthread.h>
#include <stdatomic.h>

#include "requests.h"
#include "settings.h"

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
    const char *why;

    (void)record_settings_read(&settings, &why);
    state.asked = settings.prefix != NULL;
    state.sets.limit = settings.memory;
}

bool record_on(void)
{
    pthread_once(&state.once, read_settings);
    return state.asked;
}

/* ---- with the lock --------------------------------------------------------
 */

static void close_one(void)
{
    if (--state.open == 0)
        sets_end(&state.sets);
}

static void miss(enum missed why, int64_t bytes)
{
    state.tally.missed[why]++;
    state.tally.missed_bytes[why] += bytes;
}

static void send(const struct comm *c, int dest, int tag, int64_t bytes)
{
    struct envelope e = {.tag = tag};

    state.tally.sent++;
    state.tally.sent_bytes += bytes;
    e.peer = c != NULL ? comms_world_rank(c, dest) : -1;
    if (e.peer < 0) {
        miss(MISSED_INTER, bytes);
        return;
    }
    e.comm = c->id;
    sets_send(&state.sets, &e, bytes);
}

static void unsend(const struct operation *op)
{
    struct envelope e = {.tag = op->tag};

    state.tally.sent--;
    state.tally.sent_bytes -= op->bytes;
    state.tally.calls[CALL_CANCELLED]++;
    e.peer = op->comm != NULL ? comms_world_rank(op->comm, op->dest) : -1;
    if (e.peer < 0)
        return;
    e.comm = op->comm->id;
    sets_unsend(&state.sets, &e, op->bytes);
}

static void receive(const struct comm *c, int source, int tag)
{
    struct envelope e = {.tag = tag};

    e.peer = c != NULL ? comms_world_rank(c, source) : -1;
    if (e.peer < 0)
        return;
    e.comm = c->id;
    sets_receive(&state.sets, &e);
}

static void begin(struct operation *op)
{
    op->active = true;
    state.open++;
    if (op->send)
        send(op->comm, op->dest, op->tag, op->bytes);
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
        receive(op->comm, status->MPI_SOURCE, status->MPI_TAG);
    close_one();
}

static void forget(struct requests *r, uint64_t handle)
{
    struct operation *op = requests_find(r, handle);

    if (op->comm != NULL)
        comms_drop(op->comm);
    requests_remove(r, handle);
}

/* MPI has handles that are integers and handles that are pointers. */
#define HANDLE(handle) ((uint64_t)(uintptr_t)(handle))

/* ---- blocking -------------------------------------------------------------
 */

void record_enter(void)
{
    pthread_mutex_lock(&state.lock);
    state.open++;
    pthread_mutex_unlock(&state.lock);
}

void record_leave(void)
{
    pthread_mutex_lock(&state.lock);
    close_one();
    pthread_mutex_unlock(&state.lock);
}

static int64_t bytes_of(MPI_Count count, MPI_Datatype type)
{
    MPI_Count size = 0;

    if (count > 0 && type != MPI_DATATYPE_NULL)
        PMPI_Type_size_x(type, &size);
    return (int64_t)(count * size);
}

void record_sent(MPI_Comm comm, int dest, int tag, MPI_Count count,
                 MPI_Datatype type)
{
    int64_t bytes = bytes_of(count, type);
    struct comm *c;

    if (dest == MPI_PROC_NULL)
        return;
    c = comms_find(comm);
    pthread_mutex_lock(&state.lock);
    send(c, dest, tag, bytes);
    pthread_mutex_unlock(&state.lock);
    if (c != NULL)
        comms_drop(c);
}

void record_received(MPI_Comm comm, const MPI_Status *status)
{
    struct comm *c;

    if (status->MPI_SOURCE == MPI_PROC_NULL)
        return;
    c = comms_find(comm);
    pthread_mutex_lock(&state.lock);
    receive(c, status->MPI_SOURCE, status->MPI_TAG);
    pthread_mutex_unlock(&state.lock);
    if (c != NULL)
        comms_drop(c);
}

/* ---- requests -------------------------------------------------------------
 */

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
        op.bytes = bytes_of(what->count, what->type);
    pthread_mutex_lock(&state.lock);
    if (!op.persistent)
        begin(&op);
    if (!requests_add(&state.requests, HANDLE(request), &op)) {
        /* nobody will say when it is complete */
        if (op.active)
            close_one();
        if (op.comm != NULL)
            comms_drop(op.comm);
    }
    pthread_mutex_unlock(&state.lock);
}

void record_start(MPI_Request request)
{
    struct operation *op;

    pthread_mutex_lock(&state.lock);
    op = requests_find(&state.requests, HANDLE(request));
    if (op != NULL && !op->active)
        begin(op);
    pthread_mutex_unlock(&state.lock);
}

void record_complete(MPI_Request request, const MPI_Status *status)
{
    struct operation *op;

    pthread_mutex_lock(&state.lock);
    op = requests_find(&state.requests, HANDLE(request));
    if (op != NULL && op->active) {
        finish(op, status);
        if (!op->persistent)
            forget(&state.requests, HANDLE(request));
    }
    pthread_mutex_unlock(&state.lock);
}

void record_request_free(MPI_Request request)
{
    struct operation *op;

    pthread_mutex_lock(&state.lock);
    op = requests_find(&state.requests, HANDLE(request));
    if (op != NULL) {
        state.tally.calls[CALL_FREED] += op->active && op->receive;
        if (op->active)
            close_one();
        forget(&state.requests, HANDLE(request));
    }
    pthread_mutex_unlock(&state.lock);
}

/* ---- probed messages ------------------------------------------------------
 */

void record_probed(MPI_Message message, MPI_Comm comm)
{
    struct operation op = {.receive = true, .comm = comms_find(comm)};

    pthread_mutex_lock(&state.lock);
    if (!requests_add(&state.messages, HANDLE(message), &op) && op.comm != NULL)
        comms_drop(op.comm);
    pthread_mutex_unlock(&state.lock);
}

void record_probed_received(MPI_Message message, const MPI_Status *status)
{
    struct operation *op;

    pthread_mutex_lock(&state.lock);
    op = requests_find(&state.messages, HANDLE(message));
    if (op != NULL) {
        receive(op->comm, status->MPI_SOURCE, status->MPI_TAG);
        forget(&state.messages, HANDLE(message));
    }
    pthread_mutex_unlock(&state.lock);
}

void record_probed_request(MPI_Message message, MPI_Request request)
{
    struct operation *found, op;

    pthread_mutex_lock(&state.lock);
    found = requests_find(&state.messages, HANDLE(message));
    if (found != NULL) {
        op = *found;
        requests_remove(&state.messages, HANDLE(message));
        begin(&op);
        if (!requests_add(&state.requests, HANDLE(request), &op)) {
            close_one();
            if (op.comm != NULL)
                comms_drop(op.comm);
        }
    }
    pthread_mutex_unlock(&state.lock);
}

/* ---- the rest -------------------------------------------------------------
 */

void record_call(enum other_call call)
{
    pthread_mutex_lock(&state.lock);
    state.tally.calls[call]++;
    pthread_mutex_unlock(&state.lock);
}

void record_everybody(MPI_Comm comm)
{
    struct comm *c = comms_find(comm);

    if (c == NULL)
        return;
    pthread_mutex_lock(&state.lock);
    if (c->everybody)
        sets_mark(&state.sets);
    pthread_mutex_unlock(&state.lock);
    comms_drop(c);
}

void record_take(struct sets *sets, struct tally *tally, int64_t *open)
{
    pthread_mutex_lock(&state.lock);
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
    pthread_mutex_unlock(&state.lock);
}
