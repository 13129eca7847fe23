/* pipeline.c: exchanges messages in a pipeline, as in the paper.
 *
 * Packs a wire message while the previous one is in transit, and unpacks one
 * while the next arrives. Posts a bounded number of sends at a time, and posts
 * the receives from each source in the order in which it sends. Cost: a copy of
 * merged messages at sender and receiver, and one MPI call to test for
 * completions per send or group of completions.
 *
 * With schedule THROTTLE the first `senders` ranks of a node send at once. When
 * all sends of a rank are complete, it sends a token, an empty wire message, to
 * the rank `senders` places after it on the node, which waits for the token
 * before it sends.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "lane.h"
#include "relay.h"

enum {
    INFLIGHT = 64,  /* default maximum of sends in flight */
    LARGE = 1 << 13 /* after packing this many bytes, pause sending to handle
                     * completions */
};

#define NO_TOKEN SIZE_MAX

/* Lane 0 has the sends, from message 0 on. Then each source has a lane for its
 * receives. The last lanes belong to set->relay. */
struct pipeline {
    struct ms_lanes lanes;
    size_t sources;
    size_t token_in, token_out; /* indices of wire messages, or NO_TOKEN */
    bool shut;                  /* sends wait for a token */
    size_t left;                /* number of incomplete wire messages */
    size_t packed;              /* next wire message to pack */
    bool paused;                /* sending has paused, although more may be
                                 * sent */
};

/* ---- tokens ------------------------------------------------------------- */

/* Returns the rank `places` after this one on its node (step 1) or before it
 * (step -1), or -1 if there is none. */
static int mate(const struct msgsched_plan *plan, int places, int step)
{
    int me = plan->comm->rank;

    for (int r = me + step; r >= 0 && r < plan->comm->size; r += step)
        if (plan->where[r] == plan->where[me] && --places == 0)
            return r;
    return -1;
}

/* Appends a token to the wire messages from `peer`. */
static size_t insert(struct ms_side *in, int peer)
{
    size_t k = in->nwires;

    while (k > 0 && in->wires[k - 1].peer > peer)
        k--;
    memmove(&in->wires[k + 1], &in->wires[k],
            (in->nwires++ - k) * sizeof(*in->wires));
    in->wires[k] = (struct ms_wire){.peer = peer, .type = MPI_BYTE};
    return k;
}

/* Adds the tokens of THROTTLE. The lists have room for them. */
static void tokens_add(struct pipeline *b, const struct msgsched_plan *plan,
                       struct ms_set *set)
{
    int senders = plan->options.senders, from, to;

    b->token_in = b->token_out = NO_TOKEN;
    if (ms_schedule_of(&set->options)->post != MS_POST_THROTTLE)
        return;
    from = mate(plan, senders, -1);
    to = mate(plan, senders, 1);
    if (from >= 0)
        b->token_in = insert(&set->in, from);
    if (to >= 0) {
        b->token_out = set->out.nwires++;
        set->out.wires[b->token_out] =
            (struct ms_wire){.peer = to, .type = MPI_BYTE};
    }
}

/* ---- opening ------------------------------------------------------------ */

static size_t sources_count(const struct ms_side *in)
{
    size_t n = 0;

    for (size_t k = 0; k < in->nwires; k++)
        n += k == 0 || in->wires[k].peer != in->wires[k - 1].peer;
    return n;
}

static void source_lanes(struct pipeline *b, const struct ms_set *set, size_t n)
{
    const struct ms_side *in = &set->in;
    struct ms_lane *lane = b->lanes.lane;

    for (size_t k = 0; k < in->nwires; k++) {
        size_t at = set->out.nwires + k;

        if (k == 0 || in->wires[k].peer != in->wires[k - 1].peer)
            *++lane = ms_lane_of(at, 0, n, in->nwires);
        lane->end++;
    }
}

static size_t inflight(const struct msgsched_options *o)
{
    int post = ms_schedule_of(o)->post;

    if (post == MS_POST_THROTTLE)
        return (size_t)o->throttle;
    if (o->inflight > 0)
        return (size_t)o->inflight;
    return post == MS_POST_ALL ? SIZE_MAX : INFLIGHT;
}

static int pipeline_open(struct msgsched_plan *plan, struct ms_set *set,
                         struct ms_agree *a)
{
    struct pipeline *b = ms_alloc(a, 1, sizeof(*b));
    size_t own, lanes;

    set->exchange = b;
    if (b == NULL)
        return MPI_SUCCESS;
    tokens_add(b, plan, set);
    lanes = 1 + sources_count(&set->in);
    own = set->out.nwires + set->in.nwires;
    ms_lanes_open(&b->lanes, lanes + (set->relay != NULL ? MS_LANES : 0),
                  own + ms_relay_messages(set->relay), a);
    if (!ms_well(a))
        return MPI_SUCCESS;
    b->lanes.lane[0] = (struct ms_lane){.end = set->out.nwires,
                                        .limit = inflight(&set->options),
                                        .width = INFLIGHT};
    b->sources = lanes - 1;
    source_lanes(b, set, b->sources);
    if (set->relay != NULL)
        ms_relay_place(set->relay, &b->lanes, lanes, own);
    return MPI_SUCCESS;
}

static void pipeline_close(struct ms_set *set)
{
    struct pipeline *b = set->exchange;

    if (b != NULL)
        ms_lanes_close(&b->lanes);
    free(b);
}

/* ---- an exchange -------------------------------------------------------- */

static int pack_next(struct msgsched_plan *plan, struct pipeline *b)
{
    const struct ms_side *out = &plan->set->out;
    const struct ms_wire *w = &out->wires[b->packed++];

    return w->packed ? ms_pack(out, w, plan->sendbase, plan->comm->comm)
                     : MPI_SUCCESS;
}

static int post_receives(struct msgsched_plan *plan, struct pipeline *b,
                         struct ms_lane *lane)
{
    const struct ms_side *in = &plan->set->in;
    int rc = MPI_SUCCESS;

    while (rc == MPI_SUCCESS && ms_lane_open(lane)) {
        const struct ms_wire *w =
            &in->wires[lane->posted - plan->set->out.nwires];

        rc = MPI_Irecv(ms_wire_at(in, w, plan->recvbase), w->count, w->type,
                       w->peer, plan->tag, plan->comm->comm,
                       &b->lanes.request[lane->posted]);
        if (rc == MPI_SUCCESS)
            ms_lane_posted(&b->lanes, lane);
    }
    return rc;
}

/* True if the next wire message may be sent now. A token waits until no other
 * send is in flight. */
static bool may_send(const struct pipeline *b)
{
    const struct ms_lane *lane = &b->lanes.lane[0];

    return ms_lane_open(lane) && !b->shut &&
           (lane->posted != b->token_out || lane->open == 0);
}

/* Sends the wire messages that may be sent. Pauses after packing a large
 * one. */
static int post_sends(struct msgsched_plan *plan, struct pipeline *b)
{
    struct ms_lane *lane = &b->lanes.lane[0];
    const struct ms_side *out = &plan->set->out;
    int rc = MPI_SUCCESS;

    b->paused = false;
    while (rc == MPI_SUCCESS && may_send(b) && !b->paused) {
        const struct ms_wire *w = &out->wires[lane->posted];

        if (b->packed == lane->posted) {
            rc = pack_next(plan, b);
            b->paused = w->packed && w->bytes >= LARGE;
        }
        if (rc == MPI_SUCCESS)
            rc = MPI_Isend(ms_wire_at(out, w, plan->sendbase), w->count,
                           w->type, w->peer,
                           w->shared ? plan->set->relay->tag : plan->tag,
                           plan->comm->comm, &b->lanes.request[lane->posted]);
        if (rc == MPI_SUCCESS)
            ms_lane_posted(&b->lanes, lane);
    }
    return rc;
}

/* Handles a completed message. Posts the next receive from its source before
 * unpacking it. */
static int completed(struct msgsched_plan *plan, struct pipeline *b,
                     struct ms_completed what)
{
    const struct ms_side *in = &plan->set->in;
    int rc;

    b->left--;
    if (what.lane == 0)
        return MPI_SUCCESS;
    if (what.lane > b->sources)
        return ms_relay_completed(plan, what);
    rc = post_receives(plan, b, &b->lanes.lane[what.lane]);
    what.k -= plan->set->out.nwires;
    if (what.k == b->token_in)
        b->shut = false;
    return rc == MPI_SUCCESS ? ms_arrived(plan, in, &in->wires[what.k]) : rc;
}

/* Handles completions, then sends. Waits only if there is nothing to send. */
static int turn(struct msgsched_plan *plan, struct pipeline *b, bool wait,
                bool *moved)
{
    int n, rc = ms_lanes_ask(&b->lanes, wait && !b->paused, &n);

    for (int i = 0; i < n && rc == MPI_SUCCESS; i++)
        rc = completed(plan, b, b->lanes.completed[i]);
    if (rc == MPI_SUCCESS)
        rc = post_sends(plan, b);
    *moved = n > 0 || b->paused;
    return rc;
}

/* True if this rank has messages to post, or may get messages to relay. */
static bool unposted(const struct ms_set *set, const struct pipeline *b)
{
    if (b->left > 0 && set->relay != NULL)
        return true;
    for (size_t i = 0; i <= b->sources; i++)
        if (b->lanes.lane[i].posted < b->lanes.lane[i].end)
            return true;
    return false;
}

static int outcome(struct msgsched_plan *plan, const struct pipeline *b, int rc)
{
    plan->done = b->left == 0;
    plan->unposted = unposted(plan->set, b);
    return rc;
}

static int pipeline_progress(struct msgsched_plan *plan, enum ms_until until)
{
    struct pipeline *b = plan->set->exchange;
    bool moved = true, waits = until == MS_SOME || until == MS_ALL;
    int rc = MPI_SUCCESS;

    while (rc == MPI_SUCCESS && b->left > 0 && (moved || waits) &&
           !(until == MS_SOME && plan->narrived > plan->reported))
        rc = turn(plan, b, waits, &moved);
    return outcome(plan, b, rc);
}

static int pipeline_start(struct msgsched_plan *plan)
{
    struct pipeline *b = plan->set->exchange;
    const struct ms_set *set = plan->set;
    size_t relayed;
    bool moved;
    int rc;

    ms_lanes_reset(&b->lanes);
    rc = ms_relay_start(plan, &relayed);
    b->left = set->out.nwires + set->in.nwires + relayed;
    b->packed = 0;
    b->shut = b->token_in != NO_TOKEN;
    for (size_t i = 1; i <= b->sources && rc == MPI_SUCCESS; i++)
        rc = post_receives(plan, b, &b->lanes.lane[i]);
    while (rc == MPI_SUCCESS && plan->options.progress == MSGSCHED_EAGER &&
           b->packed < set->out.nwires)
        rc = pack_next(plan, b);
    if (rc == MPI_SUCCESS)
        rc = post_sends(plan, b);
    while (rc == MPI_SUCCESS && b->paused)
        rc = turn(plan, b, false, &moved);
    return outcome(plan, b, rc);
}

static void pipeline_drop(struct msgsched_plan *plan)
{
    struct pipeline *b = plan->set->exchange;

    ms_lanes_drop(&b->lanes);
}

const struct ms_engine ms_pipeline = {
    .open = pipeline_open,
    .start = pipeline_start,
    .progress = pipeline_progress,
    .drop = pipeline_drop,
    .close = pipeline_close,
};
