/* mpi_auto.c: `auto` times schedules in private memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "../auto.h"
#include "msgsched_mpi.h"
#include "watch.h"

static bool is_candidate(enum msgsched_schedule schedule)
{
    for (int k = 0; k < MS_CANDIDATES; k++)
        if (ms_candidates[k] == schedule)
            return true;
    return false;
}

/* Returns the schedule that is chosen if each rank sends n messages of `count`
 * elements to the next one. */
static enum msgsched_schedule chosen_of(int n, int count, MPI_Datatype type)
{
    int next = (test_rank + 1) % test_size;
    int last = (test_rank + test_size - 1) % test_size;
    size_t size = (size_t)n * sizeof(struct msgsched_message);
    struct msgsched_message *out = test_alloc(size), *in = test_alloc(size);
    struct msgsched_options o = test_options("schedule=auto tcopy=1Mi");
    struct msgsched_plan *plan;
    int both[2];

    for (int i = 0; i < n; i++) {
        MPI_Aint displ = 64 * (MPI_Aint)i;

        out[i] = (struct msgsched_message){next, 0, count, type, displ};
        in[i] = (struct msgsched_message){last, 0, count, type, displ};
    }
    plan = test_plan_of(MPI_COMM_WORLD, n, out, n, in, &o);
    free(out);
    free(in);
    both[0] = (int)test_info(plan).schedule;
    both[1] = -both[0];
    test_free(&plan);
    MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    EXPECT(both[0] == -both[1]);
    return both[0];
}

static enum msgsched_schedule chosen(int count, MPI_Datatype type)
{
    return chosen_of(1, count, type);
}

/* A slow schedule is not chosen. If there are too many messages, persistent
 * requests are not tried. */
static void slow(void)
{
    unsigned inits;

    watch_clock(1, 0);
    EXPECT(chosen_of(10, 1, MPI_INT) == MSGSCHED_PERSISTENT);
    watch_clock(1, 1);
    EXPECT(chosen_of(10, 1, MPI_INT) == MSGSCHED_DATATYPE);
    watch_clock(0, 1e-9); /* all trials together take almost no time */
    inits = watch_inits();
    chosen_of(4096, 1, MPI_INT);
    EXPECT(watch_inits() > inits);
    inits = watch_inits();
    chosen_of(4097, 1, MPI_INT);
    EXPECT(watch_inits() == inits);
    watch_clock(0, 0);
}

/* MPI_Startall() takes 20 s and other calls no time: after the first two
 * candidates, no others are tried. */
static void bounded(void)
{
    enum { TRIES = 2, FEW = 20 };
    unsigned sends = watch_sends();

    watch_clock(0, 1);
    EXPECT(chosen_of(FEW, 1, MPI_INT) == MSGSCHED_DATATYPE);
    sends = watch_sends() - sends;
    EXPECT(sends >= TRIES && sends < FEW);
    watch_clock(0, 0);
}

/* Rank 0 sends itself too many bytes for trials: all ranks skip the trials. */
static void large_on_one(void)
{
    int n = test_rank == 0;
    struct msgsched_message own = {0, 0, 1 << 25, MPI_INT, 0};
    struct msgsched_options o = test_options("schedule=auto");
    struct msgsched_plan *plan =
        test_plan_of(MPI_COMM_WORLD, n, &own, n, &own, &o);

    EXPECT(test_info(plan).schedule == MSGSCHED_BOTH);
    test_free(&plan);
}

/* Trials work with elements that begin before the displacement, with a negative
 * extent, with empty elements, and with messages that are far apart. */
static void places(void)
{
    const MPI_Aint far = (MPI_Aint)1 << 40;
    struct msgsched_options o = test_options("schedule=auto tcopy=1Mi");
    struct msgsched_message m[] = {
        {.peer = test_rank, .count = 3, .displ = far + 8},
        {.peer = test_rank, .count = 1, .displ = far + 4096},
        {.peer = test_rank, .count = 0, .displ = -far},
        {.peer = test_rank, .count = 7, .displ = -5},
        {.peer = MPI_PROC_NULL, .count = 9},
        {.peer = test_rank, .count = 1, .displ = 2 * far},
    };
    enum { BACK = 1, NONE = 3, NUMBER = sizeof(m) / sizeof(m[0]) };
    struct msgsched_plan *plan;
    int displ = -8;

    for (int i = 0; i < NUMBER; i++)
        m[i].type = MPI_INT;
    MPI_Type_create_indexed_block(1, 2, &displ, MPI_INT, &m[BACK].type);
    MPI_Type_commit(&m[BACK].type);
    MPI_Type_contiguous(0, MPI_INT, &m[NONE].type);
    MPI_Type_commit(&m[NONE].type);
    plan = test_plan_of(MPI_COMM_WORLD, NUMBER, m, NUMBER, m, &o);
    EXPECT(is_candidate(test_info(plan).schedule));
    test_free(&plan);
    MPI_Type_free(&m[BACK].type);
    MPI_Type_free(&m[NONE].type);
}

void case_auto(void)
{
    MPI_Datatype apart;

    MPI_Type_vector(3, 1, -5, MPI_INT, &apart);
    MPI_Type_commit(&apart);
    places();
    EXPECT(is_candidate(chosen(0, MPI_INT)));
    EXPECT(is_candidate(chosen(1000, MPI_INT)));
    EXPECT(is_candidate(chosen(100, apart)));
    /* messages too large for trials */
    EXPECT(chosen(1 << 25, MPI_INT) == MSGSCHED_BOTH);
    large_on_one();
    slow();
    bounded();
    MPI_Type_free(&apart);
}
