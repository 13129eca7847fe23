/* mockups.c: executes calls by mock-ups, which are made of other
 * collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tuned/tuned.h"

#include <pthread.h>
#include <stdlib.h>

#include "adapters/mock/mock.h"
#include "algos/type.h"

/* Each thread's struct prepared. Global, because functions that replace MPI
 * functions have no argument to pass it in. */
static pthread_key_t last;
static pthread_once_t last_once = PTHREAD_ONCE_INIT;

/* The mock-up that a thread called last. It is prepared again only if the
 * arguments change. */
struct prepared {
    const struct algo *algo; /* NULL if none */
    bool refused;            /* no rank can do this call by the mock-up */
    struct op_args args;
    void *state;
};

static bool is_for(const struct prepared *p, const struct algo *algo,
                   const struct op_args *a)
{
    return p->algo == algo && a->count == p->args.count &&
           a->type == p->args.type && a->op == p->args.op &&
           a->rank == p->args.rank && a->size == p->args.size;
}

/* Frees the state of the mock-up. */
static void undo(struct prepared *p)
{
    if (p->state != NULL)
        p->algo->life.close(p->state, &p->args);
    *p = (struct prepared){0};
}

static void thread_end(void *prepared)
{
    undo(prepared);
    free(prepared);
}

static void last_create(void)
{
    pthread_key_create(&last, thread_end);
}

/* Prepares the mock-up for a call. Returns NULL if out of memory. */
static struct prepared *prepare(const struct algo *algo, struct op_args *a)
{
    struct prepared *p;
    char *cause = NULL;
    int rc;

    pthread_once(&last_once, last_create);
    p = pthread_getspecific(last);
    if (p == NULL) {
        p = calloc(1, sizeof(*p));
        if (p == NULL || pthread_setspecific(last, p) != 0) {
            free(p);
            return NULL;
        }
    }
    if (is_for(p, algo, a))
        return p;
    undo(p);
    p->algo = algo;
    p->args = *a;
    rc = algo->life.open(&p->state, &p->args, &cause);
    free(cause);
    p->refused = rc != MPI_SUCCESS;
    if (rc != MPI_ERR_NO_MEM)
        return p;
    undo(p);
    return NULL;
}

bool tuned_mock(struct profile_range *r, struct op_args a, int *rc)
{
    struct prepared *p;
    int size;

    if (r == NULL || r->mock == NULL || a.sendbuf == MPI_IN_PLACE ||
        a.op == MPI_OP_NULL || !sb_type_named(a.type) || !tuned_ours(a.comm))
        return false;
    PMPI_Type_size(a.type, &size);
    a.type_size = (size_t)size;
    PMPI_Comm_rank(a.comm, &a.rank);
    PMPI_Comm_size(a.comm, &a.size);
    p = prepare(r->mock, &a);
    if (p == NULL) {
        /* other ranks may have memory and be inside the mock-up */
        *rc = MPI_ERR_NO_MEM;
        PMPI_Comm_call_errhandler(a.comm, *rc);
        return true;
    }
    if (p->refused)
        return false;
    tuned_count(r);
    *rc = p->algo->run(p->state, &a);
    return true;
}
