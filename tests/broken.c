/* broken.c: a plug-in with broken broadcasts, which hang, crash, abort, or
 * prevent that files are written or the program ends. When loaded, it stops
 * rank $BROKEN_STOPS. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#include "ops/op.h"

__attribute__((constructor)) static void stop(void)
{
    const char *stops = getenv("BROKEN_STOPS");
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (stops != NULL && atoi(stops) == rank)
        raise(SIGSTOP);
}

static bool is_last(const struct op_args *a)
{
    return a->rank == a->size - 1;
}

/* Small messages work, so that some cases complete first. */
static bool is_broken(const struct op_args *a)
{
    return is_last(a) && a->count >= 4096;
}

static int dead_run(void *state, const struct op_args *a)
{
    (void)state;
    while (is_broken(a))
        pause();
    return a->run(a->state, a);
}

static int slow_run(void *state, const struct op_args *a)
{
    static int launches;

    (void)state;
    if (a->count >= 4096 && ++launches == 3)
        sleep(4);
    return a->run(a->state, a);
}

static volatile int *volatile null_pointer; /* read at run time */

static int crashing_run(void *state, const struct op_args *a)
{
    static int launches; /* in this process */

    (void)state;
    if (is_broken(a) && ++launches == 3)
        *null_pointer = 0;
    return a->run(a->state, a);
}

static int aborting_run(void *state, const struct op_args *a)
{
    (void)state;
    if (is_broken(a))
        abort();
    return a->run(a->state, a);
}

/* Makes writes of rank 0 fail; only that rank writes files. */
static int full_run(void *state, const struct op_args *a)
{
    static const struct rlimit none = {0, RLIM_INFINITY};

    (void)state;
    if (a->rank == 0 && a->count >= 4096) {
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &none);
    }
    return a->run(a->state, a);
}

static int closed_create(MPI_Comm comm, const void *params, void **state,
                         char **why)
{
    int rank;

    (void)params, (void)state, (void)why;
    MPI_Comm_rank(comm, &rank);
    while (rank == 0)
        pause();
    return MPI_SUCCESS;
}

static int plain_run(void *state, const struct op_args *a)
{
    (void)state;
    return a->run(a->state, a);
}

static int endless_delete(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)extra;
    while (value == NULL)
        pause();
    return MPI_SUCCESS;
}

/* MPI_Finalize() begins by deleting the attributes of MPI_COMM_SELF. */
static int endless_create(MPI_Comm comm, const void *params, void **state,
                          char **why)
{
    int key;

    (void)comm, (void)params, (void)state, (void)why;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, endless_delete, &key, NULL);
    return MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
}

static const struct algo dead = {.op = "bcast",
                                 .name = "dead",
                                 .help = "its last rank never returns",
                                 .run = dead_run};
static const struct algo slow = {.op = "bcast",
                                 .name = "slow",
                                 .help = "its third launch takes 2 s",
                                 .run = slow_run};
static const struct algo crashing = {.op = "bcast",
                                     .name = "crashing",
                                     .help =
                                         "its last rank writes to address 0",
                                     .run = crashing_run};
static const struct algo aborting = {.op = "bcast",
                                     .name = "aborting",
                                     .help = "its last rank calls abort()",
                                     .run = aborting_run};
static const struct algo full = {.op = "bcast",
                                 .name = "full",
                                 .help = "rank 0 cannot write files any more",
                                 .run = full_run};
static const struct algo closed = {.op = "bcast",
                                   .name = "closed",
                                   .help = "rank 0 never opens it",
                                   .create = closed_create,
                                   .run = plain_run};
static const struct algo endless = {.op = "bcast",
                                    .name = "endless",
                                    .help = "MPI_Finalize() never returns",
                                    .create = endless_create,
                                    .run = plain_run};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = (const struct algo *const[]){&dead, &slow, &crashing, &aborting,
                                          &closed, &full, &endless, NULL},
};
