/* barrier_mpi.c: algorithms of dsm-barrier that use MPI only. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "dsm/state.h"
#include "dsm/table.h"
#include "lib/xmalloc.h"
#include "mpi/agree.h"
#include "ops/setup.h"

/* ---- changes by messages, puts or a shared window ------------------------ */

static void array_close(void *state, struct op_args *a)
{
    dsm_close(&((struct dsm_state *)state)->d);
    dsm_state_close(state, a);
}

static struct dsm_state *array_state(void **state, struct op_args *a,
                                     int (*barrier)(void *state))
{
    struct dsm_state *r = dsm_state_open(state, a);

    dsm_open(&r->d, a, r, barrier);
    return r;
}

static int mirror_open(struct dsm_state *r, bool window, char **cause)
{
    int rc = dsm_target_open(r, window, r->d.c.n * sizeof(double), cause);

    r->d.mirror = r->memory[0].base;
    return rc;
}

static int type_make(const struct dsm_range *runs, int n, MPI_Datatype *type)
{
    int *lengths = xcalloc((size_t)n, sizeof(*lengths)), rc;
    MPI_Aint *displs = xcalloc((size_t)n, sizeof(*displs));
    MPI_Datatype made;

    for (int i = 0; i < n; i++) {
        lengths[i] = (int)runs[i].count;
        displs[i] = (MPI_Aint)(runs[i].first * sizeof(double));
    }
    rc = MPI_Type_create_hindexed(n, lengths, displs, MPI_DOUBLE, &made);
    free(lengths);
    free(displs);
    if (rc != MPI_SUCCESS)
        return rc;
    *type = made;
    return MPI_Type_commit(type);
}

/* Adds the message from rank `from` to rank `to` to the list, unless it is
 * empty, and its length to *elements. `peer` is the other of the two ranks. A
 * single run of elements needs no derived type. */
static int runs_add(struct dsm_messages *list, const struct dsm_case *c,
                    int from, int to, int peer, size_t *elements)
{
    struct dsm_message m = {.peer = peer, .count = 1, .type = MPI_DOUBLE};
    int n, rc = MPI_SUCCESS;
    struct dsm_range *runs = dsm_brought(c, from, to, &n);

    if (n == 1) {
        m.count = (int)runs[0].count;
        m.here = m.there = (MPI_Aint)(runs[0].first * sizeof(double));
    } else if (n > 1) {
        rc = type_make(runs, n, &m.type);
    }
    for (int i = 0; i < n; i++)
        *elements += runs[i].count;
    if (n > 0)
        dsm_message_add(list, m);
    free(runs);
    return rc;
}

/* Makes all messages of this rank: it sends the elements that it changes to
 * each rank that can read them, and receives changed elements that it can
 * read. */
static int plan_open(struct dsm_state *r)
{
    const struct dsm_case *c = &r->d.c;
    int rank = r->d.rank, rc = MPI_SUCCESS;
    size_t sent = 0, received = 0;

    for (int i = 1; i < c->ranks && rc == MPI_SUCCESS; i++) {
        int peer = (rank + i) % c->ranks;

        rc = runs_add(r->out, c, rank, peer, peer, &sent);
        rc = first_of(rc, runs_add(r->in, c, peer, rank, peer, &received));
    }
    r->pass.account.sent = (double)(sent * sizeof(double));
    r->pass.account.messages = r->out[0].n;
    return rc;
}

static int array_open(void **state, struct op_args *a, bool window,
                      char **cause)
{
    struct dsm_state *r = array_state(state, a, window ? dsm_put : dsm_p2p);
    int rc = plan_open(r);

    r->fence = MPI_MODE_NOSUCCEED;
    return first_of(rc, mirror_open(r, window, cause));
}
DSM_OPENS(array)

/* One array, shared by all ranks. The account of each rank has the memory of
 * its own section, because the array exists only once. */
static int array_shwin_open(void **state, struct op_args *a, char **cause)
{
    struct dsm_state *r = array_state(state, a, dsm_shared);
    size_t own = dsm_section(&r->d.c, a->rank).count * sizeof(*r->d.mirror);
    int rc = dsm_memory_shared(r->memory, a->comm, own, cause);

    r->pass.account.memory = (double)own;
    r->d.mirror = r->memory[0].base;
    return rc;
}

/* ---- without regard to changed elements ---------------------------------- */

static int allgather_barrier(void *state)
{
    struct dsm_state *r = state;
    bool alike = true;

    for (int i = 1; i < r->d.c.ranks; i++)
        alike = alike && r->counts[i] == r->counts[0];
    return alike ? MPI_Allgather(MPI_IN_PLACE, 0, MPI_DOUBLE, r->d.mirror,
                                 r->counts[0], MPI_DOUBLE, r->comm)
                 : MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DOUBLE, r->d.mirror,
                                  r->counts, r->displs, MPI_DOUBLE, r->comm);
}

static int allgather_open(void **state, struct op_args *a, char **cause)
{
    struct dsm_state *r = array_state(state, a, allgather_barrier);
    int rc = mirror_open(r, false, cause);

    r->counts = xcalloc((size_t)a->size, sizeof(*r->counts));
    r->displs = xcalloc((size_t)a->size, sizeof(*r->displs));
    for (int i = 0; i < a->size; i++) {
        struct dsm_range section = dsm_section(&r->d.c, i);

        r->counts[i] = (int)section.count;
        r->displs[i] = (int)section.first;
    }
    if (rc == MPI_SUCCESS && r->d.c.set.changed.foreign) {
        *cause = xstrdup("--changed=N:foreign: ranks gather only changes in "
                         "their own sections");
        rc = MPI_ERR_ARG;
    }
    return rc;
}

static int barrier_barrier(void *state)
{
    return MPI_Barrier(((const struct dsm_state *)state)->comm);
}

/* Runs the writes and MPI_Barrier only. */
static int nothing_open(void **state, struct op_args *a, char **cause)
{
    struct dsm_state *r = array_state(state, a, barrier_barrier);

    r->d.brings_nothing = true;
    r->d.pass.account.pages = NAN;
    return mirror_open(r, false, cause);
}

/* ROW(name, open, before or NULL, help): a row of the table below. */
#define ROW(name, open_fn, before_fn, about)                                   \
    DSM_ALGO("dsm-barrier", name, dsm_launch, array_close, about,              \
             .open = open_fn, .before = before_fn)

const struct algo *const dsm_barrier_algos[] = {
    ROW("put-fence", array_put_open, dsm_epoch_begin,
        "MPI_Put of the changed elements to the ranks that have touched "
        "them, and MPI_Win_fence"),
    ROW("p2p", array_p2p_open, NULL,
        "a message with the changed elements to each rank that has touched "
        "some; no barrier"),
    ROW("shwin", array_shwin_open, dsm_mpi_barrier,
        "one array in a shared window, MPI_Win_sync and MPI_Barrier"),
    &algo_dsm_barrier_trivial,
    ROW("allgather", allgather_open, NULL,
        "MPI_Allgather of all sections, or MPI_Allgatherv if their lengths "
        "differ"),
    ROW("barrier", nothing_open, NULL,
        "only the writes and MPI_Barrier; sends nothing"),
    NULL,
};
