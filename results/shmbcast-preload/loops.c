/* loops.c: the loops of two well-known benchmarks around MPI_Bcast, with every
 * byte looked at: loops osu|imb. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * osu: a barrier, then one call that is timed, root 0. imb: two barriers, then
 * a block of calls without anything between them, the root another each time,
 * each call with a buffer of its own. A line a size: bytes, microseconds a
 * call (mean over the calls; over the ranks the mean, least and most), wrong
 * bytes, digest of what all ranks received.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 20, SMALL_CALLS = 1000, LARGE_CALLS = 100 };
enum { SMALL = 8192, WARM = 20, SPAN = 32 << 20 };

struct loop {
    int rank, size, calls;
    size_t nbytes;
    unsigned char *buf; /* SPAN bytes, cleared before every block */
    double seconds;
    long long wrong;
    uint64_t digest;
};

static unsigned char byte_of(size_t i, int call)
{
    return (unsigned char)(i * 167 + (i >> 8) * 41 + (size_t)call * 59);
}

static void fill(const struct loop *l, unsigned char *at, int call, int root)
{
    for (size_t i = 0; i < l->nbytes; i++)
        at[i] = l->rank == root ? byte_of(i, call) : 0xee;
}

static void look(struct loop *l, const unsigned char *at, int call)
{
    for (size_t i = 0; i < l->nbytes; i++) {
        l->wrong += at[i] != byte_of(i, call);
        l->digest = (l->digest ^ at[i]) * 1099511628211u; /* FNV-1a */
    }
}

static void osu(struct loop *l)
{
    for (int i = -WARM; i < l->calls; i++) {
        double start;

        fill(l, l->buf, i, 0);
        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        MPI_Bcast(l->buf, (int)l->nbytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        if (i >= 0)
            l->seconds += MPI_Wtime() - start;
        look(l, l->buf, i);
    }
}

/* As many calls as there are buffers, from call [begin] on. */
static void imb_block(struct loop *l, int begin, int n)
{
    double start;

    for (int i = 0; i < n; i++)
        fill(l, l->buf + (size_t)i * l->nbytes, begin + i, i % l->size);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    for (int i = 0; i < n; i++)
        MPI_Bcast(l->buf + (size_t)i * l->nbytes, (int)l->nbytes, MPI_BYTE,
                  i % l->size, MPI_COMM_WORLD);
    if (begin >= 0)
        l->seconds += MPI_Wtime() - start;
    for (int i = 0; i < n; i++)
        look(l, l->buf + (size_t)i * l->nbytes, begin + i);
}

static void imb(struct loop *l)
{
    int most = (int)(SPAN / l->nbytes);

    imb_block(l, -WARM, WARM);
    for (int done = 0; done < l->calls; done += most)
        imb_block(l, done, l->calls - done < most ? l->calls - done : most);
}

static void show(const char *name, const struct loop *l)
{
    double mine = l->seconds / l->calls * 1e6, sum, least, most;
    long long wrong;
    uint64_t digest;

    MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&mine, &least, 1, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Reduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&l->wrong, &wrong, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&l->digest, &digest, 1, MPI_UINT64_T, MPI_BXOR, 0,
               MPI_COMM_WORLD);
    if (l->rank == 0)
        printf("%s %zu %.3f %.3f %.3f %lld %016llx\n", name, l->nbytes,
               sum / l->size, least, most, wrong, (unsigned long long)digest);
}

int main(int argc, char **argv)
{
    struct loop l = {.buf = malloc(SPAN)};
    int is_osu = argc > 1 && strcmp(argv[1], "osu") == 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &l.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &l.size);
    if (l.buf == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    memset(l.buf, 0, SPAN);
    for (l.nbytes = 1; l.nbytes <= LARGEST; l.nbytes *= 2) {
        l.calls = l.nbytes <= SMALL ? SMALL_CALLS : LARGE_CALLS;
        l.seconds = 0;
        l.wrong = 0;
        /* ranks differ: what is equal shall not cancel out */
        l.digest = 14695981039346656037u + (uint64_t)l.rank;
        if (is_osu)
            osu(&l);
        else
            imb(&l);
        show(is_osu ? "osu" : "imb", &l);
    }
    free(l.buf);
    MPI_Finalize();
    return 0;
}
