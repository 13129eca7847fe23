/* graph.h: the graph of the examples: a rank's vertices, and their neighbours.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef GRAPH_H
#define GRAPH_H

#include "example.h"

/*
 * `n` vertices on a ring, and n * degree edges. An edge goes from a vertex to
 * one of the next `reach` vertices. With a small reach, few pairs of ranks
 * share edges.
 */
struct graph {
    long n, degree, reach;
    long first, count; /* this rank's vertices */
    long *start, *to;  /* neighbours of vertex first + i: to[start[i]] to
                        * to[start[i + 1] - 1] */
};

static inline void graph_edge(const struct graph *g, long edge, long ends[2])
{
    uint64_t x = 2 * (uint64_t)edge;

    ends[0] = (long)(scatter(x) % (uint64_t)g->n);
    ends[1] =
        (ends[0] + 1 + (long)(scatter(x + 1) % (uint64_t)g->reach)) % g->n;
}

/* Expects first and count to be set. Goes through the edges of the whole graph
 * twice: to count those of this rank's vertices, and to store them. */
static inline void graph_open(struct graph *g)
{
    long edges = g->n * g->degree, ends[2];

    g->start = calloc((size_t)g->count + 2, sizeof(long));
    if (g->start == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int pass = 0; pass < 2; pass++) {
        for (long e = 0; e < edges; e++) {
            graph_edge(g, e, ends);
            for (int i = 0; i < 2; i++) {
                long own = ends[i] - g->first;

                if (own < 0 || own >= g->count)
                    continue;
                if (pass == 0)
                    g->start[own + 2]++;
                else
                    g->to[g->start[own + 1]++] = ends[1 - i];
            }
        }
        for (long i = 0; pass == 0 && i < g->count; i++)
            g->start[i + 2] += g->start[i + 1];
        if (pass == 0)
            g->to = malloc((size_t)(g->start[g->count + 1] + 1) * sizeof(long));
        if (g->to == NULL)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static inline void graph_close(struct graph *g)
{
    free(g->start);
    free(g->to);
}

#endif /* GRAPH_H */
