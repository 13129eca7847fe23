/* comms.c: what is known of a communicator, as an attribute of it.
 *
 * Messages are matched by ranks of MPI_COMM_WORLD and by a number that all
 * ranks of a communicator have in common. Costs a list of ranks for each group
 * that differs from others, made by the first message.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "comms.h"

/*
 * Handles differ between ranks. The k-th communicator that is made of a
 * communicator is the k-th on all of its ranks, which gives it its number. One
 * whose making was not seen is known by its ranks.
 */
enum { ID_WORLD = 1, ID_SELF = 2, ID_UNSEEN = 3 };

/* The attribute. */
struct known {
    struct comm comm;
    uint64_t children; /* communicators made of it so far */
};

/* An interposed function has no argument of ours: state of the process. */
static struct {
    bool ready;
    int keyval;
    struct intern groups; /* of each rank: that in MPI_COMM_WORLD, or -1 */
} process = {.keyval = MPI_KEYVAL_INVALID};

/* MPI may call it: without the lock. */
static int on_free(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm;
    (void)keyval;
    (void)extra;
    free(value);
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

/* The number of its [size] first ranks; -1: no memory, or an error. */
static int64_t group_of(MPI_Comm comm, int size)
{
    const size_t n = (size_t)size;
    int *ranks = calloc(2 * n + 1, sizeof(*ranks)); /* its own, the world's */
    int64_t *world = calloc(n + 1, sizeof(*world)), id = -1;
    MPI_Group group, all;

    if (ranks != NULL && world != NULL &&
        PMPI_Comm_group(comm, &group) == MPI_SUCCESS) {
        for (int i = 0; i < size; i++)
            ranks[i] = i;
        if (PMPI_Comm_group(MPI_COMM_WORLD, &all) == MPI_SUCCESS) {
            if (PMPI_Group_translate_ranks(group, size, ranks, all,
                                           ranks + n) == MPI_SUCCESS) {
                for (size_t i = 0; i < n; i++)
                    world[i] =
                        ranks[n + i] == MPI_UNDEFINED ? -1 : ranks[n + i];
                id = intern(&process.groups, world, n);
            }
            PMPI_Group_free(&all);
        }
        PMPI_Group_free(&group);
    }
    free(ranks);
    free(world);
    return id;
}

static void identify(struct comm *c, MPI_Comm comm)
{
    size_t n;
    const int64_t *world = intern_words(&process.groups, (size_t)c->group, &n);
    int all = 0;

    PMPI_Comm_size(MPI_COMM_WORLD, &all);
    c->everybody = n == (size_t)all;
    c->id = ID_UNSEEN;
    for (size_t i = 0; i < n; i++) {
        c->id = intern_mix(c->id, (uint64_t)world[i]);
        c->everybody = c->everybody && world[i] >= 0;
    }
    if (comm == MPI_COMM_WORLD)
        c->id = ID_WORLD;
    else if (comm == MPI_COMM_SELF)
        c->id = ID_SELF;
}

/* An intercommunicator has no ranks: its messages are not taken. */
static struct known *make(MPI_Comm comm)
{
    struct known *k = calloc(1, sizeof(*k));
    int inter = 0, size = 0;

    if (k == NULL)
        return NULL;
    PMPI_Comm_test_inter(comm, &inter);
    if (!inter)
        PMPI_Comm_size(comm, &size);
    k->comm.group = group_of(comm, size);
    if (k->comm.group >= 0) {
        identify(&k->comm, comm);
        if (PMPI_Comm_set_attr(comm, process.keyval, k) == MPI_SUCCESS)
            return k;
    }
    free(k);
    return NULL;
}

static struct known *find(MPI_Comm comm)
{
    struct known *k = NULL;
    int found = 0;

    if (comm == MPI_COMM_NULL || !ready() ||
        PMPI_Comm_get_attr(comm, process.keyval, &k, &found) != MPI_SUCCESS)
        return NULL;
    return found ? k : make(comm);
}

struct comm comms_find(MPI_Comm comm)
{
    const struct known *k = find(comm);

    return k != NULL ? k->comm : (struct comm){.group = -1};
}

struct envelope comms_envelope(const struct comm *c, int rank, int tag)
{
    struct envelope e = {.peer = -1, .tag = tag, .comm = c->id};
    const int64_t *world;
    size_t n;

    if (c->group < 0)
        return e;
    world = intern_words(&process.groups, (size_t)c->group, &n);
    if (rank >= 0 && (size_t)rank < n)
        e.peer = (int)world[rank];
    return e;
}

void comms_made(MPI_Comm parent, MPI_Comm made)
{
    struct known *p = find(parent), *m;

    if (p == NULL)
        return;
    p->children++;
    m = find(made);
    if (m != NULL)
        m->comm.id = intern_mix(p->comm.id, p->children);
}
