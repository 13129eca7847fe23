/* method_barrier.c: method `barrier`: a barrier before each launch, as most
 * benchmarks have it. Ranks leave it at different times (systematic error 5);
 * which ones late is the barrier algorithm's doing: -P barrier.algorithm. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stddef.h>
#include "measure/method.h"

enum { TAG_BARRIER = 1 };

/* ---- algorithms -------------------------------------------------------- */

static int native_run(MPI_Comm comm, int rank, int size)
{
    (void)rank, (void)size;
    return MPI_Barrier(comm);
}

static int signal_to(MPI_Comm comm, int rank)
{
    return MPI_Send(NULL, 0, MPI_BYTE, rank, TAG_BARRIER, comm);
}

static int signal_from(MPI_Comm comm, int rank)
{
    return MPI_Recv(NULL, 0, MPI_BYTE, rank, TAG_BARRIER, comm,
                    MPI_STATUS_IGNORE);
}

/* All tell rank 0, then rank 0 tells all: the last is let go n - 2 messages
 * after the first. */
static int linear_run(MPI_Comm comm, int rank, int size)
{
    int rc = MPI_SUCCESS;

    if (rank > 0) {
        rc = signal_to(comm, 0);
        return rc != MPI_SUCCESS ? rc : signal_from(comm, 0);
    }
    for (int i = 1; i < size && rc == MPI_SUCCESS; i++)
        rc = signal_from(comm, i);
    for (int i = 1; i < size && rc == MPI_SUCCESS; i++)
        rc = signal_to(comm, i);
    return rc;
}

/* A binomial tree, up and down again. */
static int tree_run(MPI_Comm comm, int rank, int size)
{
    int rc = MPI_SUCCESS, step = 1;

    for (; step < size && rank % (2 * step) == 0 && rc == MPI_SUCCESS;
         step *= 2)
        if (rank + step < size)
            rc = signal_from(comm, rank + step);
    if (rank > 0 && rc == MPI_SUCCESS)
        rc = signal_to(comm, rank - step);
    if (rank > 0 && rc == MPI_SUCCESS)
        rc = signal_from(comm, rank - step);
    for (step /= 2; step > 0 && rc == MPI_SUCCESS; step /= 2)
        if (rank + step < size)
            rc = signal_to(comm, rank + step);
    return rc;
}

/* In round r rank i hears from i - 2^r and tells i + 2^r (Hensgen, Finkel and
 * Manber 1988). */
static int dissemination_run(MPI_Comm comm, int rank, int size)
{
    int rc = MPI_SUCCESS;

    for (int step = 1; step < size && rc == MPI_SUCCESS; step *= 2)
        rc = MPI_Sendrecv(NULL, 0, MPI_BYTE, (rank + step) % size, TAG_BARRIER,
                          NULL, 0, MPI_BYTE, (rank + size - step) % size,
                          TAG_BARRIER, comm, MPI_STATUS_IGNORE);
    return rc;
}

/* A token goes round twice: the skew is a whole round. */
static int ring_run(MPI_Comm comm, int rank, int size)
{
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    int rc = MPI_SUCCESS;

    for (int round = 0; round < 2 && size > 1 && rc == MPI_SUCCESS; round++) {
        if (rank > 0)
            rc = signal_from(comm, left);
        if (rc == MPI_SUCCESS)
            rc = signal_to(comm, right);
        if (rank == 0 && rc == MPI_SUCCESS)
            rc = signal_from(comm, left);
    }
    return rc;
}

enum { NATIVE, LINEAR, TREE, DISSEMINATION, RING };

barrier_fn *const barrier_table[] = {
    [NATIVE] = native_run, [LINEAR] = linear_run,
    [TREE] = tree_run,     [DISSEMINATION] = dissemination_run,
    [RING] = ring_run,
};

static const struct param barrier_rows[] = {
    {.name = "algorithm",
     .def = "native",
     .help = "barrier of method `barrier`: native (MPI_Barrier), linear, tree, "
             "dissemination or ring",
     .type = PARAM_WORD,
     .offset = offsetof(struct barrier_config, algorithm),
     .words =
         (const struct param_word[]){{"native", NATIVE, NULL},
                                     {"linear", LINEAR, NULL},
                                     {"tree", TREE, NULL},
                                     {"dissemination", DISSEMINATION, NULL},
                                     {"ring", RING, NULL},
                                     {0}}},
    {0},
};

const struct param_table barrier_params = {
    .owner = "barrier",
    .rows = barrier_rows,
    .size = sizeof(struct barrier_config),
};

/* ---- the method -------------------------------------------------------- */

static int barrier_begin(struct schedule *s, int i, double *start)
{
    (void)i;
    *start = NAN;
    return s->barrier(s->control, s->rank, s->size);
}

const struct method method_barrier = {
    .name = "barrier",
    .help = "a barrier before each launch, for comparison: the skew in which "
            "it leaves the ranks is in the times",
    .begin = barrier_begin,
};
