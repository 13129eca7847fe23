/* measure.c: measures a function of this program: synchronized launches, a mean
 * and its interval.
 *   mpicc measure.c -o measure $(pkg-config --cflags --libs mpiperf-measure)
 *   mpiexec -n 4 ./measure */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <mpiperf/measure.h>
#include <stdio.h>

/* The measured function: two sums in one call. */
static int sums(void *state, MPI_Comm comm)
{
    double *x = state, y[2];

    return MPI_Allreduce(x, y, 2, MPI_DOUBLE, MPI_SUM, comm);
}

static void passed(void *user, long pass, double mean)
{
    fprintf(user, "pass %ld: %.3f us\n", pass, 1e6 * mean);
}

int main(int argc, char **argv)
{
    struct measure_how how = {.max_time = 2, .passed = passed, .user = stderr};
    struct measure_times t;
    double x[2] = {1, 2};
    char why[200];
    int rank, rc;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    rc = measure_function(MPI_COMM_WORLD, sums, x, &how, &t, why, sizeof(why));
    if (rank == 0 && rc != 0)
        fprintf(stderr, "measure: %s\n", why);
    else if (rank == 0)
        printf("two sums: %.3f us [%.3f, %.3f], %ld launches\n", 1e6 * t.mean,
               1e6 * t.mean_lo, 1e6 * t.mean_hi, t.valid);
    MPI_Finalize();
    return rc != 0;
}
