/* create.c: make and free handles of shmbcast_auto. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "handle.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "../agree.h"
#include "../page.h"
#include "../team.h"
#include "calibrate.h"
#include "copy.h"
#include "distance.h"
#include "learning.h"
#include "probe.h"

/* If the system does not tell. */
enum { L2_USUAL = 1 << 20 };

static const size_t RINGS_MAX = 64 << 20;

/*
 * The size of an L2 cache; where long messages may go through the ring, or it
 * is learned what does, four times that, so that lines have left the readers'
 * caches when they are written again. A power of two, as long as all rings fit
 * in RINGS_MAX.
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

/* The parameters can be used, and are the same on all ranks. */
static int check_params(struct sb_agree *a,
                        const struct shmbcast_auto_params *p)
{
    long long values[] = {(long long)p->slot,  (long long)p->ring,
                          (long long)p->pull,  (long long)p->direct,
                          (long long)p->group, (long long)p->calibrate,
                          (long long)p->learn, (long long)p->crowded};

    sb_note(a, SB_ARGUMENT, -shmbcast_auto_params_check(p, NULL));
    return sb_agree_same(a, values, sizeof(values) / sizeof(values[0]));
}

/* Rank 0 says, since the ranks' caches may differ. */
static int agree_ring(struct shmbcast_auto *h, struct sb_agree *a)
{
    uint64_t ring = h->params.ring;
    int rc;

    if (ring == 0)
        ring = ring_usual(h->size, !h->can_pull || h->params.calibrate ||
                                       h->learns ||
                                       h->params.pull == SHMBCAST_AUTO_NEVER);
    rc = sb_agree_first(a, &ring, 1);
    h->params.ring = h->ring = (size_t)ring;
    return rc;
}

/* What lies where in the segment; 0 or -EOVERFLOW. */
static int lay_out(struct shmbcast_auto *h)
{
    h->ring_at = sb_whole_pages(sizeof(struct sb_area));
    h->stride = h->ring_at + h->ring;
    h->extent.cookie = offsetof(struct sb_head, cookie);
    return sb_extent_init(&h->extent, sb_whole_pages(sizeof(struct sb_head)),
                          h->stride, h->size);
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
    h->leaders = calloc((size_t)h->size, sizeof(*h->leaders));
    h->pids = calloc((size_t)h->size, sizeof(*h->pids));
    h->asks = calloc((size_t)h->size, sizeof(*h->asks));
    h->marks = calloc((size_t)h->size, sizeof(*h->marks));
    sb_note(a, SB_MEMORY,
            h->leaders == NULL || h->pids == NULL || h->asks == NULL ||
                    h->marks == NULL
                ? ENOMEM
                : 0);
    return sb_agree(a);
}

/* Groups: ranks of a NUMA node, or so many in a row. */
static void group(struct shmbcast_auto *h, const int *nodes)
{
    int n = h->params.group;

    if (n > 0)
        for (int r = 0; r < h->size; r++)
            h->leaders[r] = r / n * n;
    else
        sb_leaders(h->leaders, nodes, h->size);
    h->alone = true;
    for (int r = 0; r < h->size; r++)
        if (r != h->rank && h->leaders[r] == h->leaders[h->rank])
            h->alone = false;
}

static int make_segment(struct shmbcast_auto *h, struct sb_agree *a, int node)
{
    int rc = sb_segment_open(a, &h->extent, &h->base);

    if (rc != MPI_SUCCESS)
        return rc;
    h->areas = h->base + h->extent.head;
    h->mine = sb_area(h, h->rank);
    return sb_segment_ready(a, &h->extent, h->base, node, &h->pages);
}

/* With all that is known of the ranks. */
static int build_on(struct shmbcast_auto *h, struct sb_agree *a,
                    const struct sb_where *where)
{
    int rc = sb_learning_decide(h, a);

    if (rc == MPI_SUCCESS)
        rc = agree_ring(h, a);
    if (rc == MPI_SUCCESS && lay_out(h) != 0)
        rc = sb_result(a, "segment larger than the address space",
                       MPI_ERR_NO_SPACE);
    if (rc != MPI_SUCCESS)
        return rc;
    a->why.bytes = h->extent.bytes;
    group(h, where->nodes);
    rc = make_segment(h, a, where->nodes[h->rank]);
    if (rc == MPI_SUCCESS && h->params.calibrate)
        rc = sb_calibrate(h, a);
    if (rc == MPI_SUCCESS && h->learns)
        rc = sb_learning_begin(h, a);
    return rc;
}

static int build(struct shmbcast_auto *h, struct sb_agree *a)
{
    struct sb_where where;
    int rc = sb_team_check(a);

    if (rc == MPI_SUCCESS)
        rc = allocate(h, a);
    if (rc == MPI_SUCCESS)
        rc = sb_probe(a, h->size, h->pids, &h->can_pull);
    if (rc == MPI_SUCCESS)
        rc = sb_team_ask(a, &where);
    if (rc != MPI_SUCCESS)
        return rc;
    h->waiter.oversubscribed = where.oversubscribed || h->params.crowded;
    h->cpus = where.cpus;
    where.cpus = NULL;
    rc = build_on(h, a, &where);
    sb_where_free(&where);
    return rc;
}

static void destroy(void *handle)
{
    struct shmbcast_auto *h = handle;

    if (h->base != NULL)
        sb_segment_close(h->base, &h->extent);
    sb_messages_fini(&h->messages);
    sb_learned_free(&h->learned);
    free(h->leaders);
    free(h->pids);
    free(h->asks);
    free(h->marks);
    free(h->cpus);
    free(h);
}

static int init(struct sb_agree *a, void *handle, const void *params)
{
    struct shmbcast_auto *h = handle;
    int rc;

    h->params = params != NULL ? *(const struct shmbcast_auto_params *)params
                               : shmbcast_auto_params_default();
    h->stream = sb_stream_least();
    h->waiter.comm = a->comm;
    h->owed = -1;
    h->forced = h->way = SB_WAY_NONE;
    h->rank = a->rank;
    MPI_Comm_size(a->comm, &h->size);
    if (h->size == 1)
        h->params.calibrate = false;
    sb_messages_init(&h->messages, a->comm, a->rank);
    sb_distance_init(h);
    rc = check_params(a, &h->params);
    return rc == MPI_SUCCESS ? build(h, a) : rc;
}

int shmbcast_auto_create_why(MPI_Comm comm,
                             const struct shmbcast_auto_params *params,
                             struct shmbcast_auto **h,
                             struct shmbcast_failure *why)
{
    static const struct sb_handle_kind kind = {sizeof(**h), init, destroy};
    void *made;
    int rc = sb_create(&kind, comm, params, h != NULL ? &made : NULL, why);

    if (rc == MPI_SUCCESS)
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
    sb_learning_keep(*h);
    sb_regions_free(*h);
    rc = MPI_Comm_free(&(*h)->waiter.comm);
    destroy(*h);
    *h = NULL;
    return sb_error_class(rc);
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
    *pages_local = h->pages.local;
    *pages_remote = h->pages.remote;
}

int shmbcast_auto_leader(const struct shmbcast_auto *h, int rank)
{
    return rank >= 0 && rank < h->size ? h->leaders[rank] : -1;
}

size_t shmbcast_auto_segment_bytes(const struct shmbcast_auto *h)
{
    return h->extent.bytes;
}
