/* rma_window.c: messages by puts into the neighbours' inboxes. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Between exchanges the window is exposed to all neighbours, so that an
 * exchange waits for messages only: start, a put to each, complete, wait; then
 * letters are read where they came. What does not fit into an inbox follows by
 * messages, and the next meeting makes that inbox larger.
 */
#include "algos/refnuma/rma.h"

#include <stdlib.h>
#include <string.h>

enum {
    TAG_INBOX = 2,
    TAG_REST,
    INBOX_LEAST = 2048, /* words */
    INBOX_MOST = 2 << 20,
    FRAME = 2
};

static bool is_self(const struct rn_transport *t, const struct rn_rma_peer *p)
{
    return p->rank == t->rank;
}

/* Memory of the inboxes: bytes. */
static MPI_Aint place_inboxes(struct rn_transport *t)
{
    size_t words = 0;

    for (int i = 0; i < t->npeers; i++) {
        struct rn_rma_peer *p = t->peers[i];

        if (is_self(t, p))
            continue;
        p->here = words;
        if (p->here_words < INBOX_LEAST)
            p->here_words = INBOX_LEAST;
        if (p->here_words < p->wish)
            p->here_words = p->wish;
        words += p->here_words;
    }
    return (MPI_Aint)(words * sizeof(uint64_t));
}

static int allocate(struct rn_transport *t)
{
    MPI_Info info;
    int rc = MPI_Info_create(&info);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Info_set(info, "no_locks", "true");
    rc = MPI_Win_allocate(place_inboxes(t), sizeof(uint64_t), info, t->comm,
                          &t->inbox, &t->win);
    MPI_Info_free(&info);
    if (rc != MPI_SUCCESS)
        t->win = MPI_WIN_NULL;
    else
        MPI_Win_set_errhandler(t->win, MPI_ERRORS_RETURN);
    return rc;
}

/* Each neighbour gets to know where its inbox is. */
static int tell_inboxes(struct rn_transport *t, MPI_Request *requests,
                        uint64_t (*theirs)[2], uint64_t (*ours)[2])
{
    int n = 0, rc = MPI_SUCCESS;

    for (int i = 0; i < t->npeers && rc == MPI_SUCCESS; i++) {
        const struct rn_rma_peer *p = t->peers[i];

        if (is_self(t, p))
            continue;
        ours[i][0] = p->here;
        ours[i][1] = p->here_words;
        rc = MPI_Irecv(theirs[i], 2, MPI_UINT64_T, p->rank, TAG_INBOX, t->comm,
                       &requests[n++]);
        if (rc == MPI_SUCCESS)
            rc = MPI_Isend(ours[i], 2, MPI_UINT64_T, p->rank, TAG_INBOX,
                           t->comm, &requests[n++]);
    }
    if (rc == MPI_SUCCESS)
        rc = rn_rma_wait(n, requests);
    for (int i = 0; i < t->npeers; i++) {
        t->peers[i]->there = theirs[i][0];
        t->peers[i]->there_words = theirs[i][1];
    }
    return rc;
}

/* The ranks of all neighbours. */
static int make_group(struct rn_transport *t, MPI_Group *group)
{
    int n = 0;

    for (int i = 0; i < t->npeers; i++)
        if (!is_self(t, t->peers[i]))
            t->ranks[n++] = t->peers[i]->rank;
    return MPI_Group_incl(t->group, n, t->ranks, group);
}

static void free_group(MPI_Group *group)
{
    if (*group != MPI_GROUP_EMPTY && *group != MPI_GROUP_NULL)
        MPI_Group_free(group);
    *group = MPI_GROUP_EMPTY;
}

static int expose(struct rn_transport *t)
{
    return t->exposed != MPI_GROUP_EMPTY ? MPI_Win_post(t->exposed, 0, t->win)
                                         : MPI_SUCCESS;
}

int rn_window_open(struct rn_transport *t)
{
    size_t n = (size_t)t->npeers;
    MPI_Request *requests = malloc(2 * n * sizeof(MPI_Request));
    uint64_t(*told)[2] = calloc(2 * n, sizeof(*told));
    int rc = MPI_SUCCESS;

    rn_window_close(t);
    if (requests == NULL || told == NULL)
        rc = MPI_ERR_NO_MEM;
    rc = rn_rma_peers_agree(t, rc);
    if (rc == MPI_SUCCESS) {
        int turn = rn_rma_turn_begin(t);

        rc = rn_rma_peers_agree(t, allocate(t));
        rn_rma_turn_end(turn);
        if (rc != MPI_SUCCESS) /* those who have it cannot free it alone */
            t->win = MPI_WIN_NULL;
    }
    if (rc == MPI_SUCCESS)
        rc = tell_inboxes(t, requests, told, told + n);
    if (rc == MPI_SUCCESS)
        rc = make_group(t, &t->exposed);
    if (rc == MPI_SUCCESS)
        rc = expose(t);
    free(requests);
    free(told);
    return rc;
}

static int begin(struct rn_transport *t, MPI_Group to)
{
    return to != MPI_GROUP_EMPTY ? MPI_Win_start(to, 0, t->win) : MPI_SUCCESS;
}

static int end(struct rn_transport *t, MPI_Group from, MPI_Group to)
{
    int rc = MPI_SUCCESS;

    if (to != MPI_GROUP_EMPTY)
        rc = MPI_Win_complete(t->win);
    if (rc == MPI_SUCCESS && from != MPI_GROUP_EMPTY)
        rc = MPI_Win_wait(t->win);
    return rc;
}

/* The neighbours have it exposed: an epoch without puts ends that. */
void rn_window_close(struct rn_transport *t)
{
    if (t->win == MPI_WIN_NULL)
        return;
    if (begin(t, t->exposed) == MPI_SUCCESS)
        end(t, t->exposed, t->exposed);
    free_group(&t->exposed);
    MPI_Win_free(&t->win);
}

/* The first part of a message, into the peer's inbox. */
static int put_part(struct rn_transport *t, struct rn_rma_peer *p)
{
    size_t n = p->used < p->there_words ? p->used : p->there_words;

    p->sent = n;
    t->messages++;
    return MPI_Put(p->out, (int)n, MPI_UINT64_T, p->rank, (MPI_Aint)p->there,
                   (int)n, MPI_UINT64_T, t->win);
}

/* The part of a message that is in its inbox. Of what is longer the rest comes
 * by messages; without memory for it, it comes and is lost. */
static int take_part(struct rn_transport *t, struct rn_rma_peer *p)
{
    const uint64_t *here = t->inbox + p->here;

    p->total = here[0];
    p->got = p->total < p->here_words ? p->total : p->here_words;
    if (p->total <= p->here_words)
        return MPI_SUCCESS;
    p->wish = INBOX_LEAST;
    while (p->wish < p->total && p->wish < INBOX_MOST)
        p->wish *= 2;
    if (p->wish > p->here_words)
        t->flags |= RN_RMA_GROW;
    p->in = malloc(p->total * sizeof(*p->in));
    if (p->in == NULL)
        return MPI_ERR_NO_MEM;
    memcpy(p->in, here, p->got * sizeof(*here));
    return MPI_SUCCESS;
}

/* A part from each neighbour, which the window is exposed to, to each. Memory
 * that is missing changes nothing of what is done. */
static int pass(struct rn_transport *t, int *memory)
{
    int rc = begin(t, t->exposed);

    for (int i = 0; i < t->npeers && rc == MPI_SUCCESS; i++)
        if (!is_self(t, t->peers[i]))
            rc = put_part(t, t->peers[i]);
    if (rc == MPI_SUCCESS)
        rc = end(t, t->exposed, t->exposed);
    for (int i = 0; i < t->npeers && rc == MPI_SUCCESS; i++)
        if (!is_self(t, t->peers[i]) &&
            take_part(t, t->peers[i]) != MPI_SUCCESS)
            *memory = MPI_ERR_NO_MEM;
    return rc;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Starts what one peer gets, and what comes from it, of what did not fit. */
static int start_more(struct rn_transport *t, struct rn_rma_peer *p)
{
    size_t in = least(p->total - p->got, p->here_words);
    size_t out = least(p->used - p->sent, p->there_words);
    int rc = MPI_SUCCESS;

    p->rest[0] = p->rest[1] = MPI_REQUEST_NULL;
    if (in > 0)
        rc = MPI_Irecv(p->in != NULL ? p->in + p->got : t->inbox + p->here,
                       (int)in, MPI_UINT64_T, p->rank, TAG_REST, t->comm,
                       &p->rest[0]);
    if (rc == MPI_SUCCESS && out > 0)
        rc = MPI_Isend(p->out + p->sent, (int)out, MPI_UINT64_T, p->rank,
                       TAG_REST, t->comm, &p->rest[1]);
    t->messages += out > 0;
    p->got += in;
    p->sent += out;
    return rc;
}

/*
 * What did not fit, by messages of the inbox's size. Not by further epochs of
 * those pairs: MPICH 4.0 counts the posts that MPI_Win_start() waits for
 * without looking at who they are from, and a neighbour that is through posts
 * for the next exchange.
 */
static int pass_more(struct rn_transport *t)
{
    int rc = MPI_SUCCESS;

    for (int i = 0; i < t->npeers && rc == MPI_SUCCESS; i++)
        if (!is_self(t, t->peers[i]))
            rc = start_more(t, t->peers[i]);
    for (int i = 0; i < t->npeers && rc == MPI_SUCCESS; i++)
        if (!is_self(t, t->peers[i]))
            rc = rn_rma_wait(2, t->peers[i]->rest);
    return rc;
}

/* Is there more of any message, in either direction? */
static bool has_more(const struct rn_transport *t)
{
    for (int i = 0; i < t->npeers; i++) {
        const struct rn_rma_peer *p = t->peers[i];

        if (!is_self(t, p) && (p->sent < p->used || p->got < p->total))
            return true;
    }
    return false;
}

static void deliver(const struct rn_transport *t, int from, const uint64_t *m)
{
    for (size_t at = 1; at < m[0];) {
        size_t bytes = m[at + 1];

        t->letter(t->arg, from, (uint32_t)m[at], m + at + FRAME, bytes);
        at += FRAME + (bytes + sizeof(*m) - 1) / sizeof(*m);
    }
}

static void deliver_all(struct rn_transport *t)
{
    for (int i = 0; i < t->npeers; i++) {
        struct rn_rma_peer *p = t->peers[i];

        if (is_self(t, p))
            deliver(t, p->rank, p->out);
        else if (p->in != NULL)
            deliver(t, p->rank, p->in);
        else if (p->total <= p->here_words)
            deliver(t, p->rank, t->inbox + p->here);
        rn_rma_peer_clear(p);
    }
}

void rn_window_self(struct rn_transport *t)
{
    struct rn_rma_peer *self = t->of[t->rank];

    self->out[0] = self->used;
    deliver(t, t->rank, self->out);
    rn_rma_peer_clear(self);
}

void rn_window_drop(struct rn_transport *t)
{
    for (int i = 0; i < t->npeers; i++)
        rn_rma_peer_clear(t->peers[i]);
    t->flags &= ~RN_RMA_PUT;
}

int rn_window_exchange(struct rn_transport *t)
{
    int memory = MPI_SUCCESS, rc;

    if (t->win == MPI_WIN_NULL) {
        rn_window_drop(t);
        return MPI_ERR_WIN;
    }
    for (int i = 0; i < t->npeers; i++)
        t->peers[i]->out[0] = t->peers[i]->used;
    t->flags &= ~RN_RMA_PUT;
    rc = pass(t, &memory);
    while (rc == MPI_SUCCESS && has_more(t))
        rc = pass_more(t);
    if (rc != MPI_SUCCESS)
        return rc;
    deliver_all(t);
    rc = expose(t);
    return rc != MPI_SUCCESS ? rc : memory;
}
