/* loop.c: latency as most benchmarks measure it: a barrier, the operation
 * between two readings of MPI_Wtime, the mean over the calls, then over the
 * ranks.
 *
 * loop SECONDS, under mpiexec with 2 ranks: a line "op bytes mean oneway" for
 * each case, microseconds; oneway: a cache line's way from rank to rank, best of
 * 20 games, by the loop itself just before. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { WARMUP = 200, BLOCK = 64, TRIPS = 1000, GAMES = 20 };

static int rank;

static double oneway(void)
{
    struct {
        _Alignas(128) atomic_int ping;
        _Alignas(128) atomic_int pong;
    } *t;
    double best = 1;
    MPI_Aint size;
    MPI_Win win;
    int unit;

    MPI_Win_allocate_shared(rank == 0 ? sizeof(*t) : 0, 1, MPI_INFO_NULL,
                            MPI_COMM_WORLD, &t, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &t);
    if (rank == 0)
        t->ping = t->pong = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int game = 0, n = 0; game < GAMES; game++) {
        double start = MPI_Wtime(), took;

        for (int i = 0; i < TRIPS; i++) {
            n++;
            if (rank == 0) {
                t->ping = n;
                while (t->pong != n)
                    continue;
            } else {
                while (t->ping != n)
                    continue;
                t->pong = n;
            }
        }
        took = (MPI_Wtime() - start) / (2 * TRIPS);
        best = took < best ? took : best;
    }
    MPI_Win_free(&win);
    return best;
}

static double measure(void *buf, int bytes, double seconds)
{
    double begin = 0, sum = 0, all;
    long n = 0;
    int more = 1;

    for (long i = -WARMUP; more; i++) {
        double start, took;

        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        if (bytes > 0)
            MPI_Bcast(buf, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        else
            MPI_Barrier(MPI_COMM_WORLD);
        took = MPI_Wtime() - start;
        if (i == 0)
            begin = start;
        if (i < 0)
            continue;
        sum += took;
        n++;
        if (n % BLOCK == 0) { /* rank 0's clock ends it for both */
            more = MPI_Wtime() - begin < seconds;
            MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
        }
    }
    sum /= (double)n;
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all / 2;
}

int main(int argc, char **argv)
{
    static const int sizes[] = {8, 1024, 65536, 0};
    double seconds = argc > 1 ? atof(argv[1]) : 0.5;
    char *buf = calloc(1, 65536);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 4; i++) {
        double way = oneway(), mean = measure(buf, sizes[i], seconds);

        if (rank == 0)
            printf("%s %d %.6f %.6f\n", sizes[i] > 0 ? "bcast" : "barrier",
                   sizes[i], 1e6 * mean, 1e6 * way);
    }
    free(buf);
    MPI_Finalize();
    return 0;
}
