/* build.c: sets up a communicator's nodes and shared segment, if possible. */
/* SPDX-License-Identifier: BSD-3-Clause */

/* Called at the tenth call of a communicator. Its ranks agree whether all
 * of them can use shared memory, find their nodes, and create a handle on each
 * node. If one rank cannot, the MPI library makes all calls. Cost: some
 * milliseconds, and a calibration for the first communicator of a set of
 * ranks. */
#include "channel.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "../auto/handle.h"
#include "algos/gpu.h"
#include "lib/now.h"

bool build_strangers(MPI_Comm comm)
{
    MPI_Group here = MPI_GROUP_NULL, world = here, rest = here;
    int n = 1;

    if (PMPI_Comm_group(comm, &here) == MPI_SUCCESS &&
        PMPI_Comm_group(MPI_COMM_WORLD, &world) == MPI_SUCCESS &&
        PMPI_Group_difference(here, world, &rest) == MPI_SUCCESS)
        PMPI_Group_size(rest, &n);
    if (rest != MPI_GROUP_NULL && rest != MPI_GROUP_EMPTY)
        PMPI_Group_free(&rest);
    if (world != MPI_GROUP_NULL)
        PMPI_Group_free(&world);
    if (here != MPI_GROUP_NULL)
        PMPI_Group_free(&here);
    return n > 0;
}

/* Address space in bytes that MPI and the calibration need. With less, a rank
 * may fail or crash in our calls of MPI, such as MPI_Comm_split_type, while the
 * other ranks wait in them forever. */
static const size_t ROOM = (size_t)32 << 20;

/* True if this process can map [bytes] more. Local. */
static bool has_room(size_t nbytes)
{
    void *at = mmap(NULL, nbytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (at == MAP_FAILED) {
        outcome_explain("no memory");
        return false;
    }
    munmap(at, nbytes);
    return true;
}

/* Returns the largest outcome of all ranks. */
static enum outcome agree(MPI_Comm comm, enum outcome mine)
{
    int in = (int)mine, out;

    if (PMPI_Allreduce(&in, &out, 1, MPI_INT, MPI_MAX, comm) != MPI_SUCCESS)
        out = OUTCOME_FAILED;
    if (out == OUTCOME_FAILED)
        outcome_explain("on another rank"); /* keep an earlier reason */
    return (enum outcome)out;
}

/* Returns parameters with rings small enough for many communicators. */
static struct shmbcast_auto_params params(void)
{
    struct shmbcast_auto_params p = shmbcast_auto_params_default();

    p.ring = (size_t)1 << 20;
    return p;
}

/* Charges this process's part of the segment to its budget. Local. */
static enum outcome reserve(struct channel *ch, size_t limit)
{
    const struct shmbcast_auto_params p = params();
    size_t nhere = (size_t)ch->nodes.nhere, bytes, mine;

    if (nhere < 2)
        return OUTCOME_SHARED;
    bytes = shmbcast_auto_bytes(&p, ch->nodes.nhere);
    mine = bytes / nhere + (bytes % nhere != 0);
    if (bytes == 0 || !budget_take(mine, limit))
        return OUTCOME_MEMORY;
    ch->taken = mine;
    return has_room(bytes + ROOM) ? OUTCOME_SHARED : OUTCOME_FAILED;
}

/* Finds the ranks of this rank's node. Sets [mine.node] to their leader's rank
 * in [comm], or to -1 on failure. */
static struct node_rank find_here(struct nodes *nodes, MPI_Comm comm, int rank)
{
    struct node_rank mine = {.node = rank};

    if (PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL,
                             &nodes->here) != MPI_SUCCESS) {
        mine.node = -1;
        return mine;
    }
    PMPI_Comm_set_errhandler(nodes->here, MPI_ERRORS_RETURN);
    PMPI_Comm_size(nodes->here, &nodes->nhere);
    PMPI_Comm_rank(nodes->here, &mine.local);
    if (PMPI_Bcast(&mine.node, 1, MPI_INT, 0, nodes->here) != MPI_SUCCESS)
        mine.node = -1;
    return mine;
}

/* Replaces each rank's leader by a node number. Returns the number of nodes, or
 * -1. */
static int count_nodes(struct node_rank *of, int size)
{
    int count = 0;

    for (int i = 0; i < size; i++) {
        if (of[i].node < 0 || of[i].node > i)
            return -1; /* that rank could not find its leader */
        of[i].node = of[i].node == i ? count++ : of[of[i].node].node;
    }
    return count;
}

/* Finds the nodes of all ranks. Collective. Returns false if it failed on this
 * rank; the ranks then have to agree on the result. */
static bool find_nodes(struct nodes *nodes, MPI_Comm comm, int size)
{
    struct node_rank mine;
    int rank, color;

    PMPI_Comm_rank(comm, &rank);
    mine = find_here(nodes, comm, rank);
    if (PMPI_Allgather(&mine, 2, MPI_INT, nodes->of, 2, MPI_INT, comm) !=
        MPI_SUCCESS)
        return false;
    nodes->count = count_nodes(nodes->of, size);
    nodes->mine = nodes->of[rank].node;
    if (nodes->count < 2 || nodes->count == size)
        return nodes->count > 0;
    color = mine.local == 0 ? 0 : MPI_UNDEFINED;
    if (PMPI_Comm_split(comm, color, rank, &nodes->leaders) != MPI_SUCCESS)
        return false;
    if (nodes->leaders != MPI_COMM_NULL)
        PMPI_Comm_set_errhandler(nodes->leaders, MPI_ERRORS_RETURN);
    return true;
}

static void comm_free(MPI_Comm *comm)
{
    if (*comm != MPI_COMM_NULL)
        PMPI_Comm_free(comm);
}

static void free_nodes(struct nodes *nodes)
{
    comm_free(&nodes->here);
    comm_free(&nodes->leaders);
    free(nodes->of);
    nodes->of = NULL;
}

static enum outcome agree_nodes(struct channel *ch, size_t limit)
{
    enum outcome mine = OUTCOME_SHARED;

    if (!find_nodes(&ch->nodes, ch->comm, ch->size)) {
        outcome_explain("cannot find the ranks of each node");
        mine = OUTCOME_FAILED;
    } else if (ch->nodes.count == ch->size) {
        mine = OUTCOME_SPREAD;
    } else {
        mine = reserve(ch, limit);
    }
    return agree(ch->comm, mine);
}

/* Agrees on the settings: `off` and `crowded` hold for all ranks if any rank
 * has them. If the kinds of calibration differ between ranks, the default kind
 * is used. Returns true if some rank reports. */
static bool agree_params(MPI_Comm here, const struct settings *settings,
                         struct shmbcast_auto_params *p)
{
    int kind = (int)settings->calibrate;
    int in[] = {kind, -kind, !settings->crowded, !settings->verbose};
    int out[] = {0, 0, 0, 1};

    /* if this fails, the initial values stay: the most cautious ones */
    (void)PMPI_Allreduce(in, out, 4, MPI_INT, MPI_MIN, here);
    p->calibrate = out[0] == SHMBCAST_AUTO_CALIBRATE_OFF || out[0] == -out[1]
                       ? (enum shmbcast_auto_calibrate)out[0]
                       : SHMBCAST_AUTO_CALIBRATE_ON;
    p->crowded = out[2] == 0;
    if (p->calibrate != SHMBCAST_AUTO_CALIBRATE_OFF)
        calibrated_find(here, p);
    return out[3] == 0;
}

static enum outcome make_handle(struct channel *ch,
                                const struct settings *settings)
{
    struct shmbcast_auto_params p = params();
    struct shmbcast_failure failure;
    struct spent spent;
    char why[200];
    double begin;
    int rc;

    if (ch->nodes.nhere == 1)
        return agree(ch->comm, OUTCOME_SHARED);
    ch->reported = agree_params(ch->nodes.here, settings, &p);
    ch->calibrate = p.calibrate;
    begin = now();
    rc = shmbcast_auto_create_why(ch->nodes.here, &p, &ch->shared, &failure);
    if (rc != MPI_SUCCESS) {
        shmbcast_failure_text(&failure, why, sizeof(why));
        outcome_explain(why);
        return agree(ch->comm, OUTCOME_FAILED);
    }
    spent.calibrate = ch->shared->calibrated;
    spent.set_up = now() - begin - spent.calibrate;
    ch->set = calibrated_keep(ch->nodes.here, &ch->shared->params, &spent);
    return agree(ch->comm, OUTCOME_SHARED);
}

/* Returns OUTCOME_SHARED if this rank's settings allow shared memory. GPU
 * memory rules it out: loads and stores cannot copy buffers there, and a rank
 * that gets such a buffer cannot leave that call to the MPI library alone.
 * Local. */
static enum outcome begin(const struct settings *settings)
{
    if (settings->off)
        return OUTCOME_OFF;
    if (!settings->host_only && al_gpu_driver() != NULL)
        return OUTCOME_GPU;
    return has_room(ROOM) ? OUTCOME_SHARED : OUTCOME_FAILED;
}

static enum outcome try(struct channel *ch, const struct settings *settings)
{
    enum outcome o = begin(settings);

    ch->nodes.of = calloc((size_t)ch->size, sizeof(*ch->nodes.of));
    if (ch->nodes.of == NULL) {
        outcome_explain("no memory");
        o = OUTCOME_FAILED;
    }
    o = agree(ch->comm, o);
    if (o == OUTCOME_SHARED)
        o = agree_nodes(ch, settings->memory);
    if (o == OUTCOME_SHARED)
        o = make_handle(ch, settings);
    if (o == OUTCOME_SHARED && ch->nodes.count > 1)
        o = OUTCOME_TWO_STEPS;
    return o;
}

void build(struct channel *ch, const struct settings *settings)
{
    MPI_Errhandler users;

    ch->outcome = OUTCOME_STRANGERS;
    if (build_strangers(ch->comm))
        return;
    /* keep errors here from the program's error handler */
    PMPI_Comm_get_errhandler(ch->comm, &users);
    PMPI_Comm_set_errhandler(ch->comm, MPI_ERRORS_RETURN);
    ch->outcome = try(ch, settings);
    PMPI_Comm_set_errhandler(ch->comm, users);
    PMPI_Errhandler_free(&users); /* frees only our reference */
    if (ch->outcome > OUTCOME_TWO_STEPS)
        build_undo(ch);
    else if (ch->outcome == OUTCOME_SHARED)
        free_nodes(&ch->nodes); /* frees communicators, because MPI has a
                                 * limited number */
}

void build_undo(struct channel *ch)
{
    /* an error here cannot be reported */
    (void)shmbcast_auto_free(&ch->shared);
    free_nodes(&ch->nodes);
    budget_give_back(ch->taken);
    ch->taken = 0;
}
