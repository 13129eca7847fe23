/* comms.c: descriptions of communicators, stored as their attributes.
 *
 * Messages are matched by ranks of MPI_COMM_WORLD and by an id that is the same
 * on all ranks of a communicator. Cost: one list of ranks for each distinct
 * group, created at the group's first message and kept until the end.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "comms.h"

#include "algos/preload/dying.h"
#include "lib/digest.h"

/*
 * Ids of communicators. Handles cannot serve as ids, because they differ
 * between ranks. The id of a communicator is computed from its parent's id and
 * its number k: the k-th communicator created from a parent is the k-th on all
 * ranks. If its creation was not recorded, the id is a hash of its ranks.
 */
enum { ID_WORLD = 1, ID_SELF = 2, ID_UNSEEN = 3 };

/* Value of a communicator's attribute. */
struct known {
    struct comm comm;
    uint64_t children; /* number of communicators created from it so far */
};

/* Global, because functions that replace MPI functions have no argument to pass
 * it in. */
static struct {
    bool ready;
    int keyval;
    struct intern groups; /* ranks, -1 if not in MPI_COMM_WORLD */
} process = {.keyval = MPI_KEYVAL_INVALID};

/* MPI calls this while the recorder's lock is free. */
static int on_free(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)keyval;
    (void)extra;
    free(value);
    dying_mark(comm);
    return MPI_SUCCESS;
}

/* Creates the keyval. Returns false in a program that uses sessions, because
 * there is no MPI_COMM_WORLD then. */
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

/* Translates the first [size] ranks of [comm] to ranks in MPI_COMM_WORLD, or to
 * -1. Returns false after an error or if out of memory. */
static bool translate(MPI_Comm comm, int size, int64_t *world)
{
    const size_t n = (size_t)size;
    int *ranks = calloc(2 * n + 1, sizeof(*ranks)); /* in [comm]; in world */
    MPI_Group group = MPI_GROUP_NULL, all = MPI_GROUP_NULL;
    bool ok = ranks != NULL && PMPI_Comm_group(comm, &group) == MPI_SUCCESS &&
              PMPI_Comm_group(MPI_COMM_WORLD, &all) == MPI_SUCCESS;

    for (int i = 0; ok && i < size; i++)
        ranks[i] = i;
    ok = ok && PMPI_Group_translate_ranks(group, size, ranks, all, ranks + n) ==
                   MPI_SUCCESS;
    for (size_t i = 0; ok && i < n; i++)
        world[i] = ranks[n + i] == MPI_UNDEFINED ? -1 : ranks[n + i];
    if (group != MPI_GROUP_NULL)
        PMPI_Group_free(&group);
    if (all != MPI_GROUP_NULL)
        PMPI_Group_free(&all);
    free(ranks);
    return ok;
}

static struct comm describe(MPI_Comm comm, const int64_t *world, int size)
{
    struct comm c = {.id = ID_UNSEEN};
    int all = 0;

    PMPI_Comm_size(MPI_COMM_WORLD, &all);
    c.everybody = size == all;
    for (int i = 0; i < size; i++) {
        c.id = scatter_pair(c.id, (uint64_t)world[i]);
        c.everybody = c.everybody && world[i] >= 0;
    }
    if (comm == MPI_COMM_WORLD)
        c.id = ID_WORLD;
    else if (comm == MPI_COMM_SELF)
        c.id = ID_SELF;
    c.group = intern(&process.groups, world, (size_t)size);
    return c;
}

/* Stores no ranks of intercommunicators, because they are not recorded. */
static struct known *make(MPI_Comm comm)
{
    struct known *k = calloc(1, sizeof(*k));
    int64_t *world;
    int inter = 0, size = 0;
    bool ok = false;

    PMPI_Comm_test_inter(comm, &inter);
    if (!inter)
        PMPI_Comm_size(comm, &size);
    world = calloc((size_t)size + 1, sizeof(*world));
    if (k != NULL && world != NULL && translate(comm, size, world)) {
        k->comm = describe(comm, world, size);
        ok = k->comm.group >= 0 &&
             PMPI_Comm_set_attr(comm, process.keyval, k) == MPI_SUCCESS;
    }
    free(world);
    if (ok)
        return k;
    free(k);
    return NULL;
}

static struct known *find(MPI_Comm comm)
{
    struct known *k = NULL;
    int found = 0;

    if (comm == MPI_COMM_NULL || !ready() || dying(comm) ||
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
        m->comm.id = scatter_pair(p->comm.id, p->children);
}
