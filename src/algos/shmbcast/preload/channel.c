/* channel.c: a channel is the state of a communicator, from its first call to
 * MPI_Finalize. It decides how to make each call. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "operation.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "algos/preload/dying.h"
#include "../auto/algorithms.h"

/* Calls, of all operations together, left to the MPI library before shared
 * memory is set up. The set-up takes about a millisecond, so rarely used
 * communicators do without it. All ranks must set up in the same call. So users
 * cannot choose the number: their settings might differ between ranks. */
enum { EARLY_CALLS = 9 };

/* Global, because functions that replace MPI functions have no argument to pass
 * it in. */
static struct {
    pthread_mutex_t lock; /* protects the list of channels */
    atomic_bool running;  /* between MPI_Init and MPI_Finalize */
    int keyval;
    struct settings settings;
    struct channel *all;
} process = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The channel that this thread used last; kept because MPI finds attributes
 * slowly. */
static _Thread_local struct {
    MPI_Comm comm;
    struct channel *ch;
    unsigned long marks; /* dying_marks() when the channel was found */
} last;

/* Frees the channel. MPI calls this when it frees the communicator. */
static int on_free(MPI_Comm comm, int keyval, void *value, void *extra)
{
    struct channel *ch = value, **at = &process.all;

    (void)keyval;
    (void)extra;
    pthread_mutex_lock(&process.lock);
    while (*at != ch)
        at = &(*at)->next;
    *at = ch->next;
    pthread_mutex_unlock(&process.lock);
    build_undo(ch);
    free(ch);
    /* relaxed: see on_finalize() */
    if (atomic_load_explicit(&process.running, memory_order_relaxed))
        dying_mark(comm);
    return MPI_SUCCESS;
}

/* Frees all channels and reports. Called when MPI_Finalize frees the attributes
 * of MPI_COMM_SELF, its first step, when MPI still works. */
static int on_finalize(MPI_Comm comm, int keyval, void *value, void *extra)
{
    int rank;

    (void)comm;
    (void)keyval;
    (void)value;
    (void)extra;
    /* relaxed: other threads must not call MPI from now on */
    atomic_store_explicit(&process.running, false, memory_order_relaxed);
    while (process.all != NULL &&
           PMPI_Comm_delete_attr(process.all->comm, process.keyval) ==
               MPI_SUCCESS)
        ;
    PMPI_Comm_free_keyval(&process.keyval);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (process.settings.verbose > (rank > 0))
        outcome_report(stderr, rank);
    calibrated_end(process.settings.verbose > (rank > 0) ? stderr : NULL, rank);
    return MPI_SUCCESS;
}

void preload_start(world_find *find, void *caller)
{
    unsigned ops;
    int rank, end;

    next_find(find, caller);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    process.settings = settings_read(rank == 0);
    /* ranks that replaced other operations would count other calls */
    ops = process.settings.ops;
    PMPI_Allreduce(&ops, &process.settings.ops, 1, MPI_UNSIGNED, MPI_BAND,
                   MPI_COMM_WORLD);
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_free, &process.keyval,
                            NULL);
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_finalize, &end, NULL);
    PMPI_Comm_set_attr(MPI_COMM_SELF, end, NULL);
    PMPI_Comm_free_keyval(&end);
    /* relaxed: no other thread calls MPI before MPI_Init has returned */
    atomic_store_explicit(&process.running, true, memory_order_relaxed);
}

/* Returns the outcome as far as this rank knows it without communication. */
static enum outcome local_outcome(struct channel *ch)
{
    int inter = 0;

    PMPI_Comm_test_inter(ch->comm, &inter);
    PMPI_Comm_rank(ch->comm, &ch->rank);
    PMPI_Comm_size(ch->comm, &ch->size);
    if (inter)
        return OUTCOME_INTER;
    return ch->size > 1 ? OUTCOME_EARLY : OUTCOME_ALONE;
}

static int make(MPI_Comm comm, struct channel **out)
{
    struct channel *ch = calloc(1, sizeof(*ch));
    int rc;

    if (ch == NULL)
        return MPI_ERR_NO_MEM;
    ch->comm = comm;
    ch->nodes.here = ch->nodes.leaders = MPI_COMM_NULL;
    ch->set = NO_SET;
    ch->outcome = local_outcome(ch);
    rc = PMPI_Comm_set_attr(comm, process.keyval, ch);
    if (rc != MPI_SUCCESS) {
        free(ch);
        return rc;
    }
    pthread_mutex_lock(&process.lock);
    ch->next = process.all;
    process.all = ch;
    pthread_mutex_unlock(&process.lock);
    if (ch->outcome != OUTCOME_EARLY)
        outcome_count_comm(ch->outcome);
    *out = ch;
    return MPI_SUCCESS;
}

/*
 * Finds or creates the channel of [comm]. Sets *[ch] to NULL if the MPI library
 * must make its calls: if MPI_Finalize has begun, if [comm] is being freed, or
 * if [comm] is not a communicator (the MPI library then reports that). Returns
 * an error code if there is no memory.
 */
static int channel_of(MPI_Comm comm, struct channel **ch)
{
    const unsigned long marks = dying_marks();
    int rc = MPI_SUCCESS, found;

    *ch = last.ch;
    if (last.comm == comm && last.ch != NULL && last.marks == marks)
        return MPI_SUCCESS;
    *ch = NULL;
    /* relaxed: see on_finalize() */
    if (comm == MPI_COMM_NULL ||
        !atomic_load_explicit(&process.running, memory_order_relaxed) ||
        dying(comm) ||
        PMPI_Comm_get_attr(comm, process.keyval, ch, &found) != MPI_SUCCESS)
        return MPI_SUCCESS;
    if (!found)
        rc = make(comm, ch);
    last.comm = comm;
    last.ch = rc == MPI_SUCCESS ? *ch : NULL;
    last.marks = marks;
    return rc;
}

/* Returns how to make the next call; must be called before each one. One of
 * these calls sets up shared memory and is then collective. */
static enum outcome next_outcome(struct channel *ch)
{
    if (ch->outcome == OUTCOME_EARLY && ch->calls++ == EARLY_CALLS) {
        build(ch, &process.settings);
        outcome_count_comm(ch->outcome);
    }
    return ch->outcome;
}

/* Bytes of a call with good arguments: of one block. */
static size_t bytes_of(const struct call *call)
{
    MPI_Count size = 0;

    AS_COUNT(PMPI_Type_size)(call->type, &size);
    return (size_t)(call->count * size);
}

/* Returns how to make a call on a channel with [outcome]. */
static enum outcome way_of(struct channel *ch, const struct call *call,
                           enum outcome outcome)
{
    const struct operation *what = call->what;
    bool chosen = what->chosen && outcome == OUTCOME_SHARED;
    int commutes = 1;
    unsigned place;

    if (outcome > OUTCOME_TWO_STEPS)
        return outcome;
    if (what->good != NULL && !what->good(call, ch))
        return OUTCOME_ARGUMENT;
    /* a reduction in steps combines the ranks of each node first */
    if (outcome == OUTCOME_TWO_STEPS && call->op != MPI_OP_NULL)
        PMPI_Op_commutative(call->op, &commutes);
    if (outcome == OUTCOME_TWO_STEPS && (what->across == NULL || !commutes))
        return OUTCOME_NODES;
    if (ch->calibrate == SHMBCAST_AUTO_CALIBRATE_OFF ||
        !(chosen || ch->reported))
        return outcome;
    place = sb_place(bytes_of(call));
    if ((ch->compared[what->number].known >> place & 1) == 0)
        compare_learn(ch, what, place);
    return chosen && (ch->compared[what->number].lost >> place & 1) != 0
               ? OUTCOME_FASTER
               : outcome;
}

static void count_call(const struct channel *ch, enum outcome outcome,
                       const struct call *call)
{
    size_t nbytes = 0;

    if (process.settings.verbose == 0)
        return;
    if (outcome != OUTCOME_ARGUMENT && call->type != MPI_DATATYPE_NULL)
        nbytes = bytes_of(call);
    outcome_count_call(outcome, call->what->number, (long long)nbytes);
    if (outcome == OUTCOME_SHARED)
        calibrated_count(ch->set, call->what->number, nbytes);
}

/* Calls the error handler with an error code, as the MPI library does. */
static int raise_error(MPI_Comm comm, int code)
{
    if (code != MPI_SUCCESS)
        PMPI_Comm_call_errhandler(comm, code);
    return code;
}

int channel_call(const struct call *call)
{
    const struct operation *what = call->what;
    struct channel *ch;
    enum outcome outcome;
    int rc;

    if ((process.settings.ops >> what->number & 1) == 0)
        return what->native(call, false);
    rc = channel_of(call->comm, &ch);
    if (rc != MPI_SUCCESS)
        return raise_error(call->comm, rc);
    if (ch == NULL)
        return what->native(call, false);
    outcome = way_of(ch, call, next_outcome(ch));
    count_call(ch, outcome, call);
    switch (outcome) {
    case OUTCOME_SHARED:
        return raise_error(call->comm, what->inside(ch->shared, call));
    case OUTCOME_TWO_STEPS:
        return raise_error(call->comm, what->across(ch, call));
    default:
        return what->native(call, false);
    }
}
