/* relay.c: scope=node, merging for all ranks of a node, as the paper does. A
 * wire message holds what a process sends to all ranks of a node.
 *
 * One of these ranks, the leader, receives it. The leader is the source's rank
 * modulo the number of ranks on the node. It receives into memory shared by the
 * node's ranks, and notifies each owner of a part by a message of one number.
 * The owner unpacks its part, which is contiguous. When it has unpacked all
 * parts from a leader, it releases the leader by an empty message. The leader
 * waits for all releases before it receives into the memory again, in the next
 * exchange. Cost: one notice per owner of each wire message, and one release
 * per pair of owner and leader.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "relay.h"

#include "engine.h"

/* Memory barrier between an access to the shared memory and the message that
 * announces it. SMPI has no MPI_Win_sync() and needs none: its simulated ranks
 * take turns. */
static int memory_sync(const struct ms_relay *r)
{
#ifdef HAVE_SMPI
    (void)r;
    return MPI_SUCCESS;
#else
    return MPI_Win_sync(r->win);
#endif
}

/* Returns the number of messages of a lane. Parts that this rank both leads and
 * owns need no notices. */
static size_t lane_messages(const struct ms_relay *r, int lane)
{
    return lane == MS_RELEASES      ? r->nowners
           : lane == MS_BUNDLES     ? r->nbundles
           : lane == MS_NOTICES_OUT ? r->nparts - r->nself
                                    : r->nshares - r->nself;
}

size_t ms_relay_messages(const struct ms_relay *r)
{
    size_t n = 0;

    for (int i = 0; r != NULL && i < MS_LANES; i++)
        n += lane_messages(r, i);
    return n;
}

/* Posts receives without limit, so that no source waits for another. */
void ms_relay_place(struct ms_relay *r, struct ms_lanes *lanes, size_t lane,
                    size_t message)
{
    r->lanes = lanes;
    r->lane = lane;
    for (int i = 0; i < MS_LANES; i++) {
        lanes->lane[lane + (size_t)i] =
            ms_lane_of(message, lane_messages(r, i), 1, 0);
        message += lane_messages(r, i);
    }
}

/* Returns the request of the next message of a lane. */
static MPI_Request *request(const struct ms_relay *r, int lane)
{
    return &r->lanes->request[r->lanes->lane[r->lane + (size_t)lane].posted];
}

/* Records that the next message was posted, unless rc is an error. */
static int posted(struct ms_relay *r, int lane, int rc)
{
    if (rc == MPI_SUCCESS)
        ms_lane_posted(r->lanes, &r->lanes->lane[r->lane + (size_t)lane]);
    return rc;
}

static int releases_expect(struct ms_relay *r)
{
    int rc = MPI_SUCCESS;

    r->unreleased = r->used ? r->nowners : 0;
    for (size_t i = 0; i < r->unreleased && rc == MPI_SUCCESS; i++)
        rc = posted(r, MS_RELEASES,
                    MPI_Irecv(NULL, 0, MPI_BYTE, r->owners[i], r->tag,
                              r->comm->comm, request(r, MS_RELEASES)));
    return rc;
}

static int bundles_expect(struct ms_relay *r)
{
    int rc = MPI_SUCCESS;

    if (r->unreleased > 0)
        return MPI_SUCCESS;
    for (size_t i = 0; i < r->nbundles && rc == MPI_SUCCESS; i++) {
        const struct ms_bundle *b = &r->bundles[i];

        rc = posted(r, MS_BUNDLES,
                    MPI_Irecv(r->memory + b->at, (int)b->bytes, MPI_BYTE,
                              b->source, r->tag, r->comm->comm,
                              request(r, MS_BUNDLES)));
    }
    return rc;
}

static int notices_expect(struct ms_relay *r)
{
    int rc = MPI_SUCCESS;

    for (size_t i = 0; i < r->ngroups; i++)
        r->groups[i].unpacked = 0;
    for (size_t i = 0; i + r->nself < r->nshares && rc == MPI_SUCCESS; i++)
        rc = posted(r, MS_NOTICES_IN,
                    MPI_Irecv(&r->number[i], 1, MPI_INT64_T,
                              r->shares[i].leader, r->notice, r->comm->comm,
                              request(r, MS_NOTICES_IN)));
    return rc;
}

int ms_relay_start(struct msgsched_plan *p, size_t *n)
{
    struct ms_relay *r = p->set->relay;
    int rc;

    *n = 0;
    if (r == NULL)
        return MPI_SUCCESS;
    *n = ms_relay_messages(r) - (r->used ? 0 : r->nowners);
    rc = releases_expect(r);
    if (rc == MPI_SUCCESS)
        rc = bundles_expect(r);
    if (rc == MPI_SUCCESS)
        rc = notices_expect(r);
    r->used = rc == MPI_SUCCESS;
    return rc;
}

static int share_unpack(struct msgsched_plan *p, const struct ms_group *g,
                        int64_t number)
{
    const struct ms_share *s =
        &p->set->relay->shares[g->first + (size_t)number];
    struct ms_side side = p->set->in;

    side.stage = g->memory;
    return ms_arrived(p, &side, &s->wire);
}

/* Notifies the other owners before unpacking this rank's own part. */
static int bundle_completed(struct msgsched_plan *p, struct ms_relay *r,
                            const struct ms_bundle *b)
{
    const struct ms_part *part = &r->parts[b->first];
    int rc = memory_sync(r);

    for (size_t i = 0; i < b->n && rc == MPI_SUCCESS; i++)
        if (part[i].owner != r->comm->rank)
            rc = posted(r, MS_NOTICES_OUT,
                        MPI_Isend(&part[i].number, 1, MPI_INT64_T,
                                  part[i].owner, r->notice, r->comm->comm,
                                  request(r, MS_NOTICES_OUT)));
    for (size_t i = 0; i < b->n && rc == MPI_SUCCESS; i++)
        if (part[i].owner == r->comm->rank)
            rc = share_unpack(p, &r->groups[r->ngroups - 1], part[i].number);
    return rc;
}

/* Releases a leader. The wait for the previous release is short, because the
 * leader received it before it sent any notice of this exchange. */
static int release(struct ms_relay *r, struct ms_group *g)
{
    int rc = memory_sync(r);

    if (rc == MPI_SUCCESS)
        rc = ms_requests_wait(1, &g->release);
    return rc != MPI_SUCCESS ? rc
                             : MPI_Isend(NULL, 0, MPI_BYTE, g->leader, r->tag,
                                         r->comm->comm, &g->release);
}

static int notice_completed(struct msgsched_plan *p, struct ms_relay *r,
                            size_t i)
{
    struct ms_group *g = &r->groups[r->shares[i].group];
    int rc = memory_sync(r);

    if (rc == MPI_SUCCESS)
        rc = share_unpack(p, g, r->number[i]);
    if (rc == MPI_SUCCESS && ++g->unpacked == g->n)
        rc = release(r, g);
    return rc;
}

static int release_completed(struct ms_relay *r)
{
    int rc = memory_sync(r);

    r->unreleased--;
    return rc == MPI_SUCCESS ? bundles_expect(r) : rc;
}

int ms_relay_completed(struct msgsched_plan *p, struct ms_completed what)
{
    struct ms_relay *r = p->set->relay;
    size_t k = what.k - r->lanes->lane[what.lane].first;

    switch (what.lane - r->lane) {
    case MS_RELEASES:
        return release_completed(r);
    case MS_BUNDLES:
        return bundle_completed(p, r, &r->bundles[k]);
    case MS_NOTICES_IN:
        return notice_completed(p, r, k);
    default:
        return MPI_SUCCESS;
    }
}
