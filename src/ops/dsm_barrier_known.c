/* dsm_barrier_known.c: rivals of dsm-barrier that know what was changed, and
 * who reads it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/dsm_memory.h"
#include "ops/dsm_plan.h"
#include "ops/families.h"

struct known {
    struct dsm d;
    struct dsm_plan plan;
    struct dsm_memory mirror;
    MPI_Comm comm;
    MPI_Request *requests; /* p2p: one a message */
    MPI_Status *statuses;
};

static void known_account(void *state, struct dsm_account *account)
{
    const struct known *k = state;

    *account = (struct dsm_account){
        .memory = (double)(k->d.c.n * sizeof(double)),
        .compared = NAN,
        .sent = (double)dsm_plan_bytes(&k->plan),
        .messages = k->plan.nout,
        .pages = (double)dsm_pages(&k->d),
    };
}

static int known_open(void **state, struct op_args *a,
                      int (*barrier)(void *state))
{
    struct known *k = xcalloc(1, sizeof(*k));

    *state = k;
    k->comm = a->comm;
    k->mirror = DSM_MEMORY_NONE;
    dsm_open(&k->d, a);
    k->d.state = k;
    k->d.barrier = barrier;
    k->d.account = known_account;
    return dsm_plan_open(&k->plan, &k->d.c, a->rank);
}

static void known_close(void *state, struct op_args *a)
{
    struct known *k = state;

    (void)a;
    dsm_memory_close(&k->mirror);
    dsm_plan_close(&k->plan);
    dsm_close(&k->d);
    free(k->requests);
    free(k->statuses);
    free(k);
}

static double *element_at(const struct known *k, MPI_Aint displ)
{
    return (double *)((char *)k->mirror.base + displ);
}

/* ---- put-fence ---------------------------------------------------------- */

static int put_barrier(void *state)
{
    struct known *k = state;
    int rc = MPI_SUCCESS, later;

    for (int i = 0; i < k->plan.nout && rc == MPI_SUCCESS; i++) {
        const struct dsm_message *m = &k->plan.out[i];

        rc = MPI_Put(element_at(k, m->displ), m->count, m->type, m->peer,
                     m->displ, m->count, m->type, k->mirror.win);
    }
    later = MPI_Win_fence(MPI_MODE_NOSUCCEED, k->mirror.win);
    return rc != MPI_SUCCESS ? rc : later;
}

static int put_open(void **state, struct op_args *a, char **cause)
{
    int planned = known_open(state, a, put_barrier), rc;
    struct known *k = *state;

    rc = dsm_memory_window(&k->mirror, a->comm, k->d.c.n * sizeof(double),
                           cause);
    k->d.mirror = k->mirror.base;
    return planned != MPI_SUCCESS ? planned : rc;
}

/* Nobody puts what is new while another rank still reads what is old: a fence
 * that ends no epoch need not be a barrier. */
static int put_before(void *state, const struct op_args *a)
{
    int rc = MPI_Barrier(a->comm);

    return rc != MPI_SUCCESS
               ? rc
               : MPI_Win_fence(MPI_MODE_NOPRECEDE,
                               ((const struct known *)state)->mirror.win);
}

static const struct algo algo_put_fence = {
    .name = "put-fence",
    .op = "dsm-barrier",
    .help = "the elements that were changed, by MPI_Put to who has touched "
            "them, and MPI_Win_fence",
    .life = {.open = put_open, .before = put_before, .close = known_close},
    .run = dsm_launch,
};

/* ---- p2p ------------------------------------------------------------------
 */

static int p2p_barrier(void *state)
{
    struct known *k = state;
    int n = 0, rc = MPI_SUCCESS;

    for (int i = 0; i < k->plan.nin && rc == MPI_SUCCESS; i++) {
        const struct dsm_message *m = &k->plan.in[i];

        rc = MPI_Irecv(element_at(k, m->displ), m->count, m->type, m->peer, 0,
                       k->comm, &k->requests[n++]);
    }
    for (int i = 0; i < k->plan.nout && rc == MPI_SUCCESS; i++) {
        const struct dsm_message *m = &k->plan.out[i];

        rc = MPI_Isend(element_at(k, m->displ), m->count, m->type, m->peer, 0,
                       k->comm, &k->requests[n++]);
    }
    return rc != MPI_SUCCESS ? rc : MPI_Waitall(n, k->requests, k->statuses);
}

static int p2p_open(void **state, struct op_args *a, char **cause)
{
    int planned = known_open(state, a, p2p_barrier), rc;
    struct known *k = *state;
    size_t messages;

    messages = (size_t)(k->plan.nin + k->plan.nout);
    k->requests = xcalloc(messages + 1, sizeof(*k->requests));
    k->statuses = xcalloc(messages + 1, sizeof(*k->statuses));
    rc = dsm_memory_private(&k->mirror, k->d.c.n * sizeof(double), cause);
    k->d.mirror = k->mirror.base;
    return planned != MPI_SUCCESS ? planned : rc;
}

static const struct algo algo_p2p = {
    .name = "p2p",
    .op = "dsm-barrier",
    .help = "the elements that were changed, by a message to each rank that "
            "has touched some; without a barrier",
    .life = {.open = p2p_open, .close = known_close},
    .run = dsm_launch,
};

const struct algo *const dsm_known_algos[] = {&algo_put_fence, &algo_p2p, NULL};
