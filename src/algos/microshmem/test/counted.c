/* counted.c: messages of a PE, as MPI sees them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "microshmem_mpi.h"

static int64_t messages, bytes;

int MPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag,
              MPI_Comm comm, MPI_Request *request)
{
    int size;

    MPI_Type_size(type, &size);
    messages++;
    bytes += (int64_t)count * size;
    return PMPI_Isend(buf, count, type, dest, tag, comm, request);
}

/* Between neighbours in a ring: what a PE sends does not depend on their
 * number. */
void case_ring(void)
{
    enum { BARRIERS = 50, N = 40 };
    int neighbours = test_size < 3 ? test_size - 1 : 2;
    struct microshmem_info before, after;
    double *d, out[N] = {0};

    microshmem_init_comm(MPI_COMM_WORLD);
    d = microshmem_malloc(2 * N * sizeof(*d));
    for (int k = 0; k < BARRIERS; k++) {
        int right = (test_rank + 1) % test_size;
        int left = (test_rank + test_size - 1) % test_size;

        microshmem_info(&before);
        messages = bytes = 0;
        microshmem_double_put(d, out, N, left);
        microshmem_double_put(d + N, out, N, right);
        microshmem_barrier_all();
        microshmem_info(&after);
        if (k == 0) /* the others get to know of this one */
            messages -= neighbours;
        EXPECT(messages == neighbours && after.neighbours == neighbours);
        EXPECT(after.messages - before.messages == messages);
        EXPECT(after.bytes - before.bytes == bytes);
        if (test_size > 2)
            EXPECT(bytes == 2 * (16 + N * 8));
    }
    microshmem_finalize();
}

/* Where nobody put, and for those who have no neighbour, nothing is sent. */
void case_quiet(void)
{
    long *l;

    microshmem_init_comm(MPI_COMM_WORLD);
    l = microshmem_malloc(sizeof(*l));
    if (test_rank == 0)
        microshmem_long_p(l, 1, test_size - 1);
    microshmem_barrier_all();
    messages = 0;
    for (int k = 0; k < 20; k++)
        microshmem_barrier_all();
    EXPECT(messages == 0);
    for (int k = 0; k < 20; k++) {
        if (test_rank == 0)
            microshmem_long_p(l, k, test_size - 1);
        microshmem_barrier_all();
        EXPECT(test_rank != test_size - 1 || *l == k);
    }
    EXPECT(messages ==
           (test_size > 1 && (test_rank == 0 || test_rank == test_size - 1)
                ? 20
                : 0));
    microshmem_finalize();
}
