/* profile.c: makes and records MPI calls, from C and Fortran.
 *
 * The clock is read immediately before and after a call; its arguments are
 * examined later. Calls made inside a call, for example by a tool or by a
 * callback of the program, count as part of the outer call. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/profile.h"

#include <stdlib.h>

#include "algos/preload/arguments.h"
#include "profile/common_time.h"
#include "profile/key.h"
#include "profile/pending.h"
#include "profile/thread.h"

/* Adds a call to the totals. If it failed, its arguments may be invalid. */
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

static uint64_t request_at(const struct preload_call *c, int at, int i)
{
    return (uint64_t)(uintptr_t)HANDLES(Request, c, at, i);
}

/* Sets the key of a call on the channel. Returns false if memory is
 * exhausted. */
static bool key_set(struct channel *ch, const struct preload_call *c, int root,
                    uint32_t *key)
{
    const int64_t found = key_find(ch, c, &shapes[c->kind], root);

    *key = (uint32_t)found | (root == ch->rank ? LOGGED_ROOT : 0);
    return found >= 0;
}

/* Records a collective: the whole call if it is blocking, else its start. */
static void record(struct channel *ch, const struct preload_call *c,
                   ticks_t enter, ticks_t leave)
{
    const bool blocking = shapes[c->kind].after == 0;
    const int root = key_root(c, &shapes[c->kind]);
    struct logged call = {.enter = enter, .wait = enter, .leave = leave};
    bool known, kept = false;

    channel_lock(ch);
    call.number = ch->log.next++;
    known = key_set(ch, c, root, &call.key);
    if (known)
        log_count(&ch->log, call.key & ~LOGGED_ROOT, root, leave - enter);
    if (known && blocking)
        kept = log_add(&ch->log, &channel_budget, &call);
    channel_unlock(ch);
    if (!known || kept)
        return;
    if (blocking)
        channel_add(ch, &call);
    else
        pending_add(&(struct pending){.request = request_at(c, c->n, 0),
                                      .channel = ch,
                                      .enter = enter,
                                      .number = call.number,
                                      .key = call.key});
}

/* A failed call has a number, too: it may have succeeded on other ranks. */
static void skip(struct channel *ch)
{
    channel_lock(ch);
    ch->log.next++;
    channel_unlock(ch);
}

/* Returns the channel of a call after it was made; NULL if there is none. */
static struct channel *channel_of(struct thread *t,
                                  const struct preload_call *c, int rc)
{
    if (rc != MPI_SUCCESS && al_error_class(rc) == MPI_ERR_COMM)
        return NULL;
    return channel_find(&t->cache, comm_of(c, c->n - shapes[c->kind].after));
}

static int collective(struct thread *t, struct preload_call *c)
{
    const ticks_t enter = time_now();
    int rc = call_make(c);
    const ticks_t leave = time_now();
    struct channel *ch = channel_of(t, c, rc);

    if (ch == NULL)
        usage_add(t, c, leave - enter, rc);
    else if (rc != MPI_SUCCESS)
        skip(ch);
    else
        record(ch, c, enter, leave);
    return rc;
}

/* Makes a persistent request; its starts are recorded with the arguments. */
static int persistent(struct thread *t, struct preload_call *c)
{
    int rc = sum(t, c);
    struct channel *ch = channel_of(t, c, rc);
    struct pending p = {.persistent = true, .idle = true};

    p.channel = ch != NULL ? channel_persistent(ch) : NULL;
    if (p.channel == NULL || rc != MPI_SUCCESS)
        return rc;
    p.request = request_at(c, c->n, 0);
    p.root = key_root(c, &shapes[c->kind]);
    if (key_set(p.channel, c, p.root, &p.key))
        pending_add(&p);
    return rc;
}

/* ---- requests ------------------------------------------------------------ */

/* The requests of a call, and the collectives among them. Most calls have
 * few. */
struct requests {
    int at, n; /* argument, how many */
    struct pending *few[8], **taken;
};

/* Takes the collectives out of `pending`. Returns their number. */
static int requests_take(struct requests *r, const struct preload_call *c)
{
    enum { FEW = sizeof(r->few) / sizeof(r->few[0]) };
    const int request = functions[c->kind].request;
    int taken = 0;

    r->at = abs(request);
    r->taken = r->few;
    r->n = !pending_any() ? 0 : request < 0 ? integer(c, r->at - 1) : 1;
    if (r->n > FEW)
        r->taken = calloc((size_t)r->n, sizeof(struct pending *));
    for (int i = 0; i < r->n && r->taken != NULL; i++) {
        r->taken[i] = pending_take(request_at(c, r->at, i));
        taken += r->taken[i] != NULL;
    }
    return taken;
}

static void requests_free(struct requests *r)
{
    if (r->taken != r->few)
        free(r->taken);
}

static int start(struct thread *t, struct preload_call *c)
{
    struct requests r;
    const int share = requests_take(&r, c);
    const ticks_t enter = time_now();
    int rc = call_make(c);
    const ticks_t leave = time_now();

    if (share == 0 || rc != MPI_SUCCESS)
        usage_add(t, c, leave - enter, rc);
    for (int i = 0; share > 0 && i < r.n; i++) {
        struct pending *p = r.taken[i];

        if (p == NULL)
            continue;
        if (rc == MPI_SUCCESS && p->persistent) {
            channel_lock(p->channel);
            p->number = p->channel->log.next++;
            log_count(&p->channel->log, p->key & ~LOGGED_ROOT, p->root,
                      (leave - enter) / share);
            channel_unlock(p->channel);
            p->enter = enter;
            p->idle = false;
        }
        pending_put(p);
    }
    requests_free(&r);
    return rc;
}

/* True if the call has completed the collective. The handle of a nonpersistent
 * request has changed then. */
static bool is_complete(const struct pending *p, const struct preload_call *c,
                        int at, int i)
{
    int done = 0;

    if (!p->persistent)
        return request_at(c, at, i) != p->request;
    return !p->idle &&
           PMPI_Request_get_status(HANDLES(Request, c, at, i), &done,
                                   MPI_STATUS_IGNORE) == MPI_SUCCESS &&
           done;
}

/* Records the completion of a nonblocking collective. The completing call's
 * time is divided equally among the collectives that it completed. */
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
    p->idle = true;
    if (p->persistent)
        pending_put(p);
    else
        free(p);
}

/* Makes a call that may complete requests. */
static int completion(struct thread *t, struct preload_call *c)
{
    struct requests r;
    const int taken = requests_take(&r, c);
    const ticks_t wait = time_now();
    int rc = call_make(c), share = 0;
    const ticks_t leave = time_now();

    for (int i = 0; taken > 0 && i < r.n; i++)
        if (r.taken[i] != NULL && is_complete(r.taken[i], c, r.at, i)) {
            share++;
        } else if (r.taken[i] != NULL) {
            pending_put(r.taken[i]);
            r.taken[i] = NULL;
        }
    for (int i = 0; share > 0 && i < r.n; i++)
        if (r.taken[i] != NULL)
            complete(r.taken[i], wait, leave, share);
    if (share == 0)
        usage_add(t, c, leave - wait, rc);
    requests_free(&r);
    return rc;
}

static int request_free(struct thread *t, struct preload_call *c)
{
    struct requests r;
    struct pending *p = requests_take(&r, c) > 0 ? r.taken[0] : NULL;
    int rc = sum(t, c);

    if (p != NULL && rc != MPI_SUCCESS)
        pending_put(p);
    else
        free(p);
    return rc;
}

static int finalize(struct thread *t, struct preload_call *c)
{
    (void)t;
    profile_finish();
    return preload_call_own(c);
}

static int end_early(struct thread *t, struct preload_call *c)
{
    (void)t;
    profile_finish_abort();
    return preload_call_own(c);
}

int profile_call(struct preload_call *c)
{
    static int (*const act[])(struct thread * t, struct preload_call * c) = {
        [RECORDS_SUM] = sum,
        [RECORDS_COLLECTIVE] = collective,
        [RECORDS_PERSISTENT] = persistent,
        [RECORDS_MAKES] = makes,
        [RECORDS_START] = start,
        [RECORDS_COMPLETION] = completion,
        [RECORDS_FREE] = request_free,
        [RECORDS_FINALIZE] = finalize,
        [RECORDS_ABORT] = end_early,
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
