/* transport_rma.c: letters by MPI-3 windows. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A meeting is a reduction of 8 bytes; an exchange, one put a neighbour. Where
 * new neighbours appear or inboxes grow, all ranks make a new window.
 */
#include "algos/refnuma/rma.h"

#include <stdlib.h>
#include <string.h>

static void rma_close(struct rn_transport *t)
{
    if (t == NULL)
        return;
    rn_window_close(t);
    rn_rma_peers_free(t);
    if (t->group != MPI_GROUP_NULL)
        MPI_Group_free(&t->group);
    if (t->comm != MPI_COMM_NULL)
        MPI_Comm_free(&t->comm);
    free(t->ranks);
    free(t);
}

static int fill(struct rn_transport *t)
{
    struct rn_rma_peer *self;
    int rc = MPI_Comm_group(t->comm, &t->group);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_rank(t->comm, &t->rank);
    MPI_Comm_size(t->comm, &t->size);
    t->of = calloc((size_t)t->size, sizeof(struct rn_rma_peer *));
    t->ranks = malloc((size_t)t->size * sizeof(*t->ranks));
    if (t->of == NULL || t->ranks == NULL)
        return MPI_ERR_NO_MEM;
    self = rn_rma_peer_get(t, t->rank);
    if (self == NULL)
        return MPI_ERR_NO_MEM;
    self->known = true;
    return MPI_SUCCESS;
}

/* The memory of each rank is agreed upon in the caller's communicator, before
 * the first call that needs it. */
static int rma_open(MPI_Comm comm, rn_letter_fn *letter, void *arg,
                    struct rn_transport **out)
{
    struct rn_transport *t = calloc(1, sizeof(*t));
    int none = t == NULL, any = 1;
    int rc = MPI_Allreduce(&none, &any, 1, MPI_INT, MPI_MAX, comm);

    if (rc != MPI_SUCCESS || any) {
        free(t);
        return rc != MPI_SUCCESS ? rc : MPI_ERR_NO_MEM;
    }
    *t = (struct rn_transport){.kind = &rn_transport_rma,
                               .letter = letter,
                               .arg = arg,
                               .comm = MPI_COMM_NULL,
                               .group = MPI_GROUP_NULL,
                               .meeting = MPI_REQUEST_NULL,
                               .win = MPI_WIN_NULL,
                               .exposed = MPI_GROUP_EMPTY};
    rc = MPI_Comm_dup(comm, &t->comm);
    if (rc == MPI_SUCCESS) {
        MPI_Comm_set_errhandler(t->comm, MPI_ERRORS_RETURN);
        rc = rn_rma_peers_agree(t, fill(t));
    }
    if (rc == MPI_SUCCESS)
        rc = rn_window_open(t);
    if (rc != MPI_SUCCESS) {
        rma_close(t);
        return rc;
    }
    *out = t;
    return MPI_SUCCESS;
}

static int rma_put(struct rn_transport *t, int rank, uint32_t box,
                   const void *data, size_t bytes)
{
    size_t words = bytes / sizeof(uint64_t);
    struct rn_rma_peer *p = rn_rma_peer_get(t, rank);
    uint64_t *to;

    if (p == NULL || !rn_rma_peer_room(p, 2 + words))
        return MPI_ERR_NO_MEM;
    to = p->out + p->used;
    to[0] = box;
    to[1] = bytes;
    if (bytes > 0)
        memcpy(to + 2, data, bytes);
    p->used += 2 + words;
    if (rank != t->rank)
        t->flags |= RN_RMA_PUT;
    return MPI_SUCCESS;
}

/* What the reduction asked for. A window that could not be made is tried again
 * in the next meeting; what was put for this one is lost. */
static int meet(struct rn_transport *t, uint32_t *all)
{
    int rc = MPI_SUCCESS;

    *all = (uint32_t)t->all;
    if ((t->all & RN_RMA_NEW) != 0)
        rc = rn_rma_peers_meet(t);
    if (rc == MPI_SUCCESS && (t->all & (RN_RMA_NEW | RN_RMA_GROW)) != 0) {
        t->flags &= ~(RN_RMA_NEW | RN_RMA_GROW);
        rc = rn_window_open(t);
        if (rc != MPI_SUCCESS)
            t->flags |= RN_RMA_GROW;
    }
    if (rc != MPI_SUCCESS)
        rn_window_drop(t);
    else if ((t->all & RN_RMA_PUT) != 0)
        rc = rn_window_exchange(t);
    else
        rn_window_self(t);
    return rc;
}

static int rma_meet(struct rn_transport *t, uint32_t bits, uint32_t *all)
{
    int rc;

    t->mine = t->flags | bits;
    rc = MPI_Allreduce(&t->mine, &t->all, 1, MPI_UINT64_T, MPI_BOR, t->comm);
    return rc == MPI_SUCCESS ? meet(t, all) : rc;
}

static int rma_meet_begin(struct rn_transport *t, uint32_t bits)
{
    t->mine = t->flags | bits;
    return MPI_Iallreduce(&t->mine, &t->all, 1, MPI_UINT64_T, MPI_BOR, t->comm,
                          &t->meeting);
}

static int rma_meet_end(struct rn_transport *t, uint32_t *all)
{
    MPI_Status status;
    int rc = MPI_Wait(&t->meeting, &status);

    return rc == MPI_SUCCESS ? meet(t, all) : rc;
}

static int rma_exchange(struct rn_transport *t)
{
    if ((t->flags & RN_RMA_NEW) != 0)
        return MPI_ERR_RANK;
    return rn_window_exchange(t);
}

static void rma_info(const struct rn_transport *t,
                     struct rn_transport_info *info)
{
    info->neighbours = t->neighbours;
    info->messages = t->messages;
}

const struct rn_transport_kind rn_transport_rma = {
    .name = "rma",
    .open = rma_open,
    .close = rma_close,
    .put = rma_put,
    .meet = rma_meet,
    .meet_begin = rma_meet_begin,
    .meet_end = rma_meet_end,
    .exchange = rma_exchange,
    .info = rma_info,
};
