/* create.c: make and free handles; every step agreed by all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "handle.h"

#include <errno.h>
#include <stdlib.h>

#include "agree.h"
#include "placement.h"
#include "segment.h"
#include "team.h"

static int check_args(struct sb_agree *a, const struct shmbcast_params *p)
{
    int rc;

    sb_note(a, SB_ARGUMENT, -shmbcast_params_check(p, NULL));
    rc = sb_agree(a);
    if (rc == MPI_SUCCESS) {
        int k = sb_tree_kind(p->tree)->kmin > 0 ? p->k : 0; /* else ignored */
        long long values[] = {(long long)p->f, p->s, p->q, p->tree, k};

        rc = sb_agree_same(a, values, sizeof(values) / sizeof(values[0]));
    }
    return rc;
}

/* First touch: this rank's pages come from this rank's node. */
static void touch(struct shmbcast *h, const int *nodes)
{
    const struct sb_layout *l = &h->layout;
    char *queue = (char *)sb_fragment(h->base, l, h->rank, 0) - l->data;

    if (h->rank == 0) {
        sb_leaders((int *)h->base, nodes, h->size);
        for (unsigned i = 0; i < h->nsets; i++) {
            struct sb_set *set = sb_set(h->base, l, i);

            /* relaxed: nobody else looks before the next agreement */
            atomic_store_explicit(&set->op, SB_OP_NONE, memory_order_relaxed);
            atomic_store_explicit(&set->nreaders, 0, memory_order_relaxed);
        }
    }
    for (unsigned i = 0; i < h->nsets * h->set_len; i++)
        atomic_store_explicit(sb_control(h->base, l, h->rank, i), 0,
                              memory_order_relaxed);
    for (size_t at = l->data; at < l->extent.stride; at += l->page)
        *(volatile char *)(queue + at) = 0;
}

static int make_segment(struct shmbcast *h, struct sb_agree *a,
                        const int *nodes)
{
    int rc = sb_segment_open(a, &h->layout.extent, &h->base);

    if (rc != MPI_SUCCESS)
        return rc;
    touch(h, nodes);
    sb_note(a, SB_READAHEAD, sb_segment_ready(h->base, &h->layout.extent));
    rc = sb_agree(a); /* and nobody comes before all have touched theirs */
    sb_pages_count(sb_fragment(h->base, &h->layout, h->rank, 0) -
                       h->layout.data,
                   h->layout.extent.stride, h->layout.page, nodes[h->rank],
                   &h->pages_local, &h->pages_remote);
    return rc;
}

static int build(struct shmbcast *h, struct sb_agree *a)
{
    const struct shmbcast_params *p = &h->params;
    struct sb_team team;
    int rc;

    rc = sb_team_check(a);
    if (rc != MPI_SUCCESS)
        return rc;
    if (sb_layout_init(&h->layout, p, h->size) != 0)
        return sb_fail(a, "segment larger than the address space",
                       MPI_ERR_NO_SPACE);
    a->why.bytes = h->layout.extent.bytes;
    h->nsets = (unsigned)p->q;
    h->set_len = (unsigned)(p->s / p->q);
    sb_note(a, SB_MEMORY, -sb_tree_init(&h->tree, p->tree, p->k, h->size));
    rc = sb_team_open(a, &team);
    if (rc != MPI_SUCCESS)
        return rc;
    h->waiter.oversubscribed = team.oversubscribed;
    rc = make_segment(h, a, team.nodes);
    sb_team_close(&team);
    return rc;
}

static void destroy(struct shmbcast *h)
{
    if (h->base != NULL)
        sb_segment_close(h->base, &h->layout.extent);
    sb_tree_fini(&h->tree);
    sb_messages_fini(&h->messages);
    free(h);
}

/* [a] holds the duplicate, which the new handle takes over. */
static int create(struct sb_agree *a, const struct shmbcast_params *params,
                  struct shmbcast **out)
{
    struct shmbcast_params defaults = shmbcast_params_default();
    struct shmbcast *h = out != NULL ? calloc(1, sizeof(*h)) : NULL;
    int rc;

    if (params == NULL)
        params = &defaults;
    if (h == NULL)
        sb_note(a, SB_ARGUMENT, out == NULL ? EINVAL : ENOMEM);
    rc = check_args(a, params);
    if (rc == MPI_SUCCESS) {
        h->params = *params;
        h->waiter.comm = a->comm;
        h->rank = a->rank;
        sb_messages_init(&h->messages, a->comm, a->rank);
        MPI_Comm_size(a->comm, &h->size);
        rc = build(h, a);
    }
    if (rc == MPI_SUCCESS)
        *out = h;
    else if (h != NULL)
        destroy(h);
    return rc;
}

int shmbcast_create_why(MPI_Comm comm, const struct shmbcast_params *params,
                        struct shmbcast **h, struct shmbcast_failure *why)
{
    struct sb_agree a;
    int rc = sb_join(comm, &a);

    if (rc == MPI_SUCCESS) {
        rc = create(&a, params, h);
        if (rc != MPI_SUCCESS)
            MPI_Comm_free(&a.comm);
    }
    if (why != NULL)
        *why = a.why;
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
    rc = MPI_Comm_free(&(*h)->waiter.comm);
    destroy(*h);
    *h = NULL;
    return sb_error_class(rc);
}

void shmbcast_placement(const struct shmbcast *h, long *pages_local,
                        long *pages_remote)
{
    *pages_local = h->pages_local;
    *pages_remote = h->pages_remote;
}

int shmbcast_leader(const struct shmbcast *h, int rank)
{
    return rank >= 0 && rank < h->size ? ((const int *)h->base)[rank] : -1;
}

const struct shmbcast_params *shmbcast_params(const struct shmbcast *h)
{
    return &h->params;
}
