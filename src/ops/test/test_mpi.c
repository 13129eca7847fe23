/* test_mpi.c: tests that need MPI: the library's reductions equal ours;
 * messages from a file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include "lib/test/unit.h"
#include "ops/dtype.h"
#include "ops/layout.h"
#include "ops/pattern.h"
#include "ops/test/world.h"

enum { COUNT = 1000, LARGEST = 4095, SIZE_MAX_ELEMENT = 8 };

/* Returns test data like --verify's: below 4096, with some small values. */
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

UNIT_TEST(every_reduction_on_every_type)
{
    int compared = 0;

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

static const char set[] =
    "# msgsched 1\nranks 1\nnode 0 5\n0 0 8 3 2\n0 0 12\n";

/* Loads the messages for elements of this size. changed: as if the digest of
 * the file had changed. Returns NULL, or why it failed. */
static char *load(const char *file, size_t type_size, bool changed,
                  struct edges *e)
{
    struct op_content content = {.bytes = -1};
    struct op_args a = {
        .size = 1, .type_size = type_size, .comm = MPI_COMM_SELF};
    char *cause = NULL;
    int rc;

    assert_int_equal(
        pattern_load_content(file, MPI_COMM_SELF, &content, &cause),
        MPI_SUCCESS);
    assert_int_equal(content.bytes, 28);
    a.digest = content.digest + changed;
    rc = pattern_load(file, &a, e, &cause);
    assert_int_equal(rc == MPI_SUCCESS, cause == NULL);
    return cause;
}

UNIT_TEST(messages_of_a_file)
{
    char file[] = "/tmp/test_mpi.XXXXXX", expected[80], *cause;
    int fd = mkstemp(file);
    struct edges e;

    assert_true(fd >= 0 && write(fd, set, strlen(set)) == (ssize_t)strlen(set));
    close(fd);
    assert_null(load(file, 4, false, &e));
    assert_int_equal(e.node[0], 5);
    assert_true(e.nin == 3 && e.nout == 3);
    for (int i = 0; i < 3; i++) {
        assert_true(e.in[i].block == i && e.in[i].tag == (i < 2 ? 3 : 0));
        assert_true(e.out[i].count == (i < 2 ? 2 : 3));
    }
    edges_free(&e);
    cause = load(file, 8, false, &e);
    snprintf(expected, sizeof(expected),
             "%s: a message of 12 bytes is not a multiple of elements of 8",
             file);
    assert_string_equal(cause, expected);
    free(cause);
    edges_free(&e);
    cause = load(file, 4, true, &e);
    snprintf(expected, sizeof(expected), "%s has changed since the run began",
             file);
    assert_string_equal(cause, expected);
    free(cause);
    edges_free(&e);
    unlink(file);
}

UNIT_GROUP(mpi)
{
    int failed, provided;

    MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &provided);
    failed = UNIT_RUN(NULL, NULL);
    MPI_Finalize();
    /* skips the leak check: MPI_Init() itself leaks */
    fflush(stdout);
    _Exit(failed);
}
