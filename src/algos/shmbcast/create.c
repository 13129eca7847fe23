/* create.c: layout of the segment; creation and freeing of handles. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Section 4.1: one segment, created once for a communicator, holds the queues
 * of all ranks. Each rank has its controls and fragments on separate pages,
 * which lie on its NUMA node. After every step the ranks agree whether it
 * succeeded. Cost: a dozen collective MPI calls.
 */
#include "handle.h"

#include <errno.h>
#include <stdlib.h>

#include "agree.h"
#include "team.h"

/*
 * The segment has w * ceil(4p / w) + w * q + p * s * (w + f) bytes. For p = 8,
 * s = 8, f = 8192, q = 2 and pages of 4096 bytes this gives 780 KiB, as in the
 * paper's figure 1. For p = 64, s = 1024, f = 8192 the paper's text says 384 MB
 * and its formula gives 768 MB; the formula is right.
 */
int sb_layout_init(struct sb_layout *l, const struct shmbcast_params *params,
                   int nranks)
{
    size_t w = sb_page_size(), p = (size_t)nranks, s = (size_t)params->s;
    size_t stride;

    l->page = w;
    l->f = params->f;
    l->sets = sb_whole_pages(sizeof(int) * p);
    l->data = s * w;
    if (__builtin_mul_overflow(s, w + params->f, &stride))
        return -EOVERFLOW;
    return sb_extent_init(&l->extent, l->sets + w * (size_t)params->q, stride,
                          nranks);
}

size_t shmbcast_segment_bytes(const struct shmbcast_params *params, int nranks)
{
    struct sb_layout l;

    if (nranks < 1 || shmbcast_params_check(params, NULL) != 0 ||
        sb_layout_init(&l, params, nranks) != 0)
        return 0;
    return l.extent.bytes;
}

/* Agrees that all ranks have the same parameters, and that they are valid. */
static int params_agree(struct sb_agree *a, const struct shmbcast_params *p)
{
    long long values[] = {(long long)p->f, p->s, p->q, p->tree,
                          sb_tree_arity(p->tree, p->k)};

    sb_note(a, SB_ARGUMENT, -shmbcast_params_check(p, NULL));
    return sb_agree_same(a, values, sizeof(values) / sizeof(values[0]));
}

int sb_queue_lay_out(struct shmbcast *h)
{
    const struct shmbcast_params *p = &h->params;

    h->nsets = (unsigned)p->q;
    h->set_len = (unsigned)(p->s / p->q);
    return sb_layout_init(&h->layout, p, h->size);
}

int sb_queue_init(struct shmbcast *h)
{
    return sb_tree_init(&h->tree, h->params.tree, h->params.k, h->size);
}

static int build(struct shmbcast *h, struct sb_agree *a)
{
    struct sb_where where;
    int rc = sb_team_ask(a, &where);

    if (rc != MPI_SUCCESS)
        return rc;
    h->waiter.oversubscribed = where.oversubscribed;
    h->node = where.node;
    if (sb_queue_lay_out(h) != 0) {
        rc = sb_result(a, "segment larger than the address space",
                       MPI_ERR_NO_SPACE);
    } else {
        a->why.bytes = h->layout.extent.bytes;
        sb_note(a, SB_MEMORY, -sb_queue_init(h));
        rc = sb_segment_open(a, &h->layout.extent, where.leaders, &h->base);
    }
    free(where.leaders);
    return rc;
}

static void destroy(void *handle)
{
    struct shmbcast *h = handle;

    if (h->base != NULL)
        sb_segment_close(h->base, &h->layout.extent);
    sb_tree_fini(&h->tree);
    sb_messages_fini(&h->messages);
    free(h);
}

static int init(struct sb_agree *a, void *handle, const void *params)
{
    struct shmbcast *h = handle;
    int rc;

    h->params = params != NULL ? *(const struct shmbcast_params *)params
                               : shmbcast_params_default();
    h->waiter.comm = a->comm;
    h->rank = a->rank;
    PMPI_Comm_size(a->comm, &h->size);
    sb_messages_init(&h->messages, a->comm, a->rank);
    rc = params_agree(a, &h->params);
    return rc == MPI_SUCCESS ? build(h, a) : rc;
}

int shmbcast_create_why(MPI_Comm comm, const struct shmbcast_params *params,
                        struct shmbcast **h, struct shmbcast_failure *why)
{
    static const struct sb_handle_kind kind = {sizeof(**h), init, destroy};
    void *made = NULL;
    int rc = sb_create(&kind, comm, params, h != NULL ? &made : NULL, why);

    if (rc == MPI_SUCCESS && h != NULL)
        *h = made;
    return rc;
}

int shmbcast_create(MPI_Comm comm, const struct shmbcast_params *params,
                    struct shmbcast **h)
{
    return shmbcast_create_why(comm, params, h, NULL);
}

int shmbcast_free(struct shmbcast **h)
{
    int rc;

    if (h == NULL || *h == NULL)
        return MPI_SUCCESS;
    rc = PMPI_Comm_free(&(*h)->waiter.comm);
    destroy(*h);
    *h = NULL;
    return al_error_class(rc);
}

void shmbcast_placement(const struct shmbcast *h, long *pages_local,
                        long *pages_remote)
{
    sb_segment_pages(&h->layout.extent, h->base, h->rank, h->node, pages_local,
                     pages_remote);
}

int shmbcast_leader(const struct shmbcast *h, int rank)
{
    return rank >= 0 && rank < h->size ? ((const int *)h->base)[rank] : -1;
}

const struct shmbcast_params *shmbcast_params(const struct shmbcast *h)
{
    return &h->params;
}
