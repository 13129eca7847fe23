/* bfs-mpi.c: breadth-first search, level by level, with messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Does the same as bfs.c. Every rank has the levels of all vertices; after each
 * step all ranks exchange which of their vertices have got a level.
 *
 * mpiexec -n 4 ./bfs-mpi [n=VERTICES] [degree=N] [reach=N]
 */
#include "example-mpi.h"
#include "graph.h"

struct search {
    long *level; /* level of each vertex; 0: not reached */
    /* Vertices of the newest level: this rank's, and all ranks'; number and
     * position of each rank's vertices. */
    long *fresh, *all;
    int *counts, *displs;
    int size;
};

static void search_open(struct search *s, const struct graph *g)
{
    MPI_Comm_size(MPI_COMM_WORLD, &s->size);
    s->level = zeros((size_t)g->n, sizeof(long));
    s->fresh = zeros((size_t)g->count + 1, sizeof(long));
    s->all = zeros((size_t)g->n, sizeof(long));
    s->counts = zeros((size_t)s->size, sizeof(int));
    s->displs = zeros((size_t)s->size, sizeof(int));
    s->level[0] = 1;
}

static void search_close(struct search *s)
{
    free(s->level);
    free(s->fresh);
    free(s->all);
    free(s->counts);
    free(s->displs);
}

/* Finds this rank's vertices of the next level. Returns their number. */
static int step(struct search *s, const struct graph *g, long now)
{
    int found = 0;

    for (long i = 0; i < g->count; i++) {
        if (s->level[g->first + i] != 0)
            continue;
        for (long e = g->start[i]; e < g->start[i + 1]; e++)
            if (s->level[g->to[e]] == now) {
                s->level[g->first + i] = now + 1;
                s->fresh[found++] = g->first + i;
                break;
            }
    }
    return found;
}

/* Gathers the vertices that all ranks have found. Returns their number. */
static int exchange(struct search *s, int found, long now)
{
    int total = 0;

    MPI_Allgather(&found, 1, MPI_INT, s->counts, 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < s->size; r++) {
        s->displs[r] = total;
        total += s->counts[r];
    }
    MPI_Allgatherv(s->fresh, found, MPI_LONG, s->all, s->counts, s->displs,
                   MPI_LONG, MPI_COMM_WORLD);
    for (int i = 0; i < total; i++)
        s->level[s->all[i]] = now + 1;
    return total;
}

int main(int argc, char **argv)
{
    struct graph g = {.n = 1 << 19, .degree = 4};
    const struct argument own[] = {
        {"n", &g.n}, {"degree", &g.degree}, {"reach", &g.reach}, {NULL, NULL}};
    struct search s;
    double seconds;
    int rank, size, status, any = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    arguments(argv, own, NULL, NULL);
    g.n = g.n > 0 ? g.n : 1;
    g.reach = g.reach > 0 && g.reach < g.n ? g.reach : g.n;
    g.first = part(g.n, rank, size);
    g.count = part(g.n, rank + 1, size) - g.first;
    graph_open(&g);
    search_open(&s, &g);
    MPI_Barrier(MPI_COMM_WORLD);

    seconds = -MPI_Wtime();
    for (long now = 1; any; now++)
        any = exchange(&s, step(&s, &g, now), now);
    seconds += MPI_Wtime();

    status =
        report("bfs-mpi",
               checksum_of_parts(s.level + g.first, g.first, g.count), seconds);
    search_close(&s);
    graph_close(&g);
    MPI_Finalize();
    return status;
}
