/* threads.c: runs the operation in several threads of a rank concurrently. */
/* SPDX-License-Identifier: BSD-3-Clause */

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpi/agree.h"
#include "ops/setup.h"

/*
 * Threads wait for a launch by polling its number in memory; sleeping would add
 * the time to wake them up to the measurement. After SPINS polls they yield the
 * CPU, which another thread may need.
 */
enum { SPINS = 2000, CACHE_LINE = 64 };

/* Thread i of a rank shares a communicator with thread i of the peer. */
struct thread {
    _Alignas(CACHE_LINE)
        atomic_uint done; /* number of the latest finished launch */
    int rc;               /* error code of that launch */
    struct threads *of;
    struct op_args args;
    pthread_t id;
};

struct threads {
    _Alignas(CACHE_LINE) atomic_uint launch; /* number of the current launch */
    bool stop;        /* threads end when the next launch starts */
    op_run_fn *run;   /* the function that each thread calls */
    int started;      /* threads v[1] to v[started] are running */
    struct thread *v; /* nthreads entries; v[0] is unused */
};

/* Waits until the number has this value. acquire: pairs with the release that
 * stores it. */
static void wait_for(const atomic_uint *number, unsigned value)
{
    int read = 0;

    while (atomic_load_explicit(number, memory_order_acquire) != value)
        if (read < SPINS)
            read++;
        else
            sched_yield();
}

static void *thread_main(void *arg)
{
    struct thread *t = arg;
    struct threads *all = t->of;

    for (unsigned launch = 1;; launch++) {
        wait_for(&all->launch, launch);
        if (all->stop)
            return NULL;
        t->rc = all->run(t->args.state, &t->args);
        /* pairs with wait_for() in threads_run() */
        atomic_store_explicit(&t->done, launch, memory_order_release);
    }
}

/* Starts the next launch in all threads and returns its number. */
static unsigned launch_next(struct threads *all)
{
    unsigned launch =
        atomic_load_explicit(&all->launch, memory_order_relaxed) + 1;

    /* pairs with wait_for() in thread_main() */
    atomic_store_explicit(&all->launch, launch, memory_order_release);
    return launch;
}

static int threads_run(void *state, const struct op_args *a)
{
    struct threads *all = a->threads;
    unsigned launch = launch_next(all);
    int rc = all->run(state, a);

    for (int i = 1; i <= all->started; i++) {
        wait_for(&all->v[i].done, launch);
        rc = first_of(rc, all->v[i].rc);
    }
    return rc;
}

struct op_args *threads_beside(struct op_args *a, int i)
{
    return &a->threads->v[i].args;
}

static void *aligned(size_t n, size_t size)
{
    void *p = aligned_alloc(CACHE_LINE, n * size);

    if (p == NULL)
        out_of_memory();
    return p;
}

int threads_open(struct op_args *a, bool idle, char **cause)
{
    size_t requests = (size_t)(a->send.n + a->recv.n) + 1;
    struct threads *all = aligned(1, sizeof(*all));
    int rc = MPI_SUCCESS;

    *all = (struct threads){
        .run = a->run,
        .v = aligned((size_t)a->nthreads, sizeof(*all->v)),
    };
    a->threads = all;
    for (int i = 1; i < a->nthreads; i++) {
        all->v[i] = (struct thread){.of = all, .args = *a};
        all->v[i].args.comm = MPI_COMM_NULL;
        all->v[i].args.requests = xcalloc(requests, sizeof(MPI_Request));
    }
    for (int i = 1; i < a->nthreads && rc == MPI_SUCCESS; i++)
        rc = MPI_Comm_dup(a->comm, &all->v[i].args.comm);
    if (rc != MPI_SUCCESS || idle)
        return rc;
    for (int i = 1; i < a->nthreads; i++) {
        if (pthread_create(&all->v[i].id, NULL, thread_main, &all->v[i]) != 0) {
            *cause = xasprintf("cannot start %d threads", a->nthreads - 1);
            return MPI_ERR_OTHER;
        }
        all->started = i;
    }
    a->run = threads_run;
    return MPI_SUCCESS;
}

void threads_close(struct op_args *a)
{
    struct threads *all = a->threads;

    if (all == NULL)
        return;
    all->stop = true;
    launch_next(all);
    for (int i = 1; i <= all->started; i++)
        pthread_join(all->v[i].id, NULL);
    for (int i = 1; i < a->nthreads; i++) {
        if (all->v[i].args.comm != MPI_COMM_NULL)
            MPI_Comm_free(&all->v[i].args.comm);
        free(all->v[i].args.requests);
    }
    free(all->v);
    free(all);
    a->threads = NULL;
}
