/* relay.c: bundles for several ranks of a node in an exchange. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "pack.h"
#include "relay_state.h"
#include "requests.h"

static int empty_send(const struct msgsched_plan *p, int rank, int tag,
                      MPI_Request *request)
{
    MPI_Comm comm = p->home->comm;

    return p->options.synchronous
               ? MPI_Issend(NULL, 0, MPI_BYTE, rank, tag, comm, request)
               : MPI_Isend(NULL, 0, MPI_BYTE, rank, tag, comm, request);
}

static int empty_receive(const struct ms_home *h, int rank, int tag,
                         MPI_Request *request)
{
    return MPI_Irecv(NULL, 0, MPI_BYTE, rank, tag, h->comm, request);
}

/* What an empty message needs is its lane's next request. */
static MPI_Request *next_request(const struct ms_relay *r,
                                 const struct ms_lane *lane)
{
    return &r->lanes->request[lane->posted];
}

static int words_expect(struct ms_relay *r)
{
    struct ms_lane *lane = &r->lanes->lane[r->lane + MS_WORDS];
    int rc = MPI_SUCCESS;

    for (size_t i = 0; i < r->shares.nowners && rc == MPI_SUCCESS; i++) {
        r->written[i] = 0;
        r->through[i] = !r->used;
        if (!r->used)
            continue;
        rc = empty_receive(r->home, r->shares.owners[i].rank, r->tag,
                           next_request(r, lane));
        if (rc == MPI_SUCCESS)
            ms_lane_posted(r->lanes, lane);
    }
    return rc;
}

/* Are the owners through with what was there? */
static bool place_free(const struct ms_relay *r, const struct ms_bundle *b)
{
    for (size_t i = b->first; i < b->first + b->n; i++) {
        size_t owner = r->shares.parts[i].owner;

        if (owner != MS_SELF && !r->through[owner])
            return false;
    }
    return true;
}

static int bundles_expect(struct ms_relay *r, struct ms_lane *lane)
{
    int rc = MPI_SUCCESS;

    while (rc == MPI_SUCCESS && ms_lane_open(lane)) {
        const struct ms_bundle *b =
            &r->shares.bundles[lane->posted - r->bundle];

        if (!place_free(r, b))
            break;
        rc = MPI_Irecv(r->landing.memory + b->at, (int)b->bytes, MPI_BYTE,
                       b->source, r->tag, r->home->comm, next_request(r, lane));
        if (rc == MPI_SUCCESS)
            ms_lane_posted(r->lanes, lane);
    }
    return rc;
}

static int sources_expect(struct ms_relay *r)
{
    int rc = MPI_SUCCESS;

    for (size_t i = 0; i < r->nsources && rc == MPI_SUCCESS; i++)
        rc = bundles_expect(r, &r->lanes->lane[r->lane + MS_SOURCES + i]);
    return rc;
}

static int notices_expect(struct ms_relay *r, size_t carrier)
{
    struct ms_lane *lane =
        &r->lanes->lane[r->lane + MS_SOURCES + r->nsources + carrier];
    int rc = MPI_SUCCESS;

    while (rc == MPI_SUCCESS && ms_lane_open(lane)) {
        rc = empty_receive(r->home, r->shares.carriers[carrier].rank, r->notice,
                           next_request(r, lane));
        if (rc == MPI_SUCCESS)
            ms_lane_posted(r->lanes, lane);
    }
    return rc;
}

int ms_relay_start(struct msgsched_plan *p, size_t *n)
{
    struct ms_relay *r = p->set->relay;
    int rc;

    *n = 0;
    if (r == NULL)
        return MPI_SUCCESS;
    *n = ms_relay_messages(r) - (r->used ? 0 : r->shares.nowners);
    rc = words_expect(r);
    if (rc == MPI_SUCCESS)
        rc = sources_expect(r);
    for (size_t i = 0; i < r->shares.ncarriers && rc == MPI_SUCCESS; i++) {
        r->coming[i].seen = 0;
        rc = notices_expect(r, i);
    }
    r->used = rc == MPI_SUCCESS;
    return rc;
}

static int share_unpack(struct msgsched_plan *p, const struct ms_relay *r,
                        size_t share, char *bundle)
{
    const struct ms_share *s = &r->shares.shares[share];
    struct ms_side side = p->set->in;
    int rc = MPI_SUCCESS;

    side.stage = bundle;
    for (size_t i = s->first; i < s->first + s->n && rc == MPI_SUCCESS; i++) {
        const struct ms_wire *run = &r->shares.runs[i];

        rc = ms_unpack(&side, run, p->recvbase, p->home->comm);
        ms_arrived(p, run);
    }
    return rc;
}

static void slips_write(struct ms_relay *r, const struct ms_bundle *b)
{
    for (size_t i = b->first; i < b->first + b->n; i++) {
        const struct ms_part *part = &r->shares.parts[i];
        struct ms_owner *o;

        if (part->owner == MS_SELF)
            continue;
        o = &r->shares.owners[part->owner];
        o->slips[r->written[part->owner]++] =
            (struct ms_slip){.share = part->share, .at = b->at};
    }
}

static int owners_notify(const struct msgsched_plan *p, struct ms_relay *r,
                         const struct ms_bundle *b)
{
    struct ms_lane *lane = &r->lanes->lane[r->lane + MS_NOTICES];
    int rc;

    slips_write(r, b);
    rc = ms_landing_sync(&r->landing);
    for (size_t i = b->first; i < b->first + b->n && rc == MPI_SUCCESS; i++) {
        size_t owner = r->shares.parts[i].owner;

        if (owner == MS_SELF)
            continue;
        rc = empty_send(p, r->shares.owners[owner].rank, r->notice,
                        next_request(r, lane));
        if (rc == MPI_SUCCESS)
            ms_lane_posted(r->lanes, lane);
    }
    return rc;
}

static int bundle_landed(struct msgsched_plan *p, struct ms_relay *r,
                         struct ms_landed what)
{
    const struct ms_bundle *b = &r->shares.bundles[what.k - r->bundle];
    int rc = bundles_expect(r, &r->lanes->lane[what.lane]);

    if (rc == MPI_SUCCESS)
        rc = owners_notify(p, r, b);
    for (size_t i = b->first; i < b->first + b->n && rc == MPI_SUCCESS; i++)
        if (r->shares.parts[i].owner == MS_SELF)
            rc = share_unpack(p, r, r->shares.self + r->shares.parts[i].share,
                              r->landing.memory + b->at);
    return rc;
}

/* The carrier took the word before this one before it sent any notice. */
static int word_send(const struct msgsched_plan *p, struct ms_relay *r,
                     size_t carrier)
{
    MPI_Request *word = &r->coming[carrier].word;
    int rc = ms_landing_sync(&r->landing);

    if (rc == MPI_SUCCESS)
        rc = ms_requests_wait(1, word);
    return rc != MPI_SUCCESS
               ? rc
               : empty_send(p, r->shares.carriers[carrier].rank, r->tag, word);
}

/* Notices of a carrier come in the order of its slips. */
static int notice_landed(struct msgsched_plan *p, struct ms_relay *r,
                         size_t carrier)
{
    const struct ms_carrier *c = &r->shares.carriers[carrier];
    int rc = notices_expect(r, carrier);
    const struct ms_slip *slip;

    if (rc == MPI_SUCCESS)
        rc = ms_landing_sync(&r->landing);
    if (rc != MPI_SUCCESS)
        return rc;
    slip = &c->slips[r->coming[carrier].seen++];
    rc = share_unpack(p, r, c->first + slip->share, c->memory + slip->at);
    if (rc == MPI_SUCCESS && r->coming[carrier].seen == c->n)
        rc = word_send(p, r, carrier);
    return rc;
}

static int word_landed(struct ms_relay *r, size_t owner)
{
    int rc = ms_landing_sync(&r->landing);

    r->through[owner] = true;
    return rc == MPI_SUCCESS ? sources_expect(r) : rc;
}

int ms_relay_landed(struct msgsched_plan *p, struct ms_landed what)
{
    struct ms_relay *r = p->set->relay;
    size_t lane = what.lane - r->lane;

    if (lane == MS_NOTICES)
        return MPI_SUCCESS;
    if (lane == MS_WORDS)
        return word_landed(r, what.k - r->lanes->lane[what.lane].first);
    return lane < MS_SOURCES + r->nsources
               ? bundle_landed(p, r, what)
               : notice_landed(p, r, lane - MS_SOURCES - r->nsources);
}
