/* tuned_test.c: an ordinary MPI program whose reductions and barriers the
 * library may replace. Usage: tuned_test CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "algos/test/cases.h"
#include "algos/test/expect.h"

enum { MOST = 200, THREADS = 3 };

/* Checks MPI_Allreduce of n values, out of place and in place. */
static void sum(MPI_Comm comm, int n)
{
    double in[MOST], out[MOST + 1], want;
    int rank, size;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < n; i++)
        in[i] = rank + 3.0 * i;
    out[n] = -1;
    EXPECT(MPI_Allreduce(in, out, n, MPI_DOUBLE, MPI_SUM, comm) == MPI_SUCCESS);
    EXPECT(out[n] == -1);
    EXPECT(MPI_Allreduce(MPI_IN_PLACE, in, n, MPI_DOUBLE, MPI_SUM, comm) ==
           MPI_SUCCESS);
    for (int i = 0; i < n; i++) {
        want = size * (size - 1) / 2.0 + 3.0 * i * size;
        EXPECT(out[i] == want);
        EXPECT(in[i] == want);
    }
}

static void case_sizes(void)
{
    for (int n = 0; n < MOST; n += 13)
        sum(MPI_COMM_WORLD, n);
    for (int i = 0; i < 10; i++)
        EXPECT(MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS);
}

/* MPI_Reduce to every root, and MPI_Allgather, both also in place. */
static void case_rooted(void)
{
    const int here = test_rank, ranks = test_size;
    int in[MOST], *all = test_alloc((size_t)(MOST * ranks) * sizeof(*all));

    for (int n = 0; n < MOST; n += 13) {
        for (int i = 0; i < 2 * ranks; i++) {
            const int root = i / 2;
            const bool own = i % 2 != 0 && here == root;

            for (int k = 0; k < n; k++)
                all[k] = own ? k + here : -1, in[k] = k + here;
            MPI_Reduce(own ? MPI_IN_PLACE : in, all, n, MPI_INT, MPI_SUM, root,
                       MPI_COMM_WORLD);
            for (int k = 0; k < n; k++)
                EXPECT(
                    all[k] ==
                    (here != root ? -1 : k * ranks + ranks * (ranks - 1) / 2));
        }
        for (int own = 0; own < 2; own++) {
            for (int k = 0; k < n; k++)
                all[n * here + k] = own ? in[k] : -1;
            MPI_Allgather(own ? MPI_IN_PLACE : in, own ? 0 : n,
                          own ? MPI_DATATYPE_NULL : MPI_INT, all, n, MPI_INT,
                          MPI_COMM_WORLD);
            for (int k = 0; k < n * ranks; k++)
                EXPECT(all[k] == k % n + k / n);
        }
    }
    free(all);
}

/* MPI_Reduce_scatter_block: each rank gets one block. */
static void case_blocks(void)
{
    int *in = test_alloc((size_t)(5 * test_size) * sizeof(*in)), out[5];

    for (int n = 0; n <= 5; n++) {
        for (int i = 0; i < n * test_size; i++)
            in[i] = test_rank + i;
        MPI_Reduce_scatter_block(in, out, n, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        for (int i = 0; i < n; i++)
            EXPECT(out[i] == test_size - 1 + n * test_rank + i);
    }
    free(in);
}

/* Does not commute: the result is the first operand, rank 0's. */
static void first(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    memcpy(inout, in, (size_t)*n * 2 * sizeof(int));
}

/* A predefined type with a gap; a type and an operation of the program. */
static void case_types(void)
{
    struct {
        double value;
        int place;
    } in[2] = {{test_rank, test_rank}, {-test_rank, test_rank}}, out[2];
    int two[] = {test_rank, 7}, result[] = {-1, -1};
    MPI_Datatype pair;
    MPI_Op op;

    MPI_Allreduce(in, out, 2, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    EXPECT(out[0].place == test_size - 1 && out[1].place == 0);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(first, 0, &op);
    MPI_Allreduce(two, result, 1, pair, op, MPI_COMM_WORLD);
    EXPECT(result[0] == 0 && result[1] == 7);
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
}

/* Communicators that come and go; one is an intercommunicator. */
static void case_comms(void)
{
    int odd = test_rank % 2, in = test_rank, out = -1, want = 0;
    MPI_Comm half, inter, copy;

    MPI_Comm_split(MPI_COMM_WORLD, odd, test_rank, &half);
    sum(half, 20);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !odd, 1, &inter);
    MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, inter);
    for (int i = !odd; i < test_size; i += 2)
        want += i;
    EXPECT(out == want);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    for (int i = 0; i < 3; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        sum(copy, 20 + i);
        MPI_Comm_free(&copy);
    }
    sum(MPI_COMM_SELF, 5);
}

static size_t too_large = SIZE_MAX; /* allocations of that size fail */

void *__libc_malloc(size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* Replace the C library's functions. */
void *malloc(size_t size)
{
    return size < too_large ? __libc_malloc(size) : NULL;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return size < too_large ? __libc_memalign(alignment, size) : NULL;
}

/* Without memory for a mock-up, the communicator's error handler is called. */
static void case_short(void)
{
    static double in[101], out[101];
    int rc, class;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    too_large = 800;
    rc = MPI_Allreduce(in, out, 101, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    too_large = SIZE_MAX;
    MPI_Error_class(rc, &class);
    EXPECT(class == MPI_ERR_NO_MEM);
    sum(MPI_COMM_WORLD, 101);
}

static int on_delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)keyval;
    (void)value;
    (void)extra;
    for (int n = 0; n < 30; n++)
        sum(comm, n);
    return MPI_SUCCESS;
}

/* Attributes whose delete functions call collectives on the communicator (for
 * MPI_COMM_WORLD in MPI_Finalize); communicators that reuse freed handles. */
static void case_dying(void)
{
    MPI_Comm comm;
    int keyval;

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &keyval, NULL);
    for (int i = 0; i < 3; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_set_attr(comm, keyval, NULL);
        if (i > 0)
            sum(comm, 20);
        MPI_Comm_free(&comm);
        MPI_Comm_split(MPI_COMM_WORLD, 0, -test_rank, &comm);
        sum(comm, 20);
        MPI_Comm_free(&comm);
    }
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, NULL);
    MPI_Comm_free_keyval(&keyval);
}

static void *thread_main(void *arg)
{
    for (int n = 0; n < 40; n++)
        sum(*(MPI_Comm *)arg, n);
    return NULL;
}

static void case_threads(void)
{
    pthread_t thread[THREADS];
    MPI_Comm comm[THREADS];
    int level;

    MPI_Query_thread(&level);
    if (level < MPI_THREAD_MULTIPLE) {
        test_skip("this MPI has no MPI_THREAD_MULTIPLE");
        return;
    }
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, thread_main, &comm[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        MPI_Comm_free(&comm[i]);
    }
}

/* A process spawned without the library joins. It runs this program, too. */
static void case_spawn(void)
{
    char *args[] = {"spawn", NULL};
    MPI_Comm parent, inter, all;

    MPI_Comm_get_parent(&parent);
    inter = parent;
    if (parent == MPI_COMM_NULL)
        MPI_Comm_spawn(getenv("TUNED_CHILD"), args, 1, MPI_INFO_NULL, 0,
                       MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
    MPI_Intercomm_merge(inter, parent != MPI_COMM_NULL, &all);
    sum(all, 20);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&inter);
}

/* The MPI library reports wrong arguments. */
static void case_wrong(void)
{
    int in = 1, out;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    EXPECT(MPI_Allreduce(&in, &out, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) !=
           MPI_SUCCESS);
    EXPECT(MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD) !=
           MPI_SUCCESS);
    EXPECT(MPI_Allreduce(&in, &out, 1, MPI_DATATYPE_NULL, MPI_SUM,
                         MPI_COMM_WORLD) != MPI_SUCCESS);
    sum(MPI_COMM_WORLD, 3);
}

static const struct test_case cases[] = {
    {"sizes", case_sizes},
    {"blocks", case_blocks},
    {"types", case_types},
    {"comms", case_comms},
    {"wrong", case_wrong},
    {"spawn", case_spawn},
    {"threads", case_threads},
    {"dying", case_dying},
    {"short", case_short},
    {"rooted", case_rooted},
    {NULL, NULL},
};

bool test_run_case(const char *name)
{
    return test_run(cases, name);
}
