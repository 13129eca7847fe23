/* cases_data.c: broadcasts of various sizes, roots, datatypes and buffers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "preload_test.h"

#include <stdlib.h>
#include <string.h>

static const size_t sizes[] = {
    0,    1,    7,     8,     63,   64,    65,    4095,   4096,   8191,
    8192, 8193, 65536, 70001, 1000, 20000, 99999, 262144, 524288, 1048577};

/* 9 native calls, then 20 sizes from each root. */
void case_sizes(void)
{
    test_warm(MPI_COMM_WORLD);
    for (int root = 0; root < test_size; root++)
        for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
            test_once(MPI_COMM_WORLD, root, sizes[i], i);
}

enum { INTS = 3000 };

/* Datatype of the even ranks: INTS integers in one dense block. */
static MPI_Datatype dense_type(void)
{
    MPI_Datatype type;

    MPI_Type_contiguous(INTS, MPI_INT, &type);
    MPI_Type_commit(&type);
    return type;
}

/* Datatype of the odd ranks: every other integer, first the second half. */
static MPI_Datatype gaps_type(void)
{
    int lengths[] = {1, 1}, displs[] = {INTS, 0};
    MPI_Datatype half, type;

    MPI_Type_vector(INTS / 2, 1, 2, MPI_INT, &half);
    MPI_Type_create_resized(half, 0, sizeof(int), &type);
    MPI_Type_free(&half);
    half = type;
    MPI_Type_indexed(2, lengths, displs, half, &type);
    MPI_Type_free(&half);
    MPI_Type_commit(&type);
    return type;
}

/* Returns the position of the message's integer i in the odd ranks' buffer. */
static int gaps_at(int i)
{
    return i < INTS / 2 ? INTS + 2 * i : 2 * (i - INTS / 2);
}

/* Different types and counts with the same signature: 9 native calls, then 2
 * from each root. */
void case_types(void)
{
    int odd = test_rank % 2, *buf = test_alloc(2 * INTS * sizeof(*buf));
    MPI_Datatype gaps = gaps_type(), dense = dense_type();

    test_warm(MPI_COMM_WORLD);
    for (int root = 0; root < test_size; root++)
        for (int as_ints = 0; as_ints < 2; as_ints++) {
            for (int i = 0; i < 2 * INTS; i++)
                buf[i] = -1;
            for (int i = 0; i < INTS && test_rank == root; i++)
                buf[odd ? gaps_at(i) : i] = i * 7 + root;
            if (!odd && as_ints)
                MPI_Bcast(buf, INTS, MPI_INT, root, MPI_COMM_WORLD);
            else
                MPI_Bcast(buf, 1, odd ? gaps : dense, root, MPI_COMM_WORLD);
            for (int i = 0; i < INTS; i++)
                EXPECT(buf[odd ? gaps_at(i) : i] == i * 7 + root);
            EXPECT(buf[odd ? 1 : INTS] == -1);
        }
    MPI_Type_free(&gaps);
    MPI_Type_free(&dense);
    free(buf);
}

/* MPI_BOTTOM with a type that contains the address: 9 native calls, 1 from each
 * root. */
void case_absolute(void)
{
    int value, one = 1;
    MPI_Datatype type, type_of = MPI_INT;
    MPI_Aint address;

    test_warm(MPI_COMM_WORLD);
    MPI_Get_address(&value, &address);
    MPI_Type_create_struct(1, &one, &address, &type_of, &type);
    MPI_Type_commit(&type);
    for (int root = 0; root < test_size; root++) {
        value = test_rank == root ? 1000 + root : -1;
        MPI_Bcast(MPI_BOTTOM, 1, type, root, MPI_COMM_WORLD);
        EXPECT(value == 1000 + root);
    }
    MPI_Type_free(&type);
}

/* MPI_Bcast_c, if the MPI library has it: 9 native calls, 5 shared ones. */
void case_large(void)
{
#ifdef HAVE_MPI_LARGE_COUNTS
    unsigned char buf[3000];

    test_warm(MPI_COMM_WORLD);
    for (unsigned i = 0; i < 5; i++) {
        test_fill(buf, sizeof(buf), test_rank == 0 ? i : i + 1);
        MPI_Bcast_c(buf, sizeof(buf), MPI_BYTE, 0, MPI_COMM_WORLD);
        EXPECT(test_same(buf, sizeof(buf), i));
    }
#endif
}
