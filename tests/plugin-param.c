/* plugin-param.c: a plug-in whose algorithm has a parameter. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpiperf/op.h>
#include <mpiperf/params.h>

struct plus_params {
    int value;
};

static const struct param plus_rows[] = {
    {.name = "value",
     .def = "0",
     .help = "what is added to the first byte",
     .type = PARAM_INTEGER,
     .most = 255,
     .offset = offsetof(struct plus_params, value)},
    {0},
};

static const struct param_table plus_params = {
    .owner = "plus",
    .rows = plus_rows,
    .size = sizeof(struct plus_params),
};

static int plus_create(MPI_Comm comm, const void *params, void **state,
                       char **why)
{
    (void)comm, (void)why;
    *state = (void *)params; /* valid as long as the algorithm is open */
    return MPI_SUCCESS;
}

static int plus_run(void *state, const struct op_args *a)
{
    const struct plus_params *p = state;
    unsigned char *first = a->recvmem;
    int rc = a->run(a->state, a);

    if (a->receives && a->count > 0)
        *first = (unsigned char)(*first + p->value);
    return rc;
}

static const struct algo plus = {
    .name = "plus",
    .help = "the library's own, and then the first byte is not what it was",
    .params = &plus_params,
    .create = plus_create,
    .run = plus_run,
};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = (const struct algo *const[]){&plus, NULL},
};
