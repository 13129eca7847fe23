/* rma_peers.c: who exchanges messages with whom. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/refnuma/rma.h"

#include <stdlib.h>

enum { TAG_HELLO = 1, FIRST_ROOM = 64, KEPT = 8192 /* words */ };

bool rn_rma_peer_room(struct rn_rma_peer *p, size_t words)
{
    size_t room = p->room;
    uint64_t *more;

    if (words <= room - p->used)
        return true;
    if (words > SIZE_MAX / sizeof(*more) / 4)
        return false;
    room = 2 * room > p->used + words ? 2 * room : p->used + words;
    more = realloc(p->out, room * sizeof(*more));
    if (more == NULL)
        return false;
    p->out = more;
    p->room = room;
    return true;
}

void rn_rma_peer_clear(struct rn_rma_peer *p)
{
    uint64_t *less;

    if (p->room > KEPT) {
        less = realloc(p->out, FIRST_ROOM * sizeof(*less));
        if (less != NULL) {
            p->out = less;
            p->room = FIRST_ROOM;
        }
    }
    p->used = 1;
    p->sent = p->total = p->got = 0;
    free(p->in);
    p->in = NULL;
}

static void insert(struct rn_transport *t, struct rn_rma_peer *p)
{
    int i = t->npeers++;

    for (; i > 0 && t->peers[i - 1]->rank > p->rank; i--)
        t->peers[i] = t->peers[i - 1];
    t->peers[i] = t->of[p->rank] = p;
    if (p->rank != t->rank) {
        t->neighbours++;
        t->flags |= RN_RMA_NEW;
    }
}

struct rn_rma_peer *rn_rma_peer_get(struct rn_transport *t, int rank)
{
    struct rn_rma_peer *p = t->of[rank], **more;

    if (p != NULL)
        return p;
    more = realloc(t->peers,
                   ((size_t)t->npeers + 1) * sizeof(struct rn_rma_peer *));
    if (more == NULL)
        return NULL;
    t->peers = more;
    p = calloc(1, sizeof(*p));
    if (p == NULL || !rn_rma_peer_room(p, FIRST_ROOM)) {
        free(p);
        return NULL;
    }
    p->rank = rank;
    rn_rma_peer_clear(p);
    insert(t, p);
    return p;
}

void rn_rma_peers_free(struct rn_transport *t)
{
    for (int i = 0; i < t->npeers; i++) {
        free(t->peers[i]->out);
        free(t->peers[i]->in);
        free(t->peers[i]);
    }
    free(t->peers);
    free(t->of);
}

int rn_rma_peers_agree(const struct rn_transport *t, int rc)
{
    int mine = MPI_SUCCESS, worst = MPI_SUCCESS, said;

    if (rc != MPI_SUCCESS)
        MPI_Error_class(rc, &mine);
    said = MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, t->comm);
    return said != MPI_SUCCESS ? said : worst;
}

int rn_rma_wait(int n, MPI_Request *requests)
{
    int rc = MPI_SUCCESS;
    MPI_Status status;

    for (int i = 0; i < n && rc == MPI_SUCCESS; i++)
        rc = MPI_Wait(&requests[i], &status);
    return rc;
}

/* From `count` ranks, whichever they are. */
static int hear(struct rn_transport *t, int count)
{
    int rc = MPI_SUCCESS, memory = MPI_SUCCESS;
    MPI_Status status;

    for (; count > 0 && rc == MPI_SUCCESS; count--) {
        rc = MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, TAG_HELLO, t->comm,
                      &status);
        if (rc == MPI_SUCCESS && rn_rma_peer_get(t, status.MPI_SOURCE) == NULL)
            memory = MPI_ERR_NO_MEM;
    }
    return rc != MPI_SUCCESS ? rc : memory;
}

static int tell(struct rn_transport *t, const int *news, MPI_Request *requests)
{
    int rc = MPI_SUCCESS, count, n = 0;

    rc = MPI_Reduce_scatter_block(news, &count, 1, MPI_INT, MPI_SUM, t->comm);
    for (int r = 0; r < t->size && rc == MPI_SUCCESS; r++)
        if (news[r])
            rc = MPI_Isend(NULL, 0, MPI_INT, r, TAG_HELLO, t->comm,
                           &requests[n++]);
    if (rc == MPI_SUCCESS)
        rc = hear(t, count);
    if (rc == MPI_SUCCESS)
        rc = rn_rma_wait(n, requests);
    return rc;
}

int rn_rma_peers_meet(struct rn_transport *t)
{
    int *news = calloc((size_t)t->size, sizeof(*news)), rc = MPI_SUCCESS;
    MPI_Request *requests = malloc((size_t)t->size * sizeof(MPI_Request));

    if (news == NULL || requests == NULL)
        rc = MPI_ERR_NO_MEM;
    rc = rn_rma_peers_agree(t, rc);
    if (rc == MPI_SUCCESS) {
        for (int i = 0; i < t->npeers; i++)
            news[t->peers[i]->rank] =
                !t->peers[i]->known && t->peers[i]->rank != t->rank;
        rc = rn_rma_peers_agree(t, tell(t, news, requests));
    }
    for (int i = 0; i < t->npeers && rc == MPI_SUCCESS; i++)
        t->peers[i]->known = true;
    if (rc != MPI_SUCCESS) /* on all ranks: it lacks neighbours of some */
        rn_window_close(t);
    free(news);
    free(requests);
    return rc;
}
