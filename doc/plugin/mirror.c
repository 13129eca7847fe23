/* mirror.c: a plug-in with an operation: rank i and rank n-1-i swap blocks. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mpicc $(pkg-config --cflags mpiperf-plugin) -O2 -shared -fPIC \
 *     mirror.c -o mirror.so
 * mpiexec -n 4 mpiperf --plugin mirror.so mirror -m 0,8,64Ki --verify
 */
#include <mpiperf/op.h>

static int other(const struct op_args *a)
{
    return a->size - 1 - a->rank;
}

/* What gets measured. */
static int mirror_run(void *state, const struct op_args *a)
{
    (void)state;
    return MPI_Sendrecv(a->sendbuf, (int)a->count, a->type, other(a), 0,
                        a->recvbuf, (int)a->count, a->type, other(a), 0,
                        a->comm, MPI_STATUS_IGNORE);
}

/* What has to arrive, for --verify: the other rank's block 0. */
static struct source mirror_source(const struct op_args *a, int block)
{
    (void)block; /* there is but one */
    return (struct source){.first = other(a), .n = 1, .block = 0};
}

static const struct op mirror = {
    .name = "mirror",
    .help = "MPI_Sendrecv between rank i and rank n-1-i",
    .send = {EXT_ONE, AT_ALL}, /* a block, on all ranks */
    .recv = {EXT_ONE, AT_ALL},
    .source = mirror_source,
    .call.run = mirror_run,
};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .ops = (const struct op *const[]){&mirror, NULL},
};
