/* plugin-param.c: a plug-in: an algorithm with a parameter, and one that
 * reports whether messages change. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpiperf/op.h>
#include <mpiperf/params.h>
#include <stdlib.h>
#include <string.h>

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
    *state = (void *)params; /* valid while the algorithm is open */
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

/* Counts launches whose message begins like the previous launch's. */
struct same {
    uint64_t first;
    double count;
};

static int same_open(void **state, struct op_args *a, char **why)
{
    struct same *s = calloc(1, sizeof(*s));

    (void)a, (void)why;
    *state = s;
    if (s == NULL)
        return MPI_ERR_NO_MEM;
    s->first = 1; /* no message begins with this */
    return MPI_SUCCESS;
}

static int same_run(void *state, const struct op_args *a)
{
    (void)state;
    return a->run(a->state, a);
}

static int same_after(void *state, const struct op_args *a)
{
    struct same *s = state;

    s->count += memcmp(&s->first, a->recvmem, sizeof(s->first)) == 0;
    memcpy(&s->first, a->recvmem, sizeof(s->first));
    return MPI_SUCCESS;
}

static void same_close(void *state, struct op_args *a)
{
    (void)a;
    free(state);
}

static void same_figures(void *state, const struct op_args *a, double *values)
{
    (void)a;
    values[0] = ((struct same *)state)->count;
}

static const struct figure same_table[] = {
    {.name = "same", .unit = "", .help = "messages as before"}, {0}};

static const struct algo same = {
    .name = "same",
    .help = "the library's own; it counts messages that are as before",
    .run = same_run,
    .life = {.open = same_open,
             .after = same_after,
             .close = same_close,
             .figures = same_table,
             .pass_figures = same_figures},
};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = (const struct algo *const[]){&plus, &same, NULL},
};
