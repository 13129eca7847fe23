/* bundles.c: an exchange as a pipeline. While wire messages are on their way
 * the next ones are packed, and those that arrived are unpacked. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdlib.h>

#include "lane.h"
#include "pack.h"
#include "relay.h"
#include "tokens.h"
#include "wire.h"

enum {
    INFLIGHT = 64, /* sends, unless said otherwise */
    LARGE =
        1 << 13 /* bytes of a wire message after whose packing others get on */
};

/* Lane 0 is what is sent, from message 0 on; the next ones are sources, whose
 * messages come behind it; then come those of set->relay. */
struct bundles {
    struct ms_lanes lanes;
    size_t sources;
    struct ms_tokens tokens;
    bool shut;     /* until a token comes */
    size_t left;   /* wire messages that are not complete */
    size_t packed; /* of those that are sent, all before this one are */
    bool paused;   /* more may be sent at once */
};

static size_t sources_count(const struct ms_side *in)
{
    size_t n = 0;

    for (size_t k = 0; k < in->nwires; k++)
        n += k == 0 || in->wires[k].peer != in->wires[k - 1].peer;
    return n;
}

static void source_lanes(struct bundles *b, const struct ms_set *set, size_t n)
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
    if (o->schedule == MSGSCHED_THROTTLE)
        return (size_t)o->throttle;
    if (o->inflight > 0)
        return (size_t)o->inflight;
    return o->schedule == MSGSCHED_DIRECT || o->schedule == MSGSCHED_REORDER
               ? SIZE_MAX
               : INFLIGHT;
}

static int bundles_open(struct msgsched_plan *plan, struct ms_set *set,
                        struct ms_agree *a)
{
    struct bundles *b = calloc(1, sizeof(*b));
    size_t own, lanes;

    set->state = b;
    if (b != NULL)
        ms_tokens_add(&b->tokens, plan, set);
    lanes = 1 + sources_count(&set->in);
    own = set->out.nwires + set->in.nwires;
    if (b == NULL ||
        !ms_lanes_open(&b->lanes, lanes + ms_relay_lanes(set->relay),
                       own + ms_relay_messages(set->relay))) {
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
        return MPI_SUCCESS;
    }
    b->lanes.lane[0] = (struct ms_lane){.end = set->out.nwires,
                                        .limit = inflight(&set->options),
                                        .width = INFLIGHT};
    b->sources = lanes - 1;
    source_lanes(b, set, b->sources);
    if (set->relay != NULL)
        ms_relay_lay(set->relay, &b->lanes, lanes, own);
    return MPI_SUCCESS;
}

static void bundles_close(struct ms_set *set)
{
    struct bundles *b = set->state;

    if (b != NULL)
        ms_lanes_close(&b->lanes);
    free(b);
}

static int pack_next(struct msgsched_plan *plan, struct bundles *b)
{
    const struct ms_side *out = &plan->set->out;
    const struct ms_wire *w = &out->wires[b->packed++];

    return w->packed ? ms_pack(out, w, plan->sendbase, plan->home->comm)
                     : MPI_SUCCESS;
}

static int post_receives(struct msgsched_plan *plan, struct bundles *b,
                         struct ms_lane *lane)
{
    int rc = MPI_SUCCESS;

    while (rc == MPI_SUCCESS && ms_lane_open(lane)) {
        rc = ms_wire_receive(plan, lane->posted - plan->set->out.nwires,
                             MPI_Irecv, &b->lanes.request[lane->posted]);
        if (rc == MPI_SUCCESS)
            ms_lane_posted(&b->lanes, lane);
    }
    return rc;
}

/* A token goes when nothing else is on its way. */
static bool may_send(const struct bundles *b)
{
    const struct ms_lane *lane = &b->lanes.lane[0];

    return ms_lane_open(lane) && !b->shut &&
           (lane->posted != b->tokens.out || lane->open == 0);
}

/* Sends what may be sent, but pauses after a large bundle. */
static int post_sends(struct msgsched_plan *plan, struct bundles *b)
{
    ms_send_fn *send = plan->options.synchronous ? MPI_Issend : MPI_Isend;
    struct ms_lane *lane = &b->lanes.lane[0];
    int rc = MPI_SUCCESS;

    b->paused = false;
    while (rc == MPI_SUCCESS && may_send(b) && !b->paused) {
        const struct ms_wire *w = &plan->set->out.wires[lane->posted];

        if (b->packed == lane->posted) {
            rc = pack_next(plan, b);
            b->paused = w->packed && w->bytes >= LARGE;
        }
        if (rc == MPI_SUCCESS)
            rc = ms_wire_send(plan, lane->posted, send,
                              &b->lanes.request[lane->posted]);
        if (rc == MPI_SUCCESS)
            ms_lane_posted(&b->lanes, lane);
    }
    return rc;
}

/* The next receive of the source is posted before this one is unpacked. */
static int landed(struct msgsched_plan *plan, struct bundles *b,
                  struct ms_landed what)
{
    const struct ms_side *in = &plan->set->in;
    const struct ms_wire *w;
    int rc;

    b->left--;
    if (what.lane == 0)
        return MPI_SUCCESS;
    if (what.lane > b->sources)
        return ms_relay_landed(plan, what);
    rc = post_receives(plan, b, &b->lanes.lane[what.lane]);
    what.k -= plan->set->out.nwires;
    if (what.k == b->tokens.in)
        b->shut = false;
    w = &in->wires[what.k];
    if (rc == MPI_SUCCESS && w->packed)
        rc = ms_unpack(in, w, plan->recvbase, plan->home->comm);
    ms_arrived(plan, w);
    return rc;
}

/* Asks once and sends once. Waits only where nothing else is to be done. */
static int turn(struct msgsched_plan *plan, struct bundles *b, bool wait,
                bool *moved)
{
    int n, rc = ms_lanes_ask(&b->lanes, wait && !b->paused, &n);

    for (int i = 0; i < n && rc == MPI_SUCCESS; i++)
        rc = landed(plan, b, b->lanes.landed[i]);
    if (rc == MPI_SUCCESS)
        rc = post_sends(plan, b);
    *moved = n > 0 || b->paused;
    return rc;
}

/* Does anything remain to be posted, for this rank or through it? */
static bool unposted(const struct ms_set *set, const struct bundles *b)
{
    if (b->left > 0 && set->relay != NULL)
        return true;
    for (size_t i = 0; i <= b->sources; i++)
        if (b->lanes.lane[i].posted < b->lanes.lane[i].end)
            return true;
    return false;
}

static int outcome(struct msgsched_plan *plan, const struct bundles *b, int rc)
{
    plan->done = b->left == 0;
    plan->unposted = unposted(plan->set, b);
    return rc;
}

static int bundles_progress(struct msgsched_plan *plan, enum ms_until until)
{
    struct bundles *b = plan->set->state;
    bool moved = true, waits = until == MS_SOME || until == MS_ALL;
    int rc = MPI_SUCCESS;

    while (rc == MPI_SUCCESS && b->left > 0 && (moved || waits) &&
           !(until == MS_SOME && plan->narrived > plan->told))
        rc = turn(plan, b, waits, &moved);
    return outcome(plan, b, rc);
}

static int bundles_start(struct msgsched_plan *plan)
{
    struct bundles *b = plan->set->state;
    const struct ms_set *set = plan->set;
    size_t relayed;
    bool moved;
    int rc;

    ms_lanes_reset(&b->lanes);
    rc = ms_relay_start(plan, &relayed);
    b->left = set->out.nwires + set->in.nwires + relayed;
    b->packed = 0;
    b->shut = b->tokens.in != MS_NO_TOKEN;
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

static void bundles_drop(struct msgsched_plan *plan)
{
    struct bundles *b = plan->set->state;

    ms_lanes_drop(&b->lanes);
}

const struct ms_engine ms_engine_bundles = {
    .open = bundles_open,
    .start = bundles_start,
    .progress = bundles_progress,
    .drop = bundles_drop,
    .close = bundles_close,
};
