/* channel.c: the program's communicators, each with a log of its calls. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/channel.h"

#include <pthread.h>
#include <stdlib.h>

#include "algos/preload/dying.h"
#include "lib/digest.h"

struct log_budget channel_budget;

/* Global, because interposed functions have MPI's arguments only. */
static struct {
    pthread_mutex_t lock; /* protects the fields below and comms.h */
    bool ready;
    int keyval; /* key of the attribute that stores a communicator's channel */
    struct channel *all;
} process = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Returns the ranks that this one sends to in a neighbourhood collective. */
static int targets_of(MPI_Comm comm)
{
    int kind = MPI_UNDEFINED, rank, n = 0, in, weighted;

    PMPI_Topo_test(comm, &kind);
    if (kind == MPI_DIST_GRAPH) {
        PMPI_Dist_graph_neighbors_count(comm, &in, &n, &weighted);
    } else if (kind == MPI_GRAPH) {
        PMPI_Comm_rank(comm, &rank);
        PMPI_Graph_neighbors_count(comm, rank, &n);
    } else if (kind == MPI_CART) {
        PMPI_Cartdim_get(comm, &n);
        n *= 2;
    }
    return n;
}

/* Adds a channel with an empty log to the list. */
static struct channel *add(const struct channel *like, uint64_t id)
{
    struct channel *ch = malloc(sizeof(*ch));

    if (ch == NULL)
        return NULL;
    *ch = *like;
    ch->log = (struct log){.id = id};
    atomic_flag_clear(&ch->busy);
    for (int i = 0; i < MEMOS; i++)
        ch->memo[i].key = -1;
    ch->next = process.all;
    ch->serial = process.all != NULL ? process.all->serial + 1 : 0;
    process.all = ch;
    return ch;
}

static struct channel *make(MPI_Comm comm, const struct comm *c)
{
    struct channel like = {.comm = *c, .targets = targets_of(comm)}, *ch;
    int inter = 0;

    PMPI_Comm_test_inter(comm, &inter);
    PMPI_Comm_rank(comm, &like.rank);
    PMPI_Comm_size(comm, &like.size);
    like.alone = !inter && like.size == 1;
    like.matched = !inter && like.size > 1;
    for (int r = 0; like.matched && r < like.size; r++)
        like.matched = channel_world_rank(&like, r) >= 0;
    ch = add(&like, c->id);
    if (ch != NULL &&
        PMPI_Comm_set_attr(comm, process.keyval, ch) != MPI_SUCCESS) {
        process.all = ch->next;
        free(ch);
        return NULL;
    }
    return ch;
}

static struct channel *find(MPI_Comm comm)
{
    const struct comm c = comms_find(comm);
    struct channel *ch = NULL;
    int found = 0;

    if (!process.ready)
        process.ready = PMPI_Comm_create_keyval(
                            MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN,
                            &process.keyval, NULL) == MPI_SUCCESS;
    if (!process.ready || c.group < 0 ||
        PMPI_Comm_get_attr(comm, process.keyval, &ch, &found) != MPI_SUCCESS)
        return NULL;
    return found ? ch : make(comm, &c);
}

struct channel *channel_find(struct channel_cache *cache, MPI_Comm comm)
{
    const uint64_t handle = (uint64_t)(uintptr_t)comm;
    const size_t at = handle * SCATTER_STEP >> 61;
    const unsigned long marks = dying_marks();
    struct channel *ch;

    if (cache->v[at].channel != NULL && cache->v[at].comm == comm &&
        cache->v[at].marks == marks)
        return cache->v[at].channel;
    if (comm == MPI_COMM_NULL)
        return NULL;
    pthread_mutex_lock(&process.lock);
    ch = find(comm);
    pthread_mutex_unlock(&process.lock);
    cache->v[at].comm = comm;
    cache->v[at].marks = marks;
    cache->v[at].channel = ch;
    return ch;
}

struct channel *channel_persistent(struct channel *ch)
{
    enum { MOST = 1000 };
    struct channel *made = NULL;

    pthread_mutex_lock(&process.lock);
    if (ch->requests < MOST)
        made = add(ch, scatter_pair(ch->log.id, ~(uint64_t)ch->requests));
    ch->requests++;
    pthread_mutex_unlock(&process.lock);
    return made;
}

void channel_made(MPI_Comm parent, MPI_Comm made)
{
    pthread_mutex_lock(&process.lock);
    comms_made(parent, made);
    pthread_mutex_unlock(&process.lock);
}

int channel_world_rank(const struct channel *ch, int rank)
{
    return comms_envelope(&ch->comm, rank, 0).peer;
}

struct channel *channel_all(void)
{
    return process.all;
}

/* Discards every second call of those kept so far. */
static void thin_all(void)
{
    unsigned level;

    pthread_mutex_lock(&process.lock);
    /* relaxed: until a log sees the new level, it just keeps more */
    level = 1 + atomic_fetch_add_explicit(&channel_budget.level, 1,
                                          memory_order_relaxed);
    for (struct channel *ch = process.all; ch != NULL; ch = ch->next) {
        channel_lock(ch);
        log_thin(&ch->log, &channel_budget, level);
        channel_unlock(ch);
    }
    pthread_mutex_unlock(&process.lock);
}

void channel_add(struct channel *ch, const struct logged *call)
{
    enum { ATTEMPTS = 4 };
    bool kept = false;

    for (int i = 0; i < ATTEMPTS && !kept; i++) {
        if (i > 0)
            thin_all();
        channel_lock(ch);
        kept = log_add(&ch->log, &channel_budget, call);
        channel_unlock(ch);
    }
}
