/* bcast.c: replaces MPI_Bcast and MPI_Bcast_c and chooses how to broadcast. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Section 4 of the paper covers the ranks of one node. On several nodes a
 * broadcast has two steps here: the MPI library broadcasts to the leaders of
 * the nodes, and shared memory within each node.
 */
#include "config.h"

#include "channel.h"
#include "algos/type.h"

/* Arguments of an MPI_Bcast call from C or Fortran. */
struct call {
    void *buf;
    MPI_Count count;
    MPI_Datatype type;
    int root;
    MPI_Comm comm;
    /* broadcasts by the MPI library; own: the call is ours, not the
     * program's */
    int (*native)(const struct call *call, bool own);
};

/* True if the arguments are valid. The MPI library reports invalid ones. */
static bool good(const struct call *call, int size)
{
    if (call->root < 0 || call->root >= size || call->count < 0 ||
        call->type == MPI_DATATYPE_NULL || call->buf == MPI_IN_PLACE)
        return false;
    /* NULL may be MPI_BOTTOM, valid with types that contain addresses */
    return call->buf != NULL || call->count == 0 || !sb_type_named(call->type);
}

static void count_call(const struct channel *ch, enum outcome outcome,
                       const struct call *call)
{
    MPI_Count size = 0;

    if (channel_settings()->verbose == 0)
        return;
    if (outcome != OUTCOME_ARGUMENT && call->type != MPI_DATATYPE_NULL)
        AS_COUNT(PMPI_Type_size)(call->type, &size);
    outcome_count_call(outcome, (long long)(call->count * size));
    if (outcome == OUTCOME_SHARED)
        calibrated_count(ch->set, (size_t)(call->count * size));
}

/* Calls the error handler with an error code, as the MPI library does. */
static int raise_error(MPI_Comm comm, int code)
{
    if (code != MPI_SUCCESS)
        PMPI_Comm_call_errhandler(comm, code);
    return code;
}

/* The MPI library's result if the root sends fewer bytes than a rank expects:
 * Open MPI accepts that, MPICH reports an error. */
#ifdef OPEN_MPI
enum { SHORT_MESSAGE = MPI_SUCCESS };
#else
enum { SHORT_MESSAGE = MPI_ERR_OTHER };
#endif

/* Broadcasts within a node from rank [root] of [h]. Does nothing if [h] is
 * NULL, because the node has one rank. Returns MPI_SUCCESS or an error
 * class. */
static int inside(struct shmbcast_auto *h, int root, const struct call *call)
{
    int rc;

    if (h == NULL)
        return MPI_SUCCESS;
    rc = shmbcast_auto_bcast(call->buf, call->count, call->type, root, h);
    if (rc == MPI_SUCCESS && shmbcast_auto_missing(h) > 0)
        rc = SHORT_MESSAGE;
    return rc;
}

/* Broadcasts between the leaders of the nodes by the MPI library. */
static int between(const struct nodes *nodes, const struct call *call, int node)
{
    struct call step = *call;

    if (nodes->leaders == MPI_COMM_NULL)
        return MPI_SUCCESS;
    step.comm = nodes->leaders;
    step.root = node;
    return call->native(&step, true);
}

/*
 * Each rank forwards the message with the count and type of its own call,
 * because the type signatures are equal. If the root does not lead its node, it
 * first broadcasts within its node, and then its leader is the root among the
 * leaders. Sending to the other nodes directly from such a root would save the
 * leader's copy, but needs a communicator for every rank, and usually the root
 * is a leader.
 *
 * The second step follows even after an error in the first, so that all ranks
 * make the same calls.
 */
static int two_steps(const struct channel *ch, const struct call *call)
{
    struct node_rank root = ch->nodes.of[call->root];
    bool inside_first = root.node == ch->nodes.mine && root.local != 0;
    int one = MPI_SUCCESS, two;

    if (inside_first)
        one = inside(ch->shared, root.local, call);
    two = between(&ch->nodes, call, root.node);
    if (!inside_first)
        one = inside(ch->shared, 0, call);
    return two != MPI_SUCCESS ? two : one;
}

/* Broadcasts through shared memory if possible, else by the MPI library. Calls
 * the error handler after an error. Returns what MPI_Bcast() returns. */
static int bcast(const struct call *call)
{
    struct channel *ch;
    enum outcome outcome;
    int rc = channel_find(call->comm, &ch);

    if (rc != MPI_SUCCESS)
        return raise_error(call->comm, rc);
    if (ch == NULL)
        return call->native(call, false);
    outcome = channel_next(ch);
    if (outcome <= OUTCOME_TWO_STEPS && !good(call, ch->size))
        outcome = OUTCOME_ARGUMENT;
    count_call(ch, outcome, call);
    switch (outcome) {
    case OUTCOME_SHARED:
        return raise_error(call->comm, inside(ch->shared, call->root, call));
    case OUTCOME_TWO_STEPS:
        return raise_error(call->comm, two_steps(ch, call));
    default:
        return call->native(call, false);
    }
}

static int native_bcast(const struct call *call, bool own)
{
    return (own ? PMPI_Bcast : next_mpi.Bcast)(
        call->buf, (int)call->count, call->type, call->root, call->comm);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root,
              MPI_Comm comm)
{
    struct call call = {buffer, count, datatype, root, comm, native_bcast};

    return bcast(&call);
}

#ifdef HAVE_MPI_LARGE_COUNTS

static int native_bcast_c(const struct call *call, bool own)
{
    return (own ? PMPI_Bcast_c : next_mpi.Bcast_c)(
        call->buf, call->count, call->type, call->root, call->comm);
}

int MPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root,
                MPI_Comm comm)
{
    struct call call = {buffer, count, datatype, root, comm, native_bcast_c};

    return bcast(&call);
}

#endif

#ifdef FORTRAN_NAMES

/*
 * Open MPI's Fortran functions call PMPI_Bcast(), which cannot be replaced. So
 * its Fortran functions are replaced: mpif.h and `use mpi` call mpi_bcast, in
 * the compiler's spelling; `use mpi_f08` calls mpi_bcast_f08, whose handles are
 * structures of one integer and whose optional ierror may be a null pointer.
 * MPICH's Fortran calls MPI_Bcast() and MPI_Bcast_c() and needs none of this.
 */

/* The address of MPI_BOTTOM in Fortran. */
extern MPI_Fint mpi_fortran_bottom_ __attribute__((weak));

typedef void bcast_fn(void *buffer, const MPI_Fint *count,
                      const MPI_Fint *datatype, const MPI_Fint *root,
                      const MPI_Fint *comm, MPI_Fint *ierror);

bcast_fn mpi_bcast_f08_;

void mpi_bcast_f08_(void *buffer, const MPI_Fint *count,
                    const MPI_Fint *datatype, const MPI_Fint *root,
                    const MPI_Fint *comm, MPI_Fint *ierror)
{
    struct call call = {
        .buf = buffer == &mpi_fortran_bottom_ ? MPI_BOTTOM : buffer,
        .count = *count,
        .type = PMPI_Type_f2c(*datatype),
        .root = *root,
        .comm = PMPI_Comm_f2c(*comm),
        .native = native_bcast,
    };
    int rc = bcast(&call);

    if (ierror != NULL)
        *ierror = rc;
}

bcast_fn mpi_bcast __attribute__((alias("mpi_bcast_f08_")));
bcast_fn mpi_bcast_ __attribute__((alias("mpi_bcast_f08_")));
bcast_fn mpi_bcast__ __attribute__((alias("mpi_bcast_f08_")));
bcast_fn MPI_BCAST __attribute__((alias("mpi_bcast_f08_")));

#endif
