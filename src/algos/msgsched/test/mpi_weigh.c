/* mpi_weigh.c: results of ms_weigh() for an example of four ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "../plan.h"
#include "msgsched_mpi.h"

/* Three nodes: ranks 0 and 1, rank 2, and rank 3 with all later ranks. */
enum { NODES = 3, SOME = 4 };

static int node_of(int rank)
{
    static const int nodes[SOME] = {0, 0, 1, 2};

    return nodes[rank < SOME ? rank : SOME - 1];
}

static const int distance[NODES * NODES] = {0, 5, 9, 4, 0, 7, 3, 8, 0};

/*
 * Bytes sent to other nodes by each rank: 130, 57, 700 and 110; received from
 * them: 20, 390, 150 and 437. The nodes send to 2, 2 and 1 others, and receive
 * from 2, 1 and 2.
 */
static const struct {
    int src, dst, bytes;
    int weight, heaviest;
    int out, in; /* degrees, as arguments of ms_alpha() */
} rows[] = {
    {0, 1, 5, 0, 0, 1, 1},       {0, 2, 100, 150, 150, 2, 1},
    {0, 3, 30, 437, 437, 2, 2},  {1, 2, 50, 150, 150, 2, 1},
    {1, 3, 7, 437, 437, 2, 2},   {2, 3, 400, 700, 700, 2, 2},
    {2, 1, 300, 700, 700, 2, 2}, {3, 0, 20, 110, 390, 1, 2},
    {3, 1, 90, 390, 390, 1, 2},
};
enum { NROWS = sizeof(rows) / sizeof(rows[0]) };

/* Weighs this rank's messages. distances: NULL or as in options. */
static void weigh(const int *node, const int *distances)
{
    struct msgsched_options o = msgsched_options_default();
    struct ms_item items[NROWS];
    struct msgsched_plan *plan;
    struct ms_agree a;
    size_t n = 0;

    o.node = node;
    o.distance = distances;
    o.distance_nodes = NODES;
    for (int i = 0; i < NROWS; i++)
        if (rows[i].src == test_rank)
            items[n++] = (struct ms_item){.src = rows[i].src,
                                          .dst = rows[i].dst,
                                          .src_node = node[rows[i].src],
                                          .dst_node = node[rows[i].dst],
                                          .seq = i,
                                          .bytes = rows[i].bytes};
    plan = test_plan_of(MPI_COMM_WORLD, 0, NULL, 0, NULL, &o);
    if (plan == NULL)
        return;
    ms_agree_open(&a, plan->comm->comm, plan->comm->rank);
    EXPECT(ms_weigh(plan, items, n, &a) == MPI_SUCCESS);
    for (size_t i = 0; i < n; i++) {
        const struct ms_item *m = &items[i];
        int apart = m->dst_node - m->src_node;

        if (distances != NULL)
            apart = distances[m->src_node * NODES + m->dst_node];
        EXPECT(m->weight == rows[m->seq].weight);
        EXPECT(m->heaviest == rows[m->seq].heaviest);
        EXPECT(m->distance == (apart < 0 ? -apart : apart));
        EXPECT(m->alpha == ms_alpha(rows[m->seq].out, rows[m->seq].in));
    }
    test_free(&plan);
}

void case_weigh(void)
{
    int node[16];

    EXPECT(test_size >= SOME && test_size <= 16);
    for (int r = 0; r < test_size; r++)
        node[r] = node_of(r);
    weigh(node, NULL);
    weigh(node, distance);
}
