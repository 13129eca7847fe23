/* plugin-param.c: a plug-in whose algorithm has a parameter and a state. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpiperf/op.h>
#include <mpiperf/params.h>
#include <stdlib.h>

static const struct param plus_params[] = {
    {.name = "value", .def = "0", .help = "what is added to the first byte"},
    {0},
};

static int plus_create(MPI_Comm comm, const struct params *given, void **state,
                       char **why)
{
    const char *value = params_get(given, "plus", "value");
    int *n = malloc(sizeof(*n));

    (void)comm, (void)why;
    if (n == NULL)
        return MPI_ERR_NO_MEM;
    *n = atoi(value != NULL ? value : plus_params[0].def);
    *state = n;
    return MPI_SUCCESS;
}

static int plus_run(void *state, const struct op_args *a)
{
    const int *n = state;
    unsigned char *first = a->recvmem;
    int rc = a->run(NULL, a);

    if (a->receives && a->count > 0)
        *first = (unsigned char)(*first + *n);
    return rc;
}

static const struct algo plus = {
    .name = "plus",
    .help = "the library's own, and then the first byte is not what it was",
    .params = plus_params,
    .create = plus_create,
    .run = plus_run,
    .destroy = free,
};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = (const struct algo *const[]){&plus, NULL},
};
