/* linear_bcast.c: a plug-in with an algorithm for bcast. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mpicc $(pkg-config --cflags mpiperf-plugin) -O2 -shared -fPIC \
 *     linear_bcast.c -o linear_bcast.so
 * mpiexec -n 4 mpiperf --plugin linear_bcast.so bcast:native,linear --verify
 */
#include <mpiperf/op.h>

/* What gets measured. A broadcast has its message in the receive buffer, the
 * root's too. */
static int linear_run(void *state, const struct op_args *a)
{
    int count = (int)a->count, rc = MPI_SUCCESS;

    (void)state; /* what create() would have made */
    if (a->rank != a->root)
        return MPI_Recv(a->recvbuf, count, a->type, a->root, 0, a->comm,
                        MPI_STATUS_IGNORE);
    for (int rank = 0; rank < a->size && rc == MPI_SUCCESS; rank++)
        if (rank != a->root)
            rc = MPI_Send(a->recvbuf, count, a->type, rank, 0, a->comm);
    return rc;
}

static const struct algo linear = {
    .name = "linear",
    .op = "bcast",
    .help = "the root sends to everybody in turn",
    .run = linear_run,
};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = (const struct algo *const[]){&linear, NULL},
};
