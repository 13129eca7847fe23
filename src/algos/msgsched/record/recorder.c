/* recorder.c: messages of calls into sets, under one lock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "settings.h"
#include "state.h"
#include "algos/counts.h"

struct record_state record_state = {
    .once = PTHREAD_ONCE_INIT,
    .lock = PTHREAD_MUTEX_INITIALIZER,
};

static void read_settings(void)
{
    struct record_settings settings;
    struct record_wrong wrong[RECORD_WRONG_MAX]; /* said at the end */

    (void)record_settings_read(&settings, wrong);
    record_state.asked = settings.prefix != NULL;
    record_state.sets.limit = settings.memory;
}

bool record_on(void)
{
    pthread_once(&record_state.once, read_settings);
    return record_state.asked;
}

/* ---- with the lock ------------------------------------------------------ */

void state_close(void)
{
    if (--record_state.open == 0)
        sets_end(&record_state.sets);
}

static void miss(enum missed why, int64_t bytes)
{
    record_state.tally.missed[why]++;
    record_state.tally.missed_bytes[why] += bytes;
}

void state_send(const struct comm *c, int dest, int tag, int64_t bytes)
{
    struct envelope e = {.tag = tag};

    record_state.tally.sent++;
    record_state.tally.sent_bytes += bytes;
    e.peer = c != NULL ? comms_world_rank(c, dest) : -1;
    if (e.peer < 0) {
        miss(MISSED_INTER, bytes);
        return;
    }
    e.comm = c->id;
    sets_send(&record_state.sets, &e, bytes);
}

void state_receive(const struct comm *c, int source, int tag)
{
    struct envelope e = {.tag = tag};

    e.peer = c != NULL ? comms_world_rank(c, source) : -1;
    if (e.peer < 0)
        return;
    e.comm = c->id;
    sets_receive(&record_state.sets, &e);
}

/* ---- without it --------------------------------------------------------- */

/* An MPI library may be older than its header, and without it. */
extern __typeof__(AS_COUNT(PMPI_Type_size)) AS_COUNT(PMPI_Type_size)
    __attribute__((weak));

static MPI_Count type_size(MPI_Datatype type)
{
    int size = 0;
    MPI_Count large = 0;

    PMPI_Type_size(type, &size);
    if (size != MPI_UNDEFINED)
        return size;
    if (AS_COUNT(PMPI_Type_size) != NULL)
        AS_COUNT(PMPI_Type_size)(type, &large);
    return large;
}

int64_t state_bytes(MPI_Count count, MPI_Datatype type)
{
    MPI_Count size =
        count > 0 && type != MPI_DATATYPE_NULL ? type_size(type) : 0;

    return (int64_t)(count * size);
}

/* ---- blocking ----------------------------------------------------------- */

void record_enter(void)
{
    pthread_mutex_lock(&record_state.lock);
    record_state.open++;
    pthread_mutex_unlock(&record_state.lock);
}

void record_leave(void)
{
    pthread_mutex_lock(&record_state.lock);
    state_close();
    pthread_mutex_unlock(&record_state.lock);
}

void record_sent(MPI_Comm comm, int dest, int tag, MPI_Count count,
                 MPI_Datatype type)
{
    int64_t bytes = state_bytes(count, type);
    struct comm *c;

    if (dest == MPI_PROC_NULL)
        return;
    c = comms_find(comm);
    pthread_mutex_lock(&record_state.lock);
    state_send(c, dest, tag, bytes);
    pthread_mutex_unlock(&record_state.lock);
    if (c != NULL)
        comms_drop(c);
}

void record_received(MPI_Comm comm, const MPI_Status *status)
{
    struct comm *c;

    if (status->MPI_SOURCE == MPI_PROC_NULL)
        return;
    c = comms_find(comm);
    pthread_mutex_lock(&record_state.lock);
    state_receive(c, status->MPI_SOURCE, status->MPI_TAG);
    pthread_mutex_unlock(&record_state.lock);
    if (c != NULL)
        comms_drop(c);
}

/* ---- the rest ----------------------------------------------------------- */

void record_call(enum other_call call)
{
    pthread_mutex_lock(&record_state.lock);
    record_state.tally.calls[call]++;
    pthread_mutex_unlock(&record_state.lock);
}

void record_everybody(MPI_Comm comm)
{
    struct comm *c = comms_find(comm);

    if (c == NULL)
        return;
    pthread_mutex_lock(&record_state.lock);
    if (c->everybody)
        sets_mark(&record_state.sets);
    pthread_mutex_unlock(&record_state.lock);
    comms_drop(c);
}

void record_take(struct sets *sets, struct tally *tally, int64_t *open)
{
    pthread_mutex_lock(&record_state.lock);
    sets_end(&record_state.sets);
    record_state.tally.missed[MISSED_MEMORY] = record_state.sets.dropped;
    record_state.tally.missed_bytes[MISSED_MEMORY] =
        record_state.sets.dropped_bytes;
    *sets = record_state.sets;
    *tally = record_state.tally;
    *open = record_state.open;
    record_state.sets = (struct sets){0};
    requests_free(&record_state.requests);
    requests_free(&record_state.messages);
    record_state.asked = false;
    pthread_mutex_unlock(&record_state.lock);
}
