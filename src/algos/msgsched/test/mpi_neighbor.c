/* mpi_neighbor.c: plans on communicators with a topology. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>

#include "msgsched_mpi.h"

/* MPI_UNWEIGHTED is an invalid address, about which gcc warns. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

#ifndef HAVE_SMPI /* SMPI, a simulator, has no graphs */
/* Checks that graphs are made from communicators without a topology. Otherwise
 * Open MPI 5.0.7 mixes up the neighbors. */
int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int nin, const int in[],
                                   const int in_weights[], int nout,
                                   const int out[], const int out_weights[],
                                   MPI_Info info, int reorder, MPI_Comm *graph)
{
    int topology;

    MPI_Topo_test(comm, &topology);
    EXPECT(topology == MPI_UNDEFINED);
    return PMPI_Dist_graph_create_adjacent(comm, nin, in, in_weights, nout, out,
                                           out_weights, info, reorder, graph);
}
#endif

enum { BLOCKS = 4, NOTHING = -1 };

/* The values that a rank sends and receives, one in each block. */
struct blocks {
    int sent[BLOCKS], received[BLOCKS], expected[BLOCKS];
};

static int block(int rank, int s)
{
    return 100 * rank + s;
}

static void exchange(MPI_Comm comm, struct blocks *b, const char *text)
{
    struct msgsched_options o = test_options(text);
    struct msgsched_plan *plan = NULL;
    int counts[BLOCKS];
    MPI_Aint displs[BLOCKS];
    MPI_Datatype types[BLOCKS];

    for (int s = 0; s < BLOCKS; s++) {
        counts[s] = 1;
        displs[s] = (MPI_Aint)sizeof(int) * s;
        types[s] = MPI_INT;
        b->sent[s] = block(test_rank, s);
        b->received[s] = NOTHING;
    }
    EXPECT(msgsched_plan_neighbor(comm, counts, displs, types, counts, displs,
                                  types, &o, &plan, NULL) == MPI_SUCCESS);
    if (plan == NULL)
        return;
    EXPECT(msgsched_start(plan, b->sent, b->received) == MPI_SUCCESS);
    EXPECT(msgsched_wait(plan) == MPI_SUCCESS);
    for (int s = 0; s < BLOCKS; s++)
        EXPECT(b->received[s] == b->expected[s]);
    test_free(&plan);
}

/* A grid of test_size x 1 ranks. A block sent backward arrives from the rank in
 * front. */
static void grid(int periodic, const char *text)
{
    int dims[2] = {test_size, 1}, periods[2] = {periodic, 1};
    int back = test_rank - 1, front = test_rank + 1;
    struct blocks b;
    MPI_Comm comm;

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    b.expected[0] = back >= 0 ? block(back, 1) : NOTHING;
    b.expected[1] = front < test_size ? block(front, 0) : NOTHING;
    if (periodic && back < 0)
        b.expected[0] = block(test_size - 1, 1);
    if (periodic && front == test_size)
        b.expected[1] = block(0, 0);
    b.expected[2] = block(test_rank, 3); /* periodic dimension of one rank */
    b.expected[3] = block(test_rank, 2);
    exchange(comm, &b, text);
    MPI_Comm_free(&comm);
}

#ifndef HAVE_SMPI
/* Two edges to the next rank and two to the one after it. Several edges between
 * two ranks have the same order on both sides. */
static void graph(const char *text)
{
    int to[BLOCKS], from[BLOCKS];
    struct blocks b;
    MPI_Comm comm;

    for (int s = 0; s < BLOCKS; s++) {
        int step = 1 + s / 2;

        to[s] = (test_rank + step) % test_size;
        from[s] = (test_rank + test_size * BLOCKS - step) % test_size;
        b.expected[s] = block(from[s], s);
    }
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, BLOCKS, from, MPI_UNWEIGHTED,
                                   BLOCKS, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &comm);
    exchange(comm, &b, text);
    MPI_Comm_free(&comm);
}

/* Returns a rank's k-th neighbor: 1 and 2 ranks ahead, 1 and 2 behind. */
static int neighbor(int rank, int k)
{
    static const int steps[BLOCKS] = {1, -1, 2, -2};

    return (rank + steps[k] + 2 * test_size) % test_size;
}

/* The same neighbors in a graph of MPI-1, whose edges go both ways. */
static void old_graph(const char *text)
{
    int *ends = test_alloc((size_t)test_size * sizeof(*ends));
    int *edges = test_alloc((size_t)test_size * BLOCKS * sizeof(*edges));
    struct blocks b;
    MPI_Comm comm;

    for (int r = 0; r < test_size; r++) {
        ends[r] = (r + 1) * BLOCKS;
        for (int k = 0; k < BLOCKS; k++)
            edges[r * BLOCKS + k] = neighbor(r, k);
    }
    for (int s = 0; s < BLOCKS; s++) {
        int from = neighbor(test_rank, s), before = 0;

        for (int k = 0; k < s; k++)
            before += neighbor(test_rank, k) == from;
        for (int k = 0; k < BLOCKS; k++)
            if (neighbor(from, k) == test_rank && before-- == 0)
                b.expected[s] = block(from, k);
    }
    MPI_Graph_create(MPI_COMM_WORLD, test_size, ends, edges, 0, &comm);
    exchange(comm, &b, text);
    MPI_Comm_free(&comm);
    free(edges);
    free(ends);
}
#endif

void case_neighbors(void)
{
    static const char *const how[] = {"schedule=direct", "schedule=both",
                                      "schedule=datatype", "schedule=neighbor"};
    struct msgsched_failure why;
    struct msgsched_plan *plan = NULL;

    for (size_t i = 0; i < sizeof(how) / sizeof(how[0]); i++) {
        grid(0, how[i]);
        grid(1, how[i]);
#ifndef HAVE_SMPI
        graph(how[i]);
        old_graph(how[i]);
#endif
    }
    EXPECT(msgsched_plan_neighbor(MPI_COMM_WORLD, NULL, NULL, NULL, NULL, NULL,
                                  NULL, NULL, &plan, &why) == MPI_ERR_TOPOLOGY);
    EXPECT(plan == NULL && why.rank == -1 && why.code == MPI_ERR_TOPOLOGY);
    EXPECT(msgsched_plan_neighbor(MPI_COMM_NULL, NULL, NULL, NULL, NULL, NULL,
                                  NULL, NULL, &plan, &why) == MPI_ERR_COMM);
}
