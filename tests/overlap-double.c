/* overlap-double.c: an MPI_Ibcast with known overlap. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * With LD_PRELOAD=overlap-double.so a broadcast takes DURATION longer than the
 * MPI library's, which moves the data. OVERLAP_DOUBLE=NAME selects when this
 * time passes. Only one broadcast at a time is supported, which is enough for
 * mpiperf. MPI_Finalize prints the number of broadcasts, as proof that this
 * library was used.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double duration = 500e-6;
enum { PHASES = 4, SLICES = 8 };

/* The broadcast in progress. */
static struct {
    MPI_Request request; /* or MPI_REQUEST_NULL */
    bool finished;       /* the added time has passed */
    double until;        /* when the current phase ends */
    double left;         /* the part of the duration that remains */
} current = {.request = MPI_REQUEST_NULL};

static long calls;

/* When the time added to a broadcast passes. */
struct model {
    const char *name;
    void (*start)(void);
    bool (*test)(void); /* returns true if it has passed */
    void (*wait)(void); /* waits until it has passed */
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void spin(double seconds)
{
    double end = now() + seconds;

    while (now() < end)
        ;
}

/* async: passes without using the processor, like hardware. All of it can be
 * hidden. */

static void async_start(void)
{
    current.until = now() + duration;
}

static bool async_test(void)
{
    return now() >= current.until;
}

static void async_wait(void)
{
    spin(current.until - now());
}

/* lazy: passes only in MPI_Wait. Nothing can be hidden. */

static void lazy_start(void)
{
    current.left = duration;
}

static bool lazy_test(void)
{
    return false;
}

static void lazy_wait(void)
{
    spin(current.left);
}

/* poked: passes in phases without using the processor, but each phase begins in
 * an MPI call. Without MPI_Test, one phase can be hidden; with many calls,
 * nearly all. */

static void phase_begin(void)
{
    current.until = now() + duration / PHASES;
    current.left -= duration / PHASES;
}

static void poked_start(void)
{
    current.left = duration;
    phase_begin();
}

static bool poked_test(void)
{
    if (now() < current.until)
        return false;
    if (current.left < duration / PHASES / 2)
        return true;
    phase_begin();
    return false;
}

static void poked_wait(void)
{
    while (!poked_test())
        ;
}

/* busy: uses the processor in MPI_Test and MPI_Wait. It can be spread over the
 * computation, but nothing is hidden. */

static bool busy_test(void)
{
    spin(duration / SLICES);
    current.left -= duration / SLICES;
    return current.left < duration / SLICES / 2;
}

static const struct model models[] = {
    {"async", async_start, async_test, async_wait},
    {"lazy", lazy_start, lazy_test, lazy_wait},
    {"poked", poked_start, poked_test, poked_wait},
    {"busy", lazy_start, busy_test, lazy_wait},
};

static const struct model *model;

static void model_choose(void)
{
    const char *name = getenv("OVERLAP_DOUBLE");

    for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++)
        if (name != NULL && strcmp(models[i].name, name) == 0)
            model = &models[i];
    if (model == NULL) {
        fprintf(stderr, "overlap-double: set OVERLAP_DOUBLE\n");
        abort();
    }
}

int MPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root,
               MPI_Comm comm, MPI_Request *request)
{
    int rc = PMPI_Ibcast(buffer, count, datatype, root, comm, request);

    if (model == NULL)
        model_choose();
    calls++;
    current.request = *request;
    current.finished = false;
    model->start();
    return rc;
}

static bool is_ours(MPI_Request request)
{
    return request != MPI_REQUEST_NULL && request == current.request;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status)
{
    bool ours = is_ours(*request);
    int rc;

    if (ours && !current.finished)
        current.finished = model->test();
    if (ours && !current.finished) {
        *flag = 0;
        return MPI_SUCCESS;
    }
    rc = PMPI_Test(request, flag, status);
    if (ours && *flag)
        current.request = MPI_REQUEST_NULL;
    return rc;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    if (is_ours(*request)) {
        if (!current.finished)
            model->wait();
        current.request = MPI_REQUEST_NULL;
    }
    return PMPI_Wait(request, status);
}

int MPI_Finalize(void)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        fprintf(stderr, "overlap-double: %ld broadcasts\n", calls);
    return PMPI_Finalize();
}
