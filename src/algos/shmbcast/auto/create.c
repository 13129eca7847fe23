/* create.c: creates and frees handles of shmbcast_auto. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The segment holds the slots, rings and queues of all ranks. It is created as
 * in section 4.1 of the paper: every rank allocates its own range. All ranks
 * agree on the result of each step that may fail on one rank.
 *
 * Cost: two dozen collective MPI calls, some milliseconds, and a calibration
 * unless the parameters make it unnecessary (calibrate.c).
 */
#include "handle.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "../agree.h"
#include "../team.h"
#include "lib/now.h"
#include "transfer.h"

/* Assumed size of the L2 cache if the system does not report it. */
enum { L2_USUAL = 1 << 20 };

static const size_t RINGS_MAX = 64 << 20;

/* Thresholds without calibration. If ranks share cores, agree_sizes() uses
 * larger ones: a pull makes the root wait for ranks that are not running, so
 * rings carry all messages whose copies fit into the last-level cache. */
static const size_t SLOT_USUAL = 2 << 10, PULL_USUAL = 64 << 10;

/*
 * Returns the ring size, a power of two. It is the size of the L2 cache, or
 * four times that if long messages may use the ring, so that lines have left
 * the readers' caches before they are written again. All rings together take at
 * most RINGS_MAX.
 */
static size_t ring_usual(int size, bool long_too)
{
    long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
    size_t want = (size_t)(l2 > 0 ? l2 : L2_USUAL) * (long_too ? 4 : 1);
    size_t ring = SB_RING_MIN;

    while (ring < want && 2 * ring * (size_t)size <= RINGS_MAX)
        ring *= 2;
    return ring;
}

/* Returns the parameters of the published algorithm's queue: the defaults with
 * two sets, but only as many buffers as stay in an L2 cache. */
static struct shmbcast_params queue_params(void)
{
    struct shmbcast_params p = shmbcast_params_default();

    p.s = 16;
    return p;
}

static bool table_given(const struct shmbcast_auto_params *p)
{
    return p->dense[0] != SB_NONE || p->gaps[0] != SB_NONE;
}

/* True if a calibration is needed because no parameter replaces it. */
static bool to_calibrate(const struct shmbcast_auto *h)
{
    const struct shmbcast_auto_params *p = &h->params;

    return h->size > 1 && p->calibrate != SHMBCAST_AUTO_CALIBRATE_OFF &&
           !table_given(p) && p->slot == SHMBCAST_AUTO_MEASURED &&
           p->pull == SHMBCAST_AUTO_MEASURED;
}

/* Fails if the parameters are invalid or differ between ranks. */
static int check_params(struct sb_agree *a,
                        const struct shmbcast_auto_params *p)
{
    enum { SCALARS = 8, VALUES = SCALARS + 2 * SHMBCAST_AUTO_SIZES };
    long long values[VALUES] = {(long long)p->slot,  (long long)p->ring,
                                (long long)p->pull,  (long long)p->direct,
                                (long long)p->group, (long long)p->calibrate,
                                p->calibrate_ms,     (long long)p->crowded};

    _Static_assert((int)VALUES <= (int)SB_SAME_MOST, "room for all");
    for (int i = 0; i < SHMBCAST_AUTO_SIZES; i++) {
        values[SCALARS + i] = p->dense[i];
        values[SCALARS + SHMBCAST_AUTO_SIZES + i] = p->gaps[i];
    }
    sb_note(a, SB_ARGUMENT, -shmbcast_auto_params_check(p, NULL));
    return sb_agree_same(a, values, VALUES);
}

/* Sets the sizes that the user left to the library. All ranks use rank 0's
 * cache sizes, because ranks may have different caches. */
static int agree_sizes(struct shmbcast_auto *h, struct sb_agree *a)
{
    struct shmbcast_auto_params *p = &h->params;
    bool crowded = h->waiter.oversubscribed;
    bool table = h->by_table || to_calibrate(h);
    uint64_t sizes[] = {p->ring, p->slot, p->pull};
    int rc;

    if (p->slot == SHMBCAST_AUTO_MEASURED)
        sizes[1] = crowded ? SHMBCAST_AUTO_SLOT_MAX : SLOT_USUAL;
    if (p->pull == SHMBCAST_AUTO_MEASURED)
        sizes[2] = crowded ? h->stream : PULL_USUAL;
    if (p->ring == 0)
        sizes[0] = ring_usual(h->size, table || !h->can_pull ||
                                           p->pull == SHMBCAST_AUTO_NEVER);
    rc = sb_agree_first(a, sizes, 3);
    p->ring = h->ring = (size_t)sizes[0];
    p->slot = (size_t)sizes[1];
    p->pull = (size_t)sizes[2];
    return rc;
}

/* Lays out the segment: the head of the queue, which belongs to rank 0; then
 * each rank's slots, ring and queue. Returns 0 or -EOVERFLOW. */
static int lay_out(struct shmbcast_auto *h)
{
    struct sb_extent *queue = &h->queue.layout.extent;

    h->queue.params = queue_params();
    h->queue.rank = h->rank;
    h->queue.size = h->size;
    if (sb_queue_lay_out(&h->queue) != 0)
        return -EOVERFLOW;
    h->ring_at = sb_whole_pages(sizeof(struct sb_area));
    h->stride = h->ring_at + h->ring + queue->stride;
    if (sb_extent_init(&h->extent, queue->head, h->stride, h->size) != 0)
        return -EOVERFLOW;
    queue->head += h->ring_at + h->ring;
    queue->stride = h->stride;
    return 0;
}

size_t shmbcast_auto_bytes(const struct shmbcast_auto_params *params,
                           int nranks)
{
    struct shmbcast_auto h = {.size = nranks};

    if (nranks < 1 ||
        (params != NULL && shmbcast_auto_params_check(params, NULL) != 0))
        return 0;
    h.ring = params != NULL && params->ring != 0 ? params->ring
                                                 : ring_usual(nranks, true);
    return lay_out(&h) == 0 ? h.extent.bytes : 0;
}

static int allocate(struct shmbcast_auto *h, struct sb_agree *a)
{
    h->pids = calloc((size_t)h->size, sizeof(*h->pids));
    sb_note(a, SB_MEMORY, h->pids == NULL ? ENOMEM : 0);
    return sb_agree(a);
}

/* Forms the groups: ranks of a NUMA node, or params.group consecutive ranks. */
static void group(struct shmbcast_auto *h)
{
    int n = h->params.group;

    for (int r = 0; n > 0 && r < h->size; r++)
        h->leaders[r] = r / n * n;
    h->alone = true;
    for (int r = 0; r < h->size; r++)
        if (r != h->rank && h->leaders[r] == h->leaders[h->rank])
            h->alone = false;
}

static int make_segment(struct shmbcast_auto *h, struct sb_agree *a)
{
    int rc = sb_segment_open(a, &h->extent, NULL, &h->base);

    if (rc != MPI_SUCCESS)
        return rc;
    h->areas = h->base + h->extent.head;
    h->mine = sb_area(h, h->rank);
    h->queue.base = h->base;
    h->queue.waiter = h->waiter;
    return MPI_SUCCESS;
}

/* Builds the handle. The ranks' placement is known by now. */
static int build_on(struct shmbcast_auto *h, struct sb_agree *a)
{
    bool calibrate = to_calibrate(h);
    int rc;

    h->by_table = table_given(&h->params);
    rc = agree_sizes(h, a);
    if (rc == MPI_SUCCESS && lay_out(h) != 0)
        rc = sb_result(a, "segment larger than the address space",
                       MPI_ERR_NO_SPACE);
    if (rc != MPI_SUCCESS)
        return rc;
    h->line_most = SB_LINE_BYTES;
    if (!h->by_table && !calibrate && h->params.slot < SB_LINE_BYTES)
        h->line_most = h->params.slot;
    a->why.bytes = h->extent.bytes;
    group(h);
    sb_note(a, SB_MEMORY, -sb_queue_init(&h->queue));
    rc = make_segment(h, a);
    if (rc == MPI_SUCCESS && calibrate)
        rc = sb_calibrate(h, a);
    if (!calibrate)
        h->params.calibrate = SHMBCAST_AUTO_CALIBRATE_OFF;
    if (h->by_table)
        sb_table_complete(h);
    return rc;
}

static int build(struct shmbcast_auto *h, struct sb_agree *a)
{
    struct sb_where where;
    int rc = sb_team_ask(a, &where);

    if (rc != MPI_SUCCESS)
        return rc;
    h->waiter.oversubscribed = where.oversubscribed || h->params.crowded;
    h->leaders = where.leaders;
    h->node = where.node;
    rc = allocate(h, a);
    if (rc == MPI_SUCCESS)
        rc = sb_probe(a, h->size, h->pids, &h->can_pull);
    return rc == MPI_SUCCESS ? build_on(h, a) : rc;
}

static void destroy(void *handle)
{
    struct shmbcast_auto *h = handle;

    if (h->base != NULL)
        sb_segment_close(h->base, &h->extent);
    sb_tree_fini(&h->queue.tree);
    sb_messages_fini(&h->messages);
    free(h->leaders);
    free(h->pids);
    free(h);
}

static int init(struct sb_agree *a, void *handle, const void *params)
{
    struct shmbcast_auto *h = handle;
    int rc;

    h->began = now();
    h->params = params != NULL ? *(const struct shmbcast_auto_params *)params
                               : shmbcast_auto_params_default();
    h->coll_measures = h->params.calibrate != SHMBCAST_AUTO_CALIBRATE_OFF &&
                       h->params.pull == SHMBCAST_AUTO_MEASURED;
    h->stream = sb_stream_least();
    h->waiter.comm = a->comm;
    h->owed = -1;
    h->rank = a->rank;
    PMPI_Comm_size(a->comm, &h->size);
    sb_messages_init(&h->messages, a->comm, a->rank);
    rc = check_params(a, &h->params);
    return rc == MPI_SUCCESS ? build(h, a) : rc;
}

int shmbcast_auto_create_why(MPI_Comm comm,
                             const struct shmbcast_auto_params *params,
                             struct shmbcast_auto **h,
                             struct shmbcast_failure *why)
{
    static const struct sb_handle_kind kind = {sizeof(**h), init, destroy};
    void *made = NULL;
    int rc = sb_create(&kind, comm, params, h != NULL ? &made : NULL, why);

    if (rc == MPI_SUCCESS && h != NULL)
        *h = made;
    return rc;
}

int shmbcast_auto_create(MPI_Comm comm,
                         const struct shmbcast_auto_params *params,
                         struct shmbcast_auto **h)
{
    return shmbcast_auto_create_why(comm, params, h, NULL);
}

int shmbcast_auto_free(struct shmbcast_auto **h)
{
    int rc;

    if (h == NULL || *h == NULL)
        return MPI_SUCCESS;
    sb_auto_settle(*h);
    sb_regions_free(*h);
    rc = PMPI_Comm_free(&(*h)->waiter.comm);
    destroy(*h);
    *h = NULL;
    return al_error_class(rc);
}

size_t shmbcast_auto_missing(const struct shmbcast_auto *h)
{
    return h->missing;
}

const struct shmbcast_auto_params *
shmbcast_auto_params(const struct shmbcast_auto *h)
{
    return &h->params;
}

bool shmbcast_auto_can_pull(const struct shmbcast_auto *h)
{
    return h->can_pull;
}

void shmbcast_auto_placement(const struct shmbcast_auto *h, long *pages_local,
                             long *pages_remote)
{
    sb_segment_pages(&h->extent, h->base, h->rank, h->node, pages_local,
                     pages_remote);
}

int shmbcast_auto_leader(const struct shmbcast_auto *h, int rank)
{
    return rank >= 0 && rank < h->size ? h->leaders[rank] : -1;
}

size_t shmbcast_auto_segment_bytes(const struct shmbcast_auto *h)
{
    return h->extent.bytes;
}
