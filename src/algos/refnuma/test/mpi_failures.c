/* mpi_failures.c: one rank lacks memory in a barrier. No rank hangs, and all
 * ranks learn of the failure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "refnuma_mpi.h"
#include "../array.h"

/* The round in which sending a message fails: before or after the reduction. */
enum place { NOWHERE, ROUND_1, ROUND_2 };

static enum place lacking;

int __real_microshmem_post(void *memory, size_t tag, const void *data,
                           size_t bytes, int rank);
int __wrap_microshmem_post(void *memory, size_t tag, const void *data,
                           size_t bytes, int rank);

int __wrap_microshmem_post(void *memory, size_t tag, const void *data,
                           size_t bytes, int rank)
{
    enum rn_message_kind kind = tag & ((1U << RN_KIND_BITS) - 1);

    if (lacking == (kind == RN_UPDATE ? ROUND_2 : ROUND_1))
        return -1;
    return __real_microshmem_post(memory, tag, data, bytes, rank);
}

static int barrier(struct test_array *t, enum place place)
{
    lacking = test_rank == test_size - 1 ? place : NOWHERE;
    return refnuma_barrier(t->context);
}

/* Every rank writes to its own page and to one of the next rank, which it has
 * touched before. */
static void write_all(const struct test_array *t, double x)
{
    size_t next = (t->first + t->count) % (t->count * (size_t)test_size);

    t->v[t->first] = x;
    t->v[next + 1] = x;
}

static void fails(const struct refnuma_options *o, enum place place)
{
    struct test_array t;
    int rc;

    test_array_open(&t, o, 1);
    write_all(&t, 1);
    EXPECT(barrier(&t, NOWHERE) == MPI_SUCCESS);
    write_all(&t, 2);
    rc = barrier(&t, place);
    if (test_rank == test_size - 1)
        EXPECT(rc == MPI_ERR_NO_MEM);
    else if (place == ROUND_1 || o->first_read == REFNUMA_DELIVER)
        EXPECT(rc == MPI_ERR_NO_MEM); /* the reduction tells all ranks */
    else
        EXPECT(rc == MPI_SUCCESS);
    for (int i = 0; i < 2; i++) {
        EXPECT(barrier(&t, NOWHERE) == MPI_ERR_NO_MEM);
        EXPECT(strstr(refnuma_failure(), "no memory for a barrier") != NULL);
        EXPECT(strstr(refnuma_failure(), " may help") != NULL);
    }
    test_array_close(&t);
}

void case_failures(const struct refnuma_options *o)
{
    if (test_size < 2) /* a single rank sends nothing */
        return;
    for (enum place place = ROUND_1; place <= ROUND_2; place++)
        fails(o, place);
}
