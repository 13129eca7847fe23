/* session.c: creates the algorithms of an operation on a communicator. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session.h"

#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpi/agree.h"
#include "mpi/nodes.h"

/* Creates variant i. create() must fail on all ranks of the communicator or on
 * none. */
static void algo_open(struct session *b, size_t i)
{
    const struct variant *v = &b->choice->variants[i];
    const struct algo *algo = v->algo;
    char *cause = NULL;
    int rc;

    if (b->size < b->choice->op->ranks && !b->o->few_ranks)
        b->reasons[i] = xasprintf("needs %d ranks or more (--allow-one-rank)",
                                  b->choice->op->ranks);
    if (algo->create == NULL || b->reasons[i] != NULL)
        return;
    watchdog_algo(b->h->watchdog, v->label, PLACE_OPENING);
    rc = algo->create(b->comm, v->values, &b->states[i], &cause);
    watchdog_step(b->h->watchdog, PLACE_BEFORE);
    if (b->groups > 1)
        rc = agree_reason(b->control, rc, &cause);
    if (rc != MPI_SUCCESS)
        b->reasons[i] = cause != NULL ? cause : error_text(rc);
}

int session_open(struct session *b, const struct harness *h,
                 const struct measuring *o, const struct bench_case *c)
{
    const struct choice *choice = c->choice;
    const int procs = c->procs, groups = c->called.groups;
    MPI_Comm made;
    int rc;

    *b = (struct session){
        .h = h,
        .o = o,
        .choice = choice,
        .groups = groups,
        .comm = MPI_COMM_NULL,
        .control = MPI_COMM_NULL,
        .states = xcalloc(choice->nvariants, sizeof(*b->states)),
        .reasons = xcalloc(choice->nvariants, sizeof(*b->reasons)),
    };
    rc = MPI_Comm_split(
        h->comm, h->rank < procs ? h->rank / (procs / groups) : MPI_UNDEFINED,
        h->rank, &b->comm);
    /* Creating a communicator of all ranks takes long: uses the harness's. */
    b->control = h->comm;
    if (rc == MPI_SUCCESS && procs < h->size)
        rc = MPI_Comm_split(h->comm, h->rank < procs ? 0 : MPI_UNDEFINED,
                            h->rank, &b->control);
    if (rc != MPI_SUCCESS || b->comm == MPI_COMM_NULL)
        return rc;
    MPI_Comm_set_errhandler(b->comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(b->comm, &b->rank);
    MPI_Comm_size(b->comm, &b->size);
    rc = MPI_Comm_set_errhandler(b->control, MPI_ERRORS_RETURN);
    if (rc == MPI_SUCCESS && choice->op->connect != NULL) {
        rc = choice->op->connect(b->comm, choice->values, &made);
        if (rc == MPI_SUCCESS)
            rc = MPI_Comm_free(&b->comm);
        if (rc == MPI_SUCCESS) {
            b->comm = made;
            rc = MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
        }
    }
    if (rc != MPI_SUCCESS)
        return rc;
    for (size_t i = 0; i < choice->nvariants; i++)
        algo_open(b, i);
    return MPI_SUCCESS;
}

void session_close(struct session *b)
{
    for (size_t i = 0; i < b->choice->nvariants; i++) {
        const struct algo *algo = b->choice->variants[i].algo;

        if (b->states[i] != NULL && algo->destroy != NULL)
            algo->destroy(b->states[i]);
        free(b->reasons[i]);
    }
    free(b->states);
    free(b->reasons);
    if (b->control != MPI_COMM_NULL && b->control != b->h->comm)
        MPI_Comm_free(&b->control);
    if (b->comm != MPI_COMM_NULL)
        MPI_Comm_free(&b->comm);
    *b = (struct session){0};
}
