/* rivals.c: a plug-in: other ways to an allreduce and a barrier. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpiperf/op.h>

/* ---- allreduce: a reduce to rank 0, whose result is broadcast ------------ */

static int reduce_bcast_run(void *state, const struct op_args *a)
{
    const void *send = a->sendbuf;
    int count = (int)a->count, rc;

    (void)state;
    if (send == MPI_IN_PLACE && a->rank != 0)
        send = a->recvbuf;
    rc = MPI_Reduce(send, a->recvbuf, count, a->type, a->op, 0, a->comm);
    return rc == MPI_SUCCESS ? MPI_Bcast(a->recvbuf, count, a->type, 0, a->comm)
                             : rc;
}

static const struct algo reduce_bcast = {
    .name = "reduce-bcast",
    .op = "allreduce",
    .help = "MPI_Reduce, then MPI_Bcast",
    .run = reduce_bcast_run,
};

/* ---- barrier: nobody has the sum before all have come -------------------- */

static int sum_run(void *state, const struct op_args *a)
{
    int one = 1, all;

    (void)state;
    return MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, a->comm);
}

static const struct algo sum = {
    .name = "sum",
    .op = "barrier",
    .help = "MPI_Allreduce of 4 bytes",
    .run = sum_run,
};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = (const struct algo *const[]){&reduce_bcast, &sum, NULL},
};
