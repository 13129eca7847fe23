/* test_redop.c: the MPI library computes what our own reductions say. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <mpi.h>
#include "lib/test/unit.h"
#include "ops/dtype.h"
#include "ops/test/execute.h"

enum { COUNT = 1000, LARGEST = 4095, SIZE_MAX_ELEMENT = 8 };

/* Numbers as --verify sends them: below 4096, small ones too. */
static int64_t number(const struct dtype *t, const struct redop *op, int i)
{
    int64_t x = (i % 3 == 0 ? i % 4 : i * 7919) & LARGEST;

    x |= op->always;
    return t->kind == DTYPE_BYTES ? x & 0xff : x;
}

static void compare(const struct dtype *t, const struct redop *op, MPI_Op mpi)
{
    unsigned char in[COUNT * SIZE_MAX_ELEMENT], out[COUNT * SIZE_MAX_ELEMENT];

    assert_true(t->size <= SIZE_MAX_ELEMENT);
    for (int i = 0; i < COUNT; i++) {
        element_store(t, number(t, op, i), in + (size_t)i * t->size);
        element_store(t, number(t, op, i + 7), out + (size_t)i * t->size);
    }
    assert_int_equal(MPI_Reduce_local(in, out, COUNT, t->mpi, mpi),
                     MPI_SUCCESS);
    for (int i = 0; i < COUNT; i++) {
        int64_t x = op->apply(number(t, op, i), number(t, op, i + 7));
        int64_t got = element_load(t, out + (size_t)i * t->size);

        if (got != x)
            fail_msg("%s of %s, element %d: %lld instead of %lld", op->name,
                     t->name, i, (long long)got, (long long)x);
    }
}

static void every_reduction_on_every_type(void **state)
{
    int compared = 0;

    (void)state;
    for (size_t k = 0; redop_table[k] != NULL; k++) {
        const struct redop *op = redop_table[k];
        MPI_Op mpi = op->mpi;

        if (op->function != NULL)
            MPI_Op_create(op->function, op->commute, &mpi);
        for (size_t i = 0; dtype_table[i] != NULL; i++) {
            const struct dtype *t = dtype_table[i];

            if (t->create != NULL || !(op->kinds >> t->kind & 1))
                continue;
            compare(t, op, mpi);
            compared++;
        }
        if (op->function != NULL)
            MPI_Op_free(&mpi);
    }
    assert_true(compared > 30);
}

UNIT_GROUP(redop)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reduction_on_every_type),
    };
    int failed, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &provided);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    MPI_Finalize();
    /* MPI_Init() leaks by itself. */
    fflush(stdout);
    _Exit(failed);
}
