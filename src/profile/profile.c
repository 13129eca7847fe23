/* profile.c: makes and records MPI calls, from C and Fortran.
 *
 * The time of a call is from the first thing that is done here before it to the
 * first thing after it. Its arguments are looked at later. Calls in calls, such
 * as those of a tool or of a function of the program that MPI calls, belong to
 * the outer one.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/profile.h"

#include <stdlib.h>

#include "algos/preload/arguments.h"
#include "profile/common_time.h"
#include "profile/key.h"
#include "profile/pending.h"
#include "profile/thread.h"

/* ---- sums ---------------------------------------------------------------- */

/* [rc]: of a call that failed the arguments may be wrong. */
static void usage_add(struct thread *t, const struct preload_call *c,
                      ticks_t ticks, int rc)
{
    const int count = functions[c->kind].count;
    struct usage *to = &t->usage[c->kind];

    to->calls++;
    to->ticks += ticks;
    if (count > 0 && rc == MPI_SUCCESS)
        to->bytes += bytes_of(count_of(c, count), type_of(c, count + 1));
}

static int sum(struct thread *t, struct preload_call *c)
{
    const ticks_t enter = time_now();
    int rc = call_make(c);

    usage_add(t, c, time_now() - enter, rc);
    return rc;
}

static int makes(struct thread *t, struct preload_call *c)
{
    MPI_Comm parent = comm_of(c, 1);
    const ticks_t enter = time_now();
    int rc = call_make(c);

    usage_add(t, c, time_now() - enter, rc);
    if (rc == MPI_SUCCESS)
        channel_made(parent, HANDLES(Comm, c, c->n, 0));
    return rc;
}

/* ---- collectives --------------------------------------------------------- */

/* Records a call that was made: of a blocking one its end, of another one its
 * start. */
static void record(struct channel *ch, const struct preload_call *c,
                   ticks_t enter, ticks_t leave)
{
    const struct shape *s = &shapes[c->kind];
    const int root = key_root(c, s);
    struct logged call = {.enter = enter, .wait = enter, .leave = leave};
    bool kept = false;
    int64_t key;

    channel_lock(ch);
    call.number = ch->log.next++;
    key = key_find(ch, c, s, root);
    call.key = (uint32_t)key | (root == ch->rank ? LOGGED_ROOT : 0);
    if (key >= 0)
        log_count(&ch->log, (size_t)key, root, leave - enter);
    if (key >= 0 && !s->request)
        kept = log_add(&ch->log, &channel_budget, &call);
    channel_unlock(ch);
    if (key < 0 || kept)
        return;
    if (!s->request)
        channel_add(ch, &call);
    else
        pending_add(&(struct pending){
            .request = (uint64_t)(uintptr_t)HANDLES(Request, c, c->n, 0),
            .channel = ch,
            .enter = enter,
            .number = call.number,
            .key = call.key});
}

/* A call that failed counts, since it may not have failed on other ranks. */
static void skip(struct channel *ch)
{
    channel_lock(ch);
    ch->log.next++;
    channel_unlock(ch);
}

static int collective(struct thread *t, struct preload_call *c)
{
    const ticks_t enter = time_now();
    int rc = call_make(c);
    const ticks_t leave = time_now();
    struct channel *ch = NULL;

    if (rc == MPI_SUCCESS || al_error_class(rc) != MPI_ERR_COMM)
        ch =
            channel_find(&t->cache, comm_of(c, c->n - shapes[c->kind].request));
    if (ch == NULL)
        usage_add(t, c, leave - enter, rc);
    else if (rc != MPI_SUCCESS)
        skip(ch);
    else
        record(ch, c, enter, leave);
    return rc;
}

/* ---- completions --------------------------------------------------------- */

static uint64_t request_at(const struct preload_call *c, int at, int i)
{
    return (uint64_t)(uintptr_t)HANDLES(Request, c, at, i);
}

/* Records the end of a collective. The time of the call belongs to the
 * collectives that it completed, in equal parts. */
static void complete(struct pending *p, ticks_t wait, ticks_t leave, int share)
{
    struct channel *ch = p->channel;

    channel_lock(ch);
    ch->log.sums[p->key & ~LOGGED_ROOT].ticks += (leave - wait) / share;
    channel_unlock(ch);
    channel_add(ch, &(struct logged){.enter = p->enter,
                                     .wait = leave - (leave - wait) / share,
                                     .leave = leave,
                                     .number = p->number,
                                     .key = p->key});
    free(p);
}

/* Makes a call that may complete some of [taken], which has room for [n]. A
 * request that is complete has another handle then. */
static int complete_some(struct thread *t, struct preload_call *c, int at,
                         int n, struct pending **taken)
{
    const ticks_t wait = time_now();
    int rc = preload_call_own(c), share = 0;
    const ticks_t leave = time_now();

    for (int i = 0; i < n; i++)
        share += taken[i] != NULL && request_at(c, at, i) != taken[i]->request;
    for (int i = 0; i < n; i++)
        if (taken[i] != NULL && request_at(c, at, i) != taken[i]->request)
            complete(taken[i], wait, leave, share);
        else if (taken[i] != NULL)
            pending_put(taken[i]);
    if (share == 0)
        usage_add(t, c, leave - wait, rc);
    return rc;
}

static int completion(struct thread *t, struct preload_call *c)
{
    enum { FEW = 32 };
    const int request = functions[c->kind].request;
    const int at = abs(request), n = request < 0 ? integer(c, at - 1) : 1;
    struct pending *few[FEW] = {NULL}, **taken = few;
    const bool look = pending_any();
    bool any = false;
    int rc;

    if (n > FEW && look)
        taken = calloc((size_t)n, sizeof(struct pending *));
    for (int i = 0; i < n && taken != NULL && look; i++) {
        taken[i] = pending_take(request_at(c, at, i));
        any |= taken[i] != NULL;
    }
    rc = any ? complete_some(t, c, at, n, taken) : sum(t, c);
    if (taken != few)
        free(taken);
    return rc;
}

/* ---- all calls ----------------------------------------------------------- */

static int finalize(struct thread *t, struct preload_call *c)
{
    (void)t;
    profile_finish();
    return preload_call_own(c);
}

static int end_early(struct thread *t, struct preload_call *c)
{
    (void)t;
    profile_finish_alone("MPI_Abort");
    return preload_call_own(c);
}

int profile_call(struct preload_call *c)
{
    static int (*const act[])(struct thread * t, struct preload_call * c) = {
        [RECORDS_SUM] = sum,           [RECORDS_COLLECTIVE] = collective,
        [RECORDS_MAKES] = makes,       [RECORDS_COMPLETION] = completion,
        [RECORDS_FINALIZE] = finalize, [RECORDS_ABORT] = end_early,
    };
    struct thread *t = profile_on() ? thread_self() : NULL;
    int rc;

    if (t == NULL || t->depth > 0)
        return preload_call_own(c);
    t->depth++;
    rc = act[functions[c->kind].records](t, c);
    t->depth--;
    return rc;
}
