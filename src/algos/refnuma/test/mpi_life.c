/* mpi_life.c: calls that must fail, and several contexts at the same time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "refnuma_mpi.h"

/* Checks that the reason of the last failure contains this text. */
static void said(const char *what)
{
    EXPECT(strstr(refnuma_failure(), what) != NULL);
}

static void refused_arrays(struct refnuma *c)
{
    struct refnuma_array *a = NULL;
    MPI_Datatype gaps;

    MPI_Type_vector(2, 1, 2, MPI_DOUBLE, &gaps);
    MPI_Type_commit(&gaps);
    EXPECT(refnuma_alloc(c, 100, gaps, &a) == MPI_ERR_TYPE && a == NULL);
    said("gaps");
    MPI_Type_free(&gaps);
    EXPECT(refnuma_alloc_blocks(c, 8, 8, 8, test_size + 1, 1, MPI_DOUBLE, &a) !=
           MPI_SUCCESS);
    EXPECT(a == NULL && refnuma_failure()[0] != 0);
    EXPECT(refnuma_alloc(c, SIZE_MAX / 2, MPI_DOUBLE, &a) != MPI_SUCCESS);
    EXPECT(a == NULL && refnuma_failure()[0] != 0);
    /* if one rank passes a bad argument, all ranks fail with its reason */
    EXPECT(refnuma_alloc(c, 100,
                         test_rank == test_size - 1 ? MPI_DATATYPE_NULL
                                                    : MPI_DOUBLE,
                         &a) == MPI_ERR_TYPE);
    said("datatype");
}

/* Checks that all ranks get the error that their arguments differ. */
static void differs(int rc)
{
    EXPECT(rc == MPI_ERR_ARG);
    said("ranks made different calls or passed");
}

/* One rank passes other arguments than the rest. */
static void differing_arrays(struct refnuma *c)
{
    bool odd = test_rank == test_size - 1;
    size_t n = 1000 * (size_t)test_size, rows = (size_t)test_size;
    struct refnuma_array *a = NULL;
    size_t *counts = test_alloc((size_t)test_size * sizeof(*counts));

    differs(refnuma_alloc(c, odd ? n + 1 : n, MPI_DOUBLE, &a));
    differs(refnuma_alloc(c, n, odd ? MPI_LONG : MPI_DOUBLE, &a));
    differs(refnuma_alloc(c, n, odd ? MPI_CHAR : MPI_DOUBLE, &a));
    for (int r = 0; r < test_size; r++)
        counts[r] = 100;
    counts[0] += odd;
    counts[1] -= odd;
    differs(refnuma_alloc_sections(c, counts, MPI_DOUBLE, &a));
    differs(refnuma_alloc_blocks(c, rows, 512, 512 + odd, test_size, 1,
                                 MPI_DOUBLE, &a));
    differs(refnuma_alloc_blocks(c, rows, rows, 512, odd ? 1 : test_size,
                                 odd ? test_size : 1, MPI_DOUBLE, &a));
    differs(odd ? refnuma_alloc(c, 100 * rows, MPI_DOUBLE, &a)
                : refnuma_alloc_blocks(c, rows, 100, 100, test_size, 1,
                                       MPI_DOUBLE, &a));
    EXPECT(a == NULL);
    /* if one rank passes a NULL argument, all ranks fail */
    EXPECT(refnuma_alloc(c, n, MPI_DOUBLE, odd ? NULL : &a) == MPI_ERR_ARG);
    EXPECT(refnuma_alloc_sections(c, odd ? NULL : counts, MPI_DOUBLE, &a) ==
           MPI_ERR_ARG);
    EXPECT(a == NULL);
    free(counts);
}

/* The ranks name arrays in different orders, or call different functions. */
static void differing_calls(struct refnuma *c)
{
    bool odd = test_rank == test_size - 1;
    size_t n = 1000 * (size_t)test_size;
    struct refnuma_array *a, *b, *late = NULL;

    EXPECT(refnuma_alloc(c, n, MPI_DOUBLE, &a) == MPI_SUCCESS);
    EXPECT(refnuma_alloc(c, n, MPI_DOUBLE, &b) == MPI_SUCCESS);
    differs(refnuma_combine_add(odd ? a : b));
    differs(refnuma_free(odd ? &a : &b));
    differs(odd ? refnuma_alloc(c, n, MPI_DOUBLE, &late) : refnuma_free(&b));
    EXPECT(a != NULL && b != NULL && late == NULL);
    EXPECT(refnuma_barrier(c) == MPI_SUCCESS);
    EXPECT(refnuma_free(&b) == MPI_SUCCESS && refnuma_free(&a) == MPI_SUCCESS);
}

static void refused_calls(struct refnuma *c)
{
    struct refnuma_array *a, *late;
    struct refnuma *whole = c;
    size_t first, count;

    EXPECT(refnuma_alloc(c, 1000, MPI_DOUBLE, &a) == MPI_SUCCESS);
    EXPECT(refnuma_long(a) == NULL && refnuma_double(a) != NULL);
    EXPECT(refnuma_touch_range(a, 900, 101) == MPI_ERR_ARG);
    EXPECT(refnuma_section(a, test_size, &first, &count) == MPI_ERR_RANK);
    EXPECT(refnuma_block(a, 0, &first, &count, &first, &count) == MPI_ERR_ARG);
    EXPECT(refnuma_barrier_end(c) == MPI_ERR_OTHER);
    said("no barrier has begun");
    EXPECT(refnuma_barrier_begin(c) == MPI_SUCCESS);
    EXPECT(refnuma_barrier_begin(c) == MPI_ERR_OTHER);
    EXPECT(refnuma_barrier(c) == MPI_ERR_OTHER);
    EXPECT(refnuma_free(&a) == MPI_ERR_OTHER && a != NULL);
    EXPECT(refnuma_alloc(c, 10, MPI_DOUBLE, &late) == MPI_ERR_OTHER);
    EXPECT(refnuma_write(a, "/nowhere/array") == MPI_ERR_OTHER);
    EXPECT(refnuma_read(a, "/nowhere/array") == MPI_ERR_OTHER);
    EXPECT(refnuma_unsubscribe(a, 0, 0) == MPI_ERR_OTHER);
    EXPECT(refnuma_finalize(&whole) == MPI_ERR_OTHER && whole == c);
    said("has begun but not ended");
    EXPECT(refnuma_barrier_end(c) == MPI_SUCCESS);
    EXPECT(refnuma_combine_add(a) == MPI_ERR_ARG);
    said("barrier");
    /* a bad range is an error on its rank only; the barrier takes place */
    EXPECT(refnuma_unsubscribe(a, 900, test_rank == 0 ? 101 : 100) ==
           (test_rank == 0 ? MPI_ERR_ARG : MPI_SUCCESS));
    EXPECT(refnuma_barrier(c) == MPI_SUCCESS);
    EXPECT(refnuma_free(&a) == MPI_SUCCESS && a == NULL);
}

void case_refused(void)
{
    struct refnuma_options o = refnuma_options_default();
    struct refnuma *c = NULL;

    EXPECT(refnuma_init(MPI_COMM_NULL, NULL, &c) == MPI_ERR_ARG && c == NULL);
    o.check = test_rank == 0;
    if (test_size > 1) {
        differs(refnuma_init(MPI_COMM_WORLD, &o, &c));
        EXPECT(refnuma_init(MPI_COMM_WORLD, NULL, test_rank == 0 ? NULL : &c) ==
               MPI_ERR_ARG);
    }
    o.check = false;
    o.touch = REFNUMA_TOUCH_CALL;
    o.detect = REFNUMA_DETECT_UFFD;
    EXPECT(refnuma_init(MPI_COMM_WORLD, &o, &c) ==
           MPI_ERR_UNSUPPORTED_OPERATION);
    EXPECT(c == NULL);
    EXPECT(refnuma_init(MPI_COMM_WORLD, NULL, &c) == MPI_SUCCESS);
    EXPECT(refnuma_failure()[0] == 0); /* even if there is no userfaultfd */
    refused_arrays(c);
    if (test_size > 1) {
        differing_arrays(c);
        differing_calls(c);
    }
    refused_calls(c);
    EXPECT(refnuma_finalize(&c) == MPI_SUCCESS && c == NULL);
    EXPECT(refnuma_finalize(&c) == MPI_ERR_ARG);
}

/* Each rank writes to the section of the next rank. */
static void ring(struct refnuma *c, struct refnuma_array *a, int rank, int n,
                 int step)
{
    double *v = refnuma_double(a);
    size_t first, count, mine;

    EXPECT(refnuma_section(a, (rank + 1) % n, &first, &count) == MPI_SUCCESS);
    EXPECT(refnuma_section(a, rank, &mine, &count) == MPI_SUCCESS);
    v[first + (size_t)step] = rank * 1000 + step;
    EXPECT(refnuma_barrier(c) == MPI_SUCCESS);
    EXPECT(v[mine + (size_t)step] == (rank + n - 1) % n * 1000 + step);
}

/* A context of all ranks, one of every second rank, and different options. */
void case_contexts(void)
{
    struct refnuma_options o = refnuma_options_default();
    struct refnuma *all = NULL, *half = NULL;
    struct refnuma_array *a, *b;
    MPI_Comm comm;
    int rank, n;

    MPI_Comm_split(MPI_COMM_WORLD, test_rank % 2, -test_rank, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &n);
    EXPECT(refnuma_init(MPI_COMM_WORLD, &o, &all) == MPI_SUCCESS);
    o.first_read = REFNUMA_DELIVER;
    EXPECT(refnuma_init(comm, &o, &half) == MPI_SUCCESS);
    MPI_Comm_free(&comm); /* both contexts have duplicates */
    EXPECT(refnuma_alloc(all, 1000 * (size_t)test_size, MPI_DOUBLE, &a) ==
           MPI_SUCCESS);
    EXPECT(refnuma_alloc(half, 1000 * (size_t)n, MPI_DOUBLE, &b) ==
           MPI_SUCCESS);
    for (int step = 0; step < 20; step++) {
        ring(all, a, test_rank, test_size, step);
        ring(half, b, rank, n, step);
    }
    EXPECT(refnuma_finalize(&half) == MPI_SUCCESS);
    ring(all, a, test_rank, test_size, 30);
    EXPECT(refnuma_finalize(&all) == MPI_SUCCESS);
}
