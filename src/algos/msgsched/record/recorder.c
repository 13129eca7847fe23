/* recorder.c: collects messages and requests in sets.
 *
 * Like the paper's superstep, a rank's set ends when the rank has no open
 * request and is in no blocking call. A send belongs to the set in which it is
 * posted, a receive to the set in which it completes. Cost per call: a lock and
 * two look-ups in hash tables.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "recorder.h"

#include <pthread.h>

#include "algos/type.h"
#include "lib/digest.h"
#include "settings.h"

enum { CHAINS = 1 << 14 }; /* size of the hash table, a power of two */

/* Global, because functions that replace MPI functions have no argument to pass
 * it in. */
static struct {
    pthread_once_t once;
    bool asked;           /* the user requested recording */
    pthread_mutex_t lock; /* protects the fields below */
    struct sets sets;
    struct tally tally;
    int64_t open; /* number of open requests and current blocking calls */
    /* hash table by handle. In some MPI libraries completed requests may share
     * a handle; then a look-up finds any of them */
    struct operation *chains[CHAINS];
} state = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

static void read_settings(void)
{
    struct record_settings settings;

    record_settings_read(&settings, false); /* finish.c reports errors */
    state.asked = settings.prefix != NULL;
    state.sets.limit = settings.memory;
}

bool record_on(void)
{
    pthread_once(&state.once, read_settings);
    return state.asked;
}

void record_lock(void)
{
    pthread_mutex_lock(&state.lock);
}

void record_unlock(void)
{
    pthread_mutex_unlock(&state.lock);
}

/* ---- messages ------------------------------------------------------------ */

void record_enter(void)
{
    state.open++;
}

void record_leave(void)
{
    if (--state.open == 0)
        sets_end(&state.sets);
}

static void sent(const struct envelope *to, int64_t bytes)
{
    amount_add(&state.tally.amount[AMOUNT_SENT], 1, bytes);
    if (to->peer >= 0)
        sets_send(&state.sets, to, bytes);
    else
        amount_add(&state.tally.amount[AMOUNT_INTER], 1, bytes);
}

static void cancelled(const struct operation *op)
{
    amount_add(&state.tally.amount[AMOUNT_SENT], -1, -op->bytes);
    state.tally.number[SENDS_CANCELLED]++;
    if (op->to.peer >= 0)
        sets_unsend(&state.sets, &op->to, op->bytes);
}

static void received(const struct comm *c, const MPI_Status *status)
{
    struct envelope e = comms_envelope(c, status->MPI_SOURCE, status->MPI_TAG);

    if (e.peer >= 0)
        sets_receive(&state.sets, &e);
}

void record_sent(MPI_Comm comm, int dest, int tag, int64_t bytes)
{
    struct comm c = comms_find(comm);
    struct envelope to = comms_envelope(&c, dest, tag);

    if (dest != MPI_PROC_NULL)
        sent(&to, bytes);
}

void record_received(MPI_Comm comm, const MPI_Status *status)
{
    struct comm c = comms_find(comm);

    received(&c, status);
}

/* ---- requests and probed messages ---------------------------------------- */

static struct operation **chain(uint64_t handle)
{
    return &state.chains[scatter_pair(1, handle) & (CHAINS - 1)];
}

static void put(struct operation *op)
{
    struct operation **first = chain(op->handle);

    op->next = *first;
    *first = op;
}

/* Stores a copy of [op]. Returns false if out of memory. */
static bool add(const struct operation *op)
{
    struct operation *copy = malloc(sizeof(*copy));

    if (copy == NULL)
        return false;
    *copy = *op;
    put(copy);
    return true;
}

static void begin(struct operation *op)
{
    op->active = true;
    record_enter();
    if (op->what & RECORD_SEND)
        sent(&op->to, op->bytes);
}

void record_request(uint64_t handle, int what, MPI_Comm comm, int dest, int tag,
                    int64_t bytes)
{
    struct operation op = {.handle = handle, .what = what, .bytes = bytes};

    op.comm = comms_find(comm);
    op.to = comms_envelope(&op.comm, dest, tag);
    if (dest == MPI_PROC_NULL)
        op.what &= ~RECORD_SEND;
    if (!(what & RECORD_PERSISTENT))
        begin(&op);
    if (!add(&op) && op.active)
        record_leave(); /* its completion cannot be recorded */
}

void record_message(uint64_t handle, MPI_Comm comm)
{
    add(&(struct operation){.handle = handle,
                            .what = RECORD_RECEIVE,
                            .active = true,
                            .comm = comms_find(comm)});
}

void record_start(uint64_t handle)
{
    struct operation *op = record_take(handle);

    if (op != NULL && !op->active)
        begin(op);
    record_give_back(op);
}

struct operation *record_take(uint64_t handle)
{
    struct operation **at = chain(handle), *found;

    while (*at != NULL && (*at)->handle != handle)
        at = &(*at)->next;
    found = *at;
    if (found != NULL)
        *at = found->next;
    return found;
}

void record_give_back(struct operation *op)
{
    if (op != NULL && op->over)
        free(op);
    else if (op != NULL)
        put(op);
}

void record_complete(struct operation *op, const MPI_Status *status)
{
    int was_cancelled = 0;

    op->over = !(op->what & RECORD_PERSISTENT);
    if (!op->active)
        return;
    op->active = false;
    PMPI_Test_cancelled(status, &was_cancelled);
    if ((op->what & RECORD_SEND) && was_cancelled)
        cancelled(op);
    if ((op->what & RECORD_RECEIVE) && !was_cancelled)
        received(&op->comm, status);
    record_leave();
}

void record_freed(struct operation *op)
{
    op->over = true;
    if (!op->active)
        return;
    state.tally.number[RECEIVES_FREED] += (op->what & RECORD_RECEIVE) != 0;
    record_leave();
}

/* ---- other calls --------------------------------------------------------- */

void record_call(enum number_of calls)
{
    state.tally.number[calls]++;
}

void record_everybody(MPI_Comm comm)
{
    if (comms_find(comm).everybody)
        sets_mark(&state.sets);
}

void record_end(struct sets *sets, struct tally *tally)
{
    sets_end(&state.sets);
    state.tally.amount[AMOUNT_MEMORY] = state.sets.dropped;
    state.tally.number[REQUESTS_OPEN] = state.open;
    *sets = state.sets;
    *tally = state.tally;
    state.sets = (struct sets){0};
    state.asked = false;
}
