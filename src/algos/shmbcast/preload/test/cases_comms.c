/* cases_comms.c: communicators of all kinds, addresses and counts. On each
 * communicator, the first 9 calls are native. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "preload_test.h"

#include <stdlib.h>
#include <string.h>

/* MPI_BOTTOM, with a type that contains the address: 9 native calls, then 1
 * from each root. */
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

/* A communicator of one rank: 60 native calls. */
void case_alone(void)
{
    test_some(MPI_COMM_SELF, 60, 100);
}

/* The even ranks send to the odd ones: 20 native calls. */
void case_inter(void)
{
    MPI_Comm half, inter;
    unsigned char buf[5000];
    int odd = test_rank % 2, rank, root;

    MPI_Comm_split(MPI_COMM_WORLD, odd, test_rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !odd, 1, &inter);
    MPI_Comm_rank(half, &rank);
    root = odd ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    for (unsigned i = 0; i < 20; i++) {
        test_fill(buf, sizeof(buf), odd ? i + 1 : i);
        MPI_Bcast(buf, sizeof(buf), MPI_BYTE, root, inter);
        EXPECT(test_same(buf, sizeof(buf), i));
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* A child that was started without the library joins: 15 native calls with it;
 * without it, 9 native and 6 shared ones. The child runs the same program. */
void case_spawn(void)
{
    MPI_Comm parent, inter, all;
    char *args[] = {"spawn", NULL};

    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL)
        MPI_Comm_spawn(getenv("PRELOAD_CHILD"), args, 1, MPI_INFO_NULL, 0,
                       MPI_COMM_WORLD, &inter, MPI_ERRCODES_IGNORE);
    else
        inter = parent;
    MPI_Intercomm_merge(inter, parent != MPI_COMM_NULL, &all);
    test_some(all, 15, 1000);
    if (parent == MPI_COMM_NULL)
        test_some(MPI_COMM_WORLD, 15, 1000);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&inter);
}

static int on_copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out,
                   int *flag)
{
    (void)comm;
    (void)keyval;
    (void)in;
    (void)out;
    *flag = 0;
    ++*(int *)extra;
    return MPI_SUCCESS;
}

/* The program does not notice the library: attributes are not copied, the error
 * handler stays, and a copy of a communicator has its own state. Twice 9 native
 * and 6 shared calls. */
void case_attributes(void)
{
    int keyval, copies = 0, value = 1;
    MPI_Errhandler handler;
    MPI_Comm comm;

    MPI_Comm_create_keyval(on_copy, MPI_COMM_NULL_DELETE_FN, &keyval, &copies);
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &value);
    test_some(MPI_COMM_WORLD, 15, 1000);
    EXPECT(copies == 0);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    EXPECT(handler == MPI_ERRORS_ARE_FATAL);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    EXPECT(copies == 1);
    test_some(comm, 15, 1000);
    MPI_Comm_free(&comm);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
    MPI_Comm_free_keyval(&keyval);
}

static int on_delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)keyval;
    (void)extra;
    test_some(comm, *(int *)value, 1000);
    return MPI_SUCCESS;
}

/* A communicator has an attribute that broadcasts when it is deleted. It is
 * freed after [before] broadcasts. One that may get its handle has 9 native and
 * 21 shared ones. What the attribute broadcasts is native and not counted. */
static void die(int keyval, int *calls, int before)
{
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_attr(comm, keyval, calls);
    test_some(comm, before, 1000);
    if (before > 0 && test_rank == 0) /* finds its channel in another way */
        test_some(MPI_COMM_SELF, 1, 1000);
    MPI_Comm_free(&comm);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -test_rank, &comm);
    test_some(comm, 30, 1000);
    MPI_Comm_free(&comm);
}

/* In addition, 20 on MPI_COMM_WORLD in MPI_Finalize. */
void case_dying(void)
{
    static int calls = 20;
    int keyval;

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &keyval, NULL);
    die(keyval, &calls, 0);
    die(keyval, &calls, 9);
    die(keyval, &calls, 30);
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &calls);
    MPI_Comm_free_keyval(&keyval);
}

/* 20 communicators, each freed while a message is on its way, after 9 native
 * and 6 shared calls. */
void case_pending(void)
{
    int right = (test_rank + 1) % test_size;
    int left = (test_rank + test_size - 1) % test_size;
    static char in[200000], out[200000];

    for (int i = 0; i < 20; i++) {
        MPI_Request requests[2];
        MPI_Status statuses[2];
        MPI_Comm comm;

        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        test_some(comm, 15, 1000);
        memset(out, i, sizeof(out));
        MPI_Irecv(in, sizeof(in), MPI_BYTE, left, 0, comm, &requests[0]);
        MPI_Isend(out, sizeof(out), MPI_BYTE, right, 0, comm, &requests[1]);
        MPI_Comm_free(&comm);
        MPI_Waitall(2, requests, statuses);
        EXPECT(in[0] == i && in[sizeof(in) - 1] == i);
    }
}

/* 5 communicators that are never freed: 9 native and 6 shared calls on each. */
void case_leak(void)
{
    for (int i = 0; i < 5; i++) {
        MPI_Comm comm;

        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        test_some(comm, 15, 1000);
    }
}
