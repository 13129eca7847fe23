/* comms.c: what is known of a communicator, as an attribute of it.
 *
 * Messages are matched by ranks of MPI_COMM_WORLD and by a number that all
 * ranks of a communicator have in common. Costs a list of its ranks, made by
 * the first message.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "comms.h"

#include <pthread.h>
#include <stdlib.h>

#include "intern.h"

/*
 * Handles differ between ranks. The k-th communicator that is made of a
 * communicator is the k-th on all of its ranks, which gives it its number. One
 * whose making was not seen is known by its ranks.
 */
enum { ID_WORLD = 1, ID_SELF = 2, ID_UNSEEN = 3 };

/* An interposed function has no argument of ours: state of the process. */
static struct {
    pthread_mutex_t lock; /* of holders and children; MPI may call on_free() */
    pthread_mutex_t find; /* to look for an attribute and to set it are one */
    bool ready;
    int keyval;
} process = {.lock = PTHREAD_MUTEX_INITIALIZER,
             .find = PTHREAD_MUTEX_INITIALIZER,
             .keyval = MPI_KEYVAL_INVALID};

static void hold(struct comm *c)
{
    pthread_mutex_lock(&process.lock);
    c->holders++;
    pthread_mutex_unlock(&process.lock);
}

void comms_drop(struct comm *c)
{
    int left;

    if (c == NULL)
        return;
    pthread_mutex_lock(&process.lock);
    left = --c->holders;
    pthread_mutex_unlock(&process.lock);
    if (left > 0)
        return;
    free(c->world);
    free(c);
}

static int on_free(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm;
    (void)keyval;
    (void)extra;
    comms_drop(value);
    return MPI_SUCCESS;
}

/* A program of sessions has no MPI_COMM_WORLD that ranks could be of. */
static bool ready(void)
{
    int initialized = 0;

    if (process.ready)
        return true;
    PMPI_Initialized(&initialized);
    process.ready = initialized && PMPI_Comm_create_keyval(
                                       MPI_COMM_NULL_COPY_FN, on_free,
                                       &process.keyval, NULL) == MPI_SUCCESS;
    return process.ready;
}

/* Fills c->world with what [group] is in MPI_COMM_WORLD. */
static bool translate(struct comm *c, MPI_Group group)
{
    MPI_Group all;
    int *own = calloc((size_t)c->size + 1, sizeof(*own)), rc = MPI_ERR_NO_MEM;

    c->world = calloc((size_t)c->size + 1, sizeof(*c->world));
    for (int i = 0; own != NULL && i < c->size; i++)
        own[i] = i;
    if (own != NULL && c->world != NULL &&
        PMPI_Comm_group(MPI_COMM_WORLD, &all) == MPI_SUCCESS) {
        rc = PMPI_Group_translate_ranks(group, c->size, own, all, c->world);
        PMPI_Group_free(&all);
    }
    free(own);
    return rc == MPI_SUCCESS;
}

static uint64_t id_unseen(MPI_Comm comm, const struct comm *c)
{
    uint64_t id = ID_UNSEEN;

    if (comm == MPI_COMM_WORLD)
        return ID_WORLD;
    if (comm == MPI_COMM_SELF)
        return ID_SELF;
    for (int i = 0; i < c->size; i++)
        id = intern_mix(id, (uint64_t)c->world[i]);
    return id;
}

static bool describe(struct comm *c, MPI_Comm comm)
{
    MPI_Group group;
    int inter = 0, everybody = 0;
    bool ok;

    PMPI_Comm_test_inter(comm, &inter);
    c->inter = inter;
    if (inter)
        return true;
    if (PMPI_Comm_group(comm, &group) != MPI_SUCCESS)
        return false;
    PMPI_Group_size(group, &c->size);
    PMPI_Comm_size(MPI_COMM_WORLD, &everybody);
    ok = translate(c, group);
    PMPI_Group_free(&group);
    c->everybody = c->size == everybody;
    for (int i = 0; ok && i < c->size; i++)
        c->everybody = c->everybody && c->world[i] != MPI_UNDEFINED;
    return ok;
}

static struct comm *make(MPI_Comm comm)
{
    struct comm *c = calloc(1, sizeof(*c));

    if (c == NULL)
        return NULL;
    c->holders = 1; /* the attribute */
    if (describe(c, comm)) {
        c->id = id_unseen(comm, c);
        if (PMPI_Comm_set_attr(comm, process.keyval, c) == MPI_SUCCESS)
            return c;
    }
    comms_drop(c);
    return NULL;
}

static struct comm *find(MPI_Comm comm)
{
    struct comm *c = NULL;
    int found = 0;

    if (comm == MPI_COMM_NULL || !ready() ||
        PMPI_Comm_get_attr(comm, process.keyval, &c, &found) != MPI_SUCCESS)
        return NULL;
    return found ? c : make(comm);
}

struct comm *comms_find(MPI_Comm comm)
{
    struct comm *c;

    pthread_mutex_lock(&process.find);
    c = find(comm);
    if (c != NULL)
        hold(c);
    pthread_mutex_unlock(&process.find);
    return c;
}

int comms_world_rank(const struct comm *c, int rank)
{
    if (c->inter || rank < 0 || rank >= c->size ||
        c->world[rank] == MPI_UNDEFINED)
        return -1;
    return c->world[rank];
}

void comms_made(MPI_Comm parent, MPI_Comm made)
{
    struct comm *p = comms_find(parent), *c;
    uint64_t k;

    if (p == NULL)
        return;
    pthread_mutex_lock(&process.lock);
    k = ++p->children;
    pthread_mutex_unlock(&process.lock);
    c = comms_find(made);
    if (c != NULL)
        c->id = intern_mix(p->id, k);
    comms_drop(c);
    comms_drop(p);
}
