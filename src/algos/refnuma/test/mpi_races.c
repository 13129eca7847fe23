/* mpi_races.c: results of programs with races, and reports of check mode. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "refnuma_mpi.h"

enum { ELEMENT = 5 };

/*
 * An element is 1. Rank 1 writes 2 to it. Rank 2 touches the page for the first
 * time and writes 1. The owner ends with 1, as in its twin, so a barrier that
 * sent only differences would leave 2 on rank 1. If the page was delivered to
 * rank 2, that rank's write changes nothing.
 */
static void overwritten(struct test_array *t, bool deliver)
{
    int end = test_size < 2 ? 1 : test_size == 2 || deliver ? 2 : 1;

    if (test_rank == 0)
        t->v[ELEMENT] = 1;
    if (test_rank == 1)
        (void)*(volatile double *)&t->v[ELEMENT];
    test_barrier(t);
    if (test_rank == 1) {
        EXPECT(t->v[ELEMENT] == 1);
        t->v[ELEMENT] = 2;
    }
    if (test_rank == 2)
        t->v[ELEMENT] = 1;
    test_barrier(t);
    if (test_rank < 3)
        EXPECT(t->v[ELEMENT] == end);
}

void case_order(const struct refnuma_options *o)
{
    struct test_array t;

    test_array_open(&t, o, 1);
    overwritten(&t, o->first_read == REFNUMA_DELIVER);
    /* if several ranks write, all ranks get the highest rank's value */
    t.v[ELEMENT] = 10 + test_rank;
    test_barrier(&t);
    EXPECT(t.v[ELEMENT] == 10 + test_size - 1);
    test_array_close(&t);
}

static int64_t sum(int64_t mine)
{
    int64_t all = 0;

    MPI_Allreduce(&mine, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

void case_races(const struct refnuma_options *o)
{
    struct refnuma_options options = *o;
    struct test_array t;
    int64_t undefined;

    options.check = true;
    test_array_open(&t, &options, 2);
    t.v[ELEMENT] = 1 + test_rank; /* all ranks write the same element */
    test_barrier(&t);
    EXPECT(t.v[ELEMENT] == test_size);
    EXPECT(sum(test_info(&t).races) == (test_size > 1));
    t.v[t.first + 1] = 1; /* each rank writes its own element */
    test_barrier(&t);
    EXPECT(sum(test_info(&t).races) == (test_size > 1));
    /* each rank copies an element that was not delivered into its section */
    t.v[t.first + 2] =
        t.v[(t.first + t.count + t.page) % (t.count * (size_t)test_size)];
    test_barrier(&t);
    undefined = test_size > 1 && o->first_read == REFNUMA_UNDEFINED ? 1 : 0;
    EXPECT(test_info(&t).undefined == undefined);
    test_array_close(&t);
}

/*
 * An array of bytes ends with three elements in the last word. Their owner, the
 * last rank, writes them, and all ranks write after the end of the array: into
 * the same word and into the rest of the page. The owner's values must survive.
 */
void case_excess(const struct refnuma_options *o)
{
    size_t n = 64 * 1024 * (size_t)test_size + 3;
    struct refnuma_array *a;
    struct refnuma *c;
    char *v;

    EXPECT(refnuma_init(MPI_COMM_WORLD, o, &c) == MPI_SUCCESS);
    EXPECT(refnuma_alloc(c, n, MPI_CHAR, &a) == MPI_SUCCESS);
    v = refnuma_pointer(a);
    EXPECT(refnuma_touch_range(a, n - 1, 1) == MPI_SUCCESS);
    for (int step = 1; step < 4; step++) {
        if (refnuma_owner(a, n - 1) == test_rank)
            memset(v + n - 3, step, 3);
        v[n] = v[n + 100] = (char)(10 * step + test_rank);
        EXPECT(refnuma_barrier(c) == MPI_SUCCESS);
        for (size_t i = n - 3; i < n; i++)
            EXPECT(v[i] == step);
        EXPECT(v[n + 100] == 10 * step + test_rank);
    }
    EXPECT(refnuma_finalize(&c) == MPI_SUCCESS);
}
