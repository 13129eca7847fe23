/* bfs.c: breadth-first search, level by level, with levels in a shared array.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * In each step every rank visits its vertices that have no level yet, and looks
 * for a neighbour that got one in the previous step. It reads a neighbour's
 * level in the same way no matter which rank owns it. A rank writes levels of
 * its own vertices only, so no two ranks write the same element. bfs-mpi.c does
 * the same with messages.
 *
 * mpiexec -n 4 ./bfs [n=VERTICES] [degree=N] [reach=N] [OPTION=VALUE]...
 */
#include "example-refnuma.h"
#include "graph.h"

/* Sets the next level on this rank's vertices. Returns whether any got it. */
static int step(const struct graph *g, long *level, long now)
{
    int found = 0;

    for (long i = 0; i < g->count; i++) {
        if (level[g->first + i] != 0)
            continue;
        for (long e = g->start[i]; e < g->start[i + 1]; e++)
            if (level[g->to[e]] == now) {
                level[g->first + i] = now + 1;
                found = 1;
                break;
            }
    }
    return found;
}

/* Vertex 0 has level 1. Vertices never reached keep 0, as in a new array. */
static void search(const struct graph *g, long *level, struct refnuma *context)
{
    int any = 1;

    for (long now = 1; any; now++) {
        int found = step(g, level, now);

        must(refnuma_barrier(context));
        MPI_Allreduce(&found, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    struct graph g = {.n = 1 << 19, .degree = 4};
    const struct argument own[] = {
        {"n", &g.n}, {"degree", &g.degree}, {"reach", &g.reach}, {NULL, NULL}};
    struct refnuma_options options = refnuma_options_default();
    struct refnuma_array *levels;
    struct refnuma *context;
    size_t first, count;
    double seconds;
    long *level;
    int rank, status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    arguments(argv, own, refnuma_option, &options);
    g.n = g.n > 0 ? g.n : 1;
    g.reach = g.reach > 0 && g.reach < g.n ? g.reach : g.n;
    must(refnuma_init(MPI_COMM_WORLD, &options, &context));
    must(refnuma_alloc(context, (size_t)g.n, MPI_LONG, &levels));
    level = refnuma_long(levels);
    refnuma_section(levels, rank, &first, &count);
    g.first = (long)first;
    g.count = (long)count;
    graph_open(&g);
    touch(levels, first, count);
    for (long e = 0; e < g.start[g.count]; e++)
        touch(levels, (size_t)g.to[e], 1);
    if (g.first == 0 && g.count > 0)
        level[0] = 1;
    must(refnuma_barrier(context));

    seconds = -MPI_Wtime();
    search(&g, level, context);
    seconds += MPI_Wtime();

    status = report("bfs", checksum_of_parts(level + g.first, g.first, g.count),
                    seconds);
    tell(context);
    graph_close(&g);
    refnuma_finalize(&context);
    MPI_Finalize();
    return status;
}
