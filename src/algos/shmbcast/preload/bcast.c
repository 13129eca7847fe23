/* bcast.c: MPI_Bcast and MPI_Bcast_c, put in front of the MPI library's, and
 * where a broadcast goes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "channel.h"
#include "algos/type.h"

/* Is the type one of those that MPI comes with? */
static bool predefined(MPI_Datatype type)
{
    int ints, addresses, types, combiner;

    return PMPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner) ==
               MPI_SUCCESS &&
           combiner == MPI_COMBINER_NAMED;
}

/* The library itself reports bad arguments. */
static bool good(const struct call *call, int size)
{
    if (call->root < 0 || call->root >= size || call->count < 0 ||
        call->type == MPI_DATATYPE_NULL || call->buf == MPI_IN_PLACE)
        return false;
    /* NULL may be MPI_BOTTOM, of types with addresses */
    return call->buf != NULL || call->count == 0 || !predefined(call->type);
}

static void count_call(enum outcome outcome, const struct call *call)
{
    MPI_Count size = 0;

    if (channel_settings()->verbose == 0)
        return;
    if (outcome != OUTCOME_ARGUMENT && call->type != MPI_DATATYPE_NULL)
        AS_COUNT(PMPI_Type_size)(call->type, &size);
    outcome_count_call(outcome, (long long)(call->count * size));
}

/* As the library does when it finds an error. */
static int raise_error(MPI_Comm comm, int code)
{
    if (code != MPI_SUCCESS)
        PMPI_Comm_call_errhandler(comm, code);
    return code;
}

/* By shared memory where that can be, else natively. Returns what MPI_Bcast()
 * returns; errors have been through the error handler. */
static int bcast(const struct call *call)
{
    struct channel *ch;
    enum outcome outcome;
    int rc = channel_find(call->comm, &ch);

    if (rc != MPI_SUCCESS)
        return raise_error(call->comm, rc);
    if (ch == NULL)
        return call->native(call);
    outcome = channel_next(ch);
    if (outcome <= OUTCOME_TWO_STEPS && !good(call, ch->size))
        outcome = OUTCOME_ARGUMENT;
    count_call(outcome, call);
    switch (outcome) {
    case OUTCOME_SHARED:
        rc = node_bcast(ch->shared, call->root, call);
        return raise_error(call->comm, rc);
    case OUTCOME_TWO_STEPS:
        rc = nodes_bcast(&ch->nodes, ch->shared, call);
        return raise_error(call->comm, rc);
    default:
        return call->native(call);
    }
}

static int native_bcast(const struct call *call)
{
    return PMPI_Bcast(call->buf, (int)call->count, call->type, call->root,
                      call->comm);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root,
              MPI_Comm comm)
{
    struct call call = {buffer, count, datatype, root, comm, native_bcast};

    return bcast(&call);
}

#ifdef HAVE_MPI_LARGE_COUNTS

static int native_bcast_c(const struct call *call)
{
    return PMPI_Bcast_c(call->buf, call->count, call->type, call->root,
                        call->comm);
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
 * Open MPI's Fortran calls PMPI_Bcast(), which nobody may replace, so its
 * entries are replaced themselves: mpif.h and `use mpi` call mpi_bcast, in the
 * spelling of the compiler, `use mpi_f08` calls mpi_bcast_f08, whose handles
 * are structures of one integer and whose ierror is optional, a null pointer.
 * MPICH's Fortran calls MPI_Bcast() and MPI_Bcast_c() and needs none of this.
 */

/* The address that stands for MPI_BOTTOM. */
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
