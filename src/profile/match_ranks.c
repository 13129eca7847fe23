/* match_ranks.c: the ranks of a communicator exchange their arrival times.
 *
 * Calls are matched in blocks of bounded size. The first rank of the
 * communicator determines a call's key; other ranks may have other arguments.
 * If only a sample of the calls was kept, results are scaled up, separately for
 * each key: counts by all calls / kept calls, times by all seconds / kept
 * seconds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/match_ranks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "profile/common_time.h"
#include "profile/match.h"

enum { BLOCK = 1024, CHILDREN = 31 };

/* The matching of a communicator's calls. */
struct matching {
    MPI_Comm comm;
    struct channel *ch;
    unsigned level;
    struct sums *sums;
    int parent, child[CHILDREN], children; /* ranks in comm */
    uint32_t next;    /* number of the next call on any rank */
    struct key *keys; /* of the first rank */
    int64_t nkeys;
    double *weight;  /* factor from kept calls to all calls, by own key */
    double *seconds; /* factor from kept seconds to all seconds, by own key */
    size_t at;       /* next own call */
    int64_t unmatched;
    /* of the block: */
    int n;
    uint32_t number[BLOCK];
    struct arrivals all[BLOCK];               /* of this subtree */
    struct arrivals from[BLOCK];              /* of a child's subtree */
    double last[CHILDREN][BLOCK];             /* of each child's subtree */
    struct arrived known[BLOCK], down[BLOCK]; /* of this rank, of a child */
    const struct logged *own[BLOCK];          /* NULL if not made or not kept */
};

static int send(const struct matching *m, int to, const void *what,
                size_t bytes)
{
    return PMPI_Send(what, (int)bytes, MPI_BYTE, to, TAG_MATCH, m->comm);
}

static int receive(const struct matching *m, int from, void *what, size_t bytes)
{
    return PMPI_Recv(what, (int)bytes, MPI_BYTE, from, TAG_MATCH, m->comm,
                     MPI_STATUS_IGNORE);
}

/* Forwards data from the parent to all children. */
static int pass_down(const struct matching *m, void *what, size_t bytes)
{
    int rc = m->parent >= 0 ? receive(m, m->parent, what, bytes) : MPI_SUCCESS;

    for (int k = 0; k < m->children && rc == MPI_SUCCESS; k++)
        rc = send(m, m->child[k], what, bytes);
    return rc;
}

/* Finds the number of calls: the maximum over the ranks. */
static int count_agree(struct matching *m)
{
    uint32_t theirs;
    int rc = MPI_SUCCESS;

    m->next = m->ch->log.next;
    for (int k = 0; k < m->children && rc == MPI_SUCCESS; k++) {
        rc = receive(m, m->child[k], &theirs, sizeof(theirs));
        m->next = theirs > m->next ? theirs : m->next;
    }
    if (rc == MPI_SUCCESS && m->parent >= 0)
        rc = send(m, m->parent, &m->next, sizeof(m->next));
    return rc == MPI_SUCCESS ? pass_down(m, &m->next, sizeof(m->next)) : rc;
}

/* Broadcasts the keys of the first rank. */
static int keys_agree(struct matching *m)
{
    const struct log *l = &m->ch->log;
    int rc;

    m->nkeys = (int64_t)l->keys.n;
    rc = pass_down(m, &m->nkeys, sizeof(m->nkeys));
    if (rc != MPI_SUCCESS)
        return rc;
    m->keys = calloc((size_t)m->nkeys + 1, sizeof(*m->keys));
    if (m->keys == NULL)
        return MPI_ERR_NO_MEM;
    for (size_t k = 0; m->parent < 0 && k < l->keys.n; k++)
        m->keys[k] = l->sums[k].key;
    return pass_down(m, m->keys, (size_t)m->nkeys * sizeof(*m->keys));
}

/* ---- a block of calls ---------------------------------------------------- */

/* Makes a block of the next kept calls, from [number] on. Returns the number
 * after the block. */
static uint32_t block_take(struct matching *m, uint32_t number)
{
    const struct log *l = &m->ch->log;

    for (m->n = 0; number < m->next && m->n < BLOCK; number++) {
        if (!log_keeps(l->id, number, m->level))
            continue;
        while (m->at < l->n && l->calls[m->at].number < number)
            m->at++;
        m->number[m->n] = number;
        m->own[m->n++] = m->at < l->n && l->calls[m->at].number == number
                             ? &l->calls[m->at]
                             : NULL;
    }
    return number;
}

static bool is_root(const struct logged *call)
{
    return (call->key & LOGGED_ROOT) != 0;
}

static int block_up(struct matching *m)
{
    const size_t bytes = (size_t)m->n * sizeof(*m->all);
    int rc = MPI_SUCCESS;

    for (int i = 0; i < m->n; i++)
        m->all[i] =
            m->own[i] != NULL
                ? arrivals_of(m->ch->rank, time_common(m->own[i]->enter),
                              is_root(m->own[i]))
                : arrivals_none();
    for (int k = 0; k < m->children && rc == MPI_SUCCESS; k++) {
        rc = receive(m, m->child[k], m->from, bytes);
        for (int i = 0; i < m->n; i++) {
            m->last[k][i] = m->from[i].last;
            arrivals_add(&m->all[i], &m->from[i]);
        }
    }
    return rc == MPI_SUCCESS && m->parent >= 0
               ? send(m, m->parent, m->all, bytes)
               : rc;
}

/* Summarizes all arrivals in the block, on the first rank. */
static void block_know(struct matching *m)
{
    for (int i = 0; i < m->n; i++)
        m->known[i] = (struct arrived){
            .all = m->all[i],
            .before = -INFINITY,
            .key = m->own[i] != NULL && m->all[i].ranks == m->ch->size
                       ? (int64_t)(m->own[i]->key & ~LOGGED_ROOT)
                       : -1};
}

static int block_down(struct matching *m)
{
    const size_t bytes = (size_t)m->n * sizeof(*m->known);
    int rc = MPI_SUCCESS;

    if (m->parent >= 0)
        rc = receive(m, m->parent, m->known, bytes);
    else
        block_know(m);
    memcpy(m->down, m->known, bytes);
    for (int i = 0; i < m->n; i++)
        if (m->own[i] != NULL)
            m->down[i].before =
                fmax(m->down[i].before, time_common(m->own[i]->enter));
    for (int k = 0; k < m->children && rc == MPI_SUCCESS; k++) {
        rc = send(m, m->child[k], m->down, bytes);
        for (int i = 0; i < m->n; i++)
            m->down[i].before = fmax(m->down[i].before, m->last[k][i]);
    }
    return rc;
}

/* Computes the factors from kept calls to all calls. */
static int weigh(struct matching *m)
{
    const struct log *l = &m->ch->log;
    double *calls, *ticks;

    m->weight = calls = calloc(l->keys.n + 1, sizeof(*calls));
    m->seconds = ticks = calloc(l->keys.n + 1, sizeof(*ticks));
    if (calls == NULL || ticks == NULL)
        return MPI_ERR_NO_MEM;
    for (size_t i = 0; i < l->n; i++) {
        const struct logged *c = &l->calls[i];

        calls[c->key & ~LOGGED_ROOT]++;
        ticks[c->key & ~LOGGED_ROOT] += (double)(c->leave - c->wait);
    }
    for (size_t k = 0; k < l->keys.n; k++) {
        calls[k] = calls[k] > 0 ? (double)l->sums[k].calls / calls[k] : 0;
        ticks[k] = ticks[k] > 0 ? (double)l->sums[k].ticks / ticks[k] : 0;
    }
    return MPI_SUCCESS;
}

/* Adds a matched call. */
static int call_add(struct matching *m, const struct logged *c,
                    const struct arrived *a)
{
    const struct key *key = &m->keys[a->key];
    const size_t own = c->key & ~LOGGED_ROOT;
    const double arrival = time_common(c->enter);
    struct row *r = sums_row(m->sums, key);
    double until;

    if (r == NULL)
        return MPI_ERR_NO_MEM;
    until =
        arrived_until(shapes[key->function].depends, a, arrival, is_root(c));
    r->seconds += m->seconds[own] * time_seconds(c->leave - c->wait);
    r->waiting += m->weight[own] * waiting_until(until, time_common(c->wait),
                                                 time_common(c->leave));
    r->delay += arrival - a->all.first;
    r->n++;
    r->last += a->all.who == m->ch->rank;
    if (m->parent < 0)
        row_spread(r, a->all.last - a->all.first);
    return MPI_SUCCESS;
}

static int block_add(struct matching *m)
{
    int rc = MPI_SUCCESS;

    for (int i = 0; i < m->n && rc == MPI_SUCCESS; i++) {
        const struct logged *c = m->own[i];
        struct row *r;

        if (m->known[i].key >= 0) {
            rc = call_add(m, c, &m->known[i]);
            continue;
        }
        /* a call that failed on all ranks was kept on none: not counted */
        m->unmatched += m->parent < 0 && m->known[i].all.ranks > 0;
        if (c == NULL)
            continue;
        r = sums_row(m->sums, &m->ch->log.sums[c->key & ~LOGGED_ROOT].key);
        if (r == NULL)
            return MPI_ERR_NO_MEM;
        r->seconds += m->seconds[c->key & ~LOGGED_ROOT] *
                      time_seconds(c->leave - c->wait);
    }
    return rc;
}

/* Adds the seconds of keys without kept calls and, if [count], the number of
 * calls to the rows of own keys. seconds: NULL if nothing was kept. */
static int keys_add(const struct channel *ch, const double *seconds, bool count,
                    struct sums *sums)
{
    for (size_t k = 0; k < ch->log.keys.n; k++) {
        const struct key_sums *s = &ch->log.sums[k];
        const bool all = seconds == NULL || !(seconds[k] > 0);
        struct row *r;

        if (!all && !count)
            continue; /* the first rank's keys have these calls */
        r = sums_row(sums, &s->key);
        if (r == NULL)
            return MPI_ERR_NO_MEM;
        if (all)
            r->seconds += time_seconds(s->ticks);
        if (!count)
            continue;
        row_root(r, s->root, r->calls == 0);
        r->calls += s->calls;
        r->groups = 1;
    }
    return MPI_SUCCESS;
}

int match_skip(const struct channel *ch, bool count, struct sums *sums)
{
    return keys_add(ch, NULL, count || ch->rank == 0, sums);
}

static void tree_open(struct matching *m)
{
    const struct channel *ch = m->ch;
    int child;

    m->parent =
        ch->rank > 0 ? channel_world_rank(ch, tree_parent(ch->rank)) : -1;
    while ((child = tree_child(ch->rank, m->children, ch->size)) > 0)
        m->child[m->children++] = channel_world_rank(ch, child);
}

static int blocks(struct matching *m)
{
    int rc = MPI_SUCCESS;

    for (uint32_t number = 0; number < m->next && rc == MPI_SUCCESS;) {
        number = block_take(m, number);
        rc = block_up(m);
        if (rc == MPI_SUCCESS)
            rc = block_down(m);
        if (rc == MPI_SUCCESS)
            rc = block_add(m);
    }
    return rc;
}

int match_ranks(MPI_Comm comm, struct channel *ch, unsigned level,
                struct sums *sums, int64_t *unmatched)
{
    struct matching *m = calloc(1, sizeof(*m));
    int rc = MPI_ERR_NO_MEM;

    if (m == NULL)
        return rc;
    m->comm = comm;
    m->ch = ch;
    m->level = level;
    m->sums = sums;
    tree_open(m);
    log_thin(&ch->log, &channel_budget, level);
    log_sort(&ch->log);
    rc = weigh(m);
    if (rc == MPI_SUCCESS)
        rc = count_agree(m);
    if (rc == MPI_SUCCESS)
        rc = keys_agree(m);
    if (rc == MPI_SUCCESS)
        rc = blocks(m);
    if (rc == MPI_SUCCESS)
        rc = keys_add(ch, m->seconds, ch->rank == 0, sums);
    *unmatched += m->unmatched;
    free(m->keys);
    free(m->weight);
    free(m->seconds);
    free(m);
    return rc;
}
